import type { IDataObject, INodeProperties, NodeHint } from 'n8n-workflow';

import type { ReadParameter } from '../shared/operation';
import { daySpan, isoOf, timeSpan } from '../shared/input/time';
import {
	refusingEmptyExpression,
	type Choice,
	choice,
	positiveInteger,
	required,
} from '../shared/input/checks';
import { quote, withoutUndefined } from '../shared/values';
import { type Check, InvalidValue } from '../shared/input/invalidValue';

const MAX_DAYS = 3660;

const PERIODS: Array<Choice<'all' | 'between' | 'lastDays'>> = [
	{ name: 'All Time', value: 'all', description: 'All messages so far' },
	{ name: 'Between Dates', value: 'between', description: 'Messages of days that you choose' },
	{ name: 'Last X Days', value: 'lastDays', description: 'Messages of whole days before today' },
];

const periodField: INodeProperties = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	default: 'all',
	options: PERIODS,
	description: 'Which messages to count',
};

const daysField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_DAYS },
	default: 7,
	displayOptions: { show: { period: ['lastDays'] } },
	description: "How many whole days before today, in the workflow's time zone",
};

/** The first or the last day or time of a period. */
function endField(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		displayOptions: { show: { period: ['between'] } },
		description,
	};
}

export const periodFields = [
	periodField,
	daysField,
	endField('Since', 'since', "First day or time of the period, in the workflow's time zone"),
	endField('Until', 'until', 'Last day or time of the period, which includes the whole day'),
];

/** A response has no dates, so nothing shows whether the service has applied the period. */
export const periodHint: NodeHint = {
	type: 'warning',
	message: "Some services ignore 'Period'. Compare the numbers with those of All Time.",
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition: '={{ $parameter.period !== "all" }}',
};

/** The period of a report in Unix seconds, both included. It has no fields for all time. */
interface Period {
	since?: number;
	until?: number;
}

/**
 * What the rows say about the period that was asked for, because the service says nothing about it: ISO 8601 in the time
 * zone, without a limit that a query parameter of the user has replaced.
 */
export function requestedPeriod(
	{ since, until }: Period,
	replaced: IDataObject,
	zone: string,
): IDataObject {
	const asked = (name: string, second: number | undefined) =>
		second === undefined || name in replaced ? undefined : isoOf(zone, second);
	return withoutUndefined({
		requested_since: asked('since', since),
		requested_until: asked('until', until),
	});
}

/** Reads the period. Days are those of the time zone, and end a second before the next midnight there. */
export function readPeriod(read: ReadParameter, zone: string): Period {
	switch (read('period', required(choice(PERIODS)))) {
		case 'all':
			return {};
		case 'lastDays': {
			const days = read('days', required(daysBack));
			return { since: daySpan(zone, -days).first, until: daySpan(zone, -1).last };
		}
		case 'between': {
			const since = read('since', refusingEmptyExpression(timeSpan(zone)))?.first;
			return withoutUndefined({ since, until: read('until', untilAfter(since, zone)) });
		}
	}
}

function daysBack(value: unknown): number | undefined {
	const days = positiveInteger(value);
	if (days === undefined || days <= MAX_DAYS) return days;
	throw new InvalidValue(`must be a whole number from 1 to 3,660, but is ${quote(value)}`);
}

function untilAfter(since: number | undefined, zone: string): Check<number | undefined> {
	return (value, raw) => {
		const until = refusingEmptyExpression(timeSpan(zone))(value, raw)?.last;
		if (since === undefined && until === undefined)
			throw new InvalidValue("is blank, and so is 'Since'");
		if (since !== undefined && until !== undefined && until < since) {
			throw new InvalidValue(
				`is ${quote(value)}, which is before 'Since'. Swap the two, or choose a later day`,
			);
		}
		return until;
	};
}
