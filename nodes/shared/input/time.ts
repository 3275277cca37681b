import { tryToParseDateTime } from 'n8n-workflow';

import { InvalidValue, isBlank, shown } from './values';

/** ISO 8601; PostgreSQL writes a space before the time, and offsets of hours alone. */
const ISO =
	/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/**
 * A time as it leaves: ISO 8601 with offset (contract, 2.1, 2.6 and 4.4: date-time).
 *
 * @param zone of the workflow, for a time that was typed without an offset
 * @returns a check that takes what a date picker or an expression gives: text, Date or DateTime
 */
export function isoTime(zone: string): (value: unknown) => string | undefined {
	return (value) => {
		if (isBlank(value)) return undefined;
		const isTime = typeof value === 'object' || isIso(String(value).trim());
		// As a text, a list of one would pass for its entry.
		if (Array.isArray(value) || !isTime) return refuse(value);
		try {
			const parsed = tryToParseDateTime(value, zone);
			// When clocks are put back an hour comes twice: Luxon takes the one that fits to today.
			const [time] = typeof value === 'string' ? parsed.getPossibleOffsets() : [parsed];
			return time.toISO({ suppressMilliseconds: true }) ?? undefined;
		} catch {
			return refuse(value);
		}
	};
}

/** Whether a text is ISO 8601, of a day that the calendar has: parsers take 30 February for 2 March. */
function isIso(text: string): boolean {
	if (!ISO.test(text)) return false;
	const [year, month, day] = text.slice(0, 10).split('-').map(Number);
	return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

function refuse(value: unknown): never {
	throw new InvalidValue(`must be a time like 2026-03-29T09:30:00, but is ${shown(value)}`);
}
