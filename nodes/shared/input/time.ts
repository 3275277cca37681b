import { tryToParseDateTime } from 'n8n-workflow';

import { text } from './checks';
import { isBlank, quote, trimmed } from '../values';
import { type Check, InvalidValue, UnexpectedValue } from './invalidValue';

/** ISO 8601, and the format of PostgreSQL: a space before the time, and offsets without minutes. */
const ISO =
	/^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?:Z|[+-](?:(?:0\d|1[0-3])(?::?[0-5]\d)?|14(?::?00)?))?)?$/i;

/**
 * Makes a check for a time, a Date or a DateTime, which is sent as ISO 8601 with an offset (contract, 2.1, 2.6 and 4.4).
 * A time without an offset is one in the time zone.
 */
export function isoTime(zone: string): Check<string | undefined> {
	return (value) => {
		if (isBlank(value)) return undefined;
		const input = typeof value === 'string' ? withTwoDigits(trimmed(value)) : value;
		// A Date and a DateTime become ISO 8601 in JSON, a list or another object does not.
		const iso = typeof input === 'object' ? JSON.stringify(input).slice(1, -1) : String(input);
		const time = isIsoTime(iso) ? timeIn(zone, input) : rejectTime(zone, input);
		return time.toISO({ suppressMilliseconds: true }) ?? undefined;
	};
}

/** A time with its hour in two digits: 9:00 becomes 09:00, as a list of times may have it. */
function withTwoDigits(input: string): string {
	return input.replace(/^(\d{4}-\d{2}-\d{2}[T ])(?=\d:)/i, '$10');
}

/** What n8n's picker writes for a day without a chosen time. */
const PICKED_DAY = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00)?$/;

/** Makes a check for a time that rejects a date without a time of day: hardly anybody means midnight. */
export function timeOfDay(zone: string): Check<string | undefined> {
	const check = isoTime(zone);
	return (value, raw) => {
		const input = typeof value === 'string' ? trimmed(value) : '';
		if (input.length === 10 && isIsoTime(input)) {
			throw new InvalidValue(`has no time of day. Add it, such as ${input}T10:00:00`);
		}
		if (PICKED_DAY.test(input) && raw === value) {
			throw new InvalidValue(
				`is midnight, where n8n's picker starts. Choose the time of day. If you mean midnight, switch the field to 'Expression' and enter ${check(value)}`,
			);
		}
		return check(value);
	};
}

/** A time in the time zone of the workflow. Luxon decides about an hour that clocks leave out or repeat. */
function timeIn(zone: string, value: unknown): ReturnType<typeof tryToParseDateTime> {
	try {
		const time = tryToParseDateTime(value, zone);
		if (time.isValid) return time;
	} catch {
		// The reason is below.
	}
	return rejectTime(zone, value);
}

/** A time in words, as a person in a time zone reads it: `Sat, 28 Nov 2026, 10:00 (Europe/Berlin)`. */
export function inWords(zone: string, isoTime: string): string {
	const local = timeIn(zone, isoTime).setZone(zone).setLocale('en');
	return `${local.toFormat('ccc, d LLL yyyy, HH:mm')} (${zone})`;
}

/** A second of Unix time as ISO 8601 in a time zone, such as `2026-11-21T00:00:00+01:00`. */
export function isoOf(zone: string, second: number): string {
	const time = timeIn(zone, new Date(second * 1000)).setZone(zone);
	return time.toISO({ suppressMilliseconds: true }) ?? '';
}

/** The date in UTC at the moment at which a day of the past begins in a time zone. */
export function utcDateOf(zone: string, daysAgo: number): string {
	const day = timeIn(zone, new Date()).startOf('day').minus({ days: daysAgo });
	return day.toUTC().toISODate() ?? '';
}

/** The first and the last second of a day, such as -1 for yesterday, on which clocks may change. */
export function daySpan(zone: string, daysFromToday: number): { first: number; last: number } {
	return spanOfDay(timeIn(zone, new Date()).plus({ days: daysFromToday }));
}

/** Makes a check for a day, which is a span of its time zone, or for a time, which is one second. */
export function timeSpan(zone: string): Check<ReturnType<typeof daySpan> | undefined> {
	return (value, raw) => {
		const input = typeof value === 'string' ? trimmed(value) : '';
		const isPicked = PICKED_DAY.test(input) && raw === value;
		const day = isPicked ? input.slice(0, 10) : input;
		const time = isoTime(zone)(isPicked ? day : value);
		if (time === undefined) return undefined;
		if (day.length === 10) return spanOfDay(timeIn(zone, day));
		const second = Math.floor(Date.parse(time) / 1000);
		return { first: second, last: second };
	};
}

function spanOfDay(day: ReturnType<typeof timeIn>): ReturnType<typeof daySpan> {
	const [first, next] = [day, day.plus({ days: 1 })].map((date) =>
		date.startOf('day').toUnixInteger(),
	);
	return { first, last: next - 1 };
}

/**
 * The day of a date or a time, as entered. Only the day of a time in UTC, such as a JavaScript Date, depends on the time
 * zone of the workflow, unless it is midnight: databases return a day so.
 */
export function isoDay(value: unknown, zone: string): string | undefined {
	if (isBlank(value)) return undefined;
	const input = withTwoDigits(trimmed(text(value) ?? ''));
	if (!isIsoTime(input)) {
		throw new UnexpectedValue('a date like 2026-01-31', value);
	}
	const isMoment = /(?:Z|[+-]00(?::?00)?)$/i.test(input) && /[1-9]/.test(input.slice(10));
	if (!isMoment) return asUtc(input).toISOString().slice(0, 10);
	return tryToParseDateTime(new Date(input), zone).toISODate() ?? undefined;
}

/** Whether a text is ISO 8601, and its day and its time exist. Parsers read 30 February as 2 March. */
export function isIsoTime(input: string): boolean {
	const { day = '' } = ISO.exec(input)?.groups ?? {};
	return !Number.isNaN(asUtc(input).getTime()) && new Date(day).toISOString().startsWith(day);
}

/** A time as a clock shows it, without its offset: 24:00 is the next day. */
function asUtc(input: string): Date {
	const { day = '', time = '00:00' } = ISO.exec(input)?.groups ?? {};
	return new Date(`${day}T${time.replace(',', '.')}Z`);
}

function rejectTime(zone: string, value: unknown): never {
	const input = String(value);
	const turned = input.replace(/^(\d\d)\.(\d\d)\.(\d{4}),? (\d\d:\d\d)$/, '$3-$2-$1T$4:00');
	let remedy = 'Write the year first, or use an expression that returns a date';
	if (ISO.test(input)) remedy = 'Its day, its time of day or its time zone does not exist';
	else if (isIsoTime(turned)) remedy = `Write ${turned}`;
	throw new InvalidValue(
		`must be a time like 2026-03-29T09:30:00 (in ${zone}), but is ${quote(value)}. ${remedy}`,
	);
}
