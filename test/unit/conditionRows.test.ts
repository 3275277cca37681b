import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { listValue } from '../../nodes/shared/conditions/customAttribute';
import { ownLinkOr } from '../../nodes/shared/conditions/conditionFields';
import { conditionsFromRows } from '../../nodes/shared/conditions/conditionRows';
import type { Condition } from '../../nodes/shared/conditions/conditionRows';
import { InvalidRow } from '../../nodes/shared/input/invalidValue';
import { type Condition as Sent, contactTest } from '../../tools/sandbox/contacts/conditions';
import type { Call } from '../../tools/sandbox/operation';
import { Rejection } from '../../tools/sandbox/rejection';
import { seedState } from '../../tools/sandbox/seed';
import type { Contact } from '../../tools/sandbox/seed/contacts';
import { settingsFrom } from '../../tools/sandbox/settings';

const state = seedState(settingsFrom({ contacts: 1 }));
const [seeded] = state.contacts.all;
const upstream = { state, upstream: true } as unknown as Call;

/** Whether a contact is found by Chatwoot 4.14. */
function isFound(conditions: Condition[], contact: Contact): boolean {
	return contactTest(conditions as unknown as Sent[], upstream)(contact);
}

const TYPES = {
	plan: 'list',
	notes: 'text',
	score: 'number',
	vip: 'checkbox',
	birthday: 'date',
	revenue: 'currency',
};
type Custom = keyof typeof TYPES;

/** The operator's field for each kind of attribute. */
const OPERATOR_FIELDS: Record<string, string> = {
	city: 'operator',
	name: 'operator',
	identifier: 'exactOperator',
	country_code: 'exactOperator',
	blocked: 'exactOperator',
	labels: 'recordOperator',
};

interface Words {
	attribute: string;
	operator: string;
	values: string[];
	link: '' | 'AND' | 'OR';
	isChosen: boolean;
}

const text = fc.constantFrom('Ann', 'ANN', 'Lima', 'an', 'gold', 'x');
const value: Record<string, fc.Arbitrary<string>> = {
	blocked: fc.constantFrom('true', 'false'),
	labels: fc.constantFrom('vip', 'billing', 'lead'),
	country_code: fc.constantFrom('DE', 'de', 'FR'),
	score: fc.constantFrom('5', '50', '-1.5', 'many'),
	vip: fc.constantFrom('true', 'false', 'yes', 'maybe'),
	birthday: fc.constantFrom('2001-02-03', '2002-02-03', '3.2.2001'),
};

const words: fc.Arbitrary<Words> = fc
	.constantFrom(...Object.keys(OPERATOR_FIELDS), ...Object.keys(TYPES))
	.chain((attribute) =>
		fc.record({
			attribute: fc.constant(attribute),
			operator: operatorsOf(attribute),
			values: fc.array(value[attribute] ?? text, {
				minLength: 1,
				maxLength: attribute === 'blocked' ? 1 : 3,
			}),
			link: fc.constantFrom('', '', 'AND', 'OR'),
			isChosen: fc.boolean(),
		}),
	);

function operatorsOf(attribute: string): fc.Arbitrary<string> {
	const equality = ['equal_to', 'not_equal_to'];
	const contains = ['contains', 'does_not_contain'];
	const presence = ['is_present', 'is_not_present'];
	if (attribute === 'labels') return fc.constantFrom(...equality, ...presence);
	if (OPERATOR_FIELDS[attribute] === 'operator') return fc.constantFrom(...equality, ...contains);
	if (attribute in OPERATOR_FIELDS) return fc.constantFrom(...equality);
	const order = ['is_greater_than', 'is_less_than'];
	return fc.constantFrom(...equality, ...equality, ...contains, ...presence, ...order);
}

/** The row of the form for these words. */
function rowOf({ attribute, operator, values, link, isChosen }: Words): IDataObject {
	const value = values.length === 1 ? values[0] : values;
	const rest = { queryOperator: link, value, choice: value, labels: value, blocked: values[0] };
	const field = OPERATOR_FIELDS[attribute] as string | undefined;
	if (field) return { attribute, [field]: operator, ...rest };
	const type = TYPES[attribute as Custom];
	return {
		...rest,
		attribute: 'customAttribute',
		customAttribute: {
			__rl: true,
			...(isChosen
				? { mode: 'list', value: listValue({ key: attribute, owner: 'contact', type }) }
				: { mode: 'key', value: attribute }),
		},
		customOperator: operator,
	};
}

const optional = <T>(given: fc.Arbitrary<T>) => fc.option(given, { nil: undefined });
const contact: fc.Arbitrary<Contact> = fc
	.record({
		name: text,
		identifier: fc.option(text),
		blocked: fc.boolean(),
		labels: fc.uniqueArray(value.labels),
		additional_attributes: fc.record({
			city: optional(text),
			country_code: optional(value.country_code),
		}),
		custom_attributes: fc.record({
			plan: optional(text),
			notes: optional(text),
			score: optional(fc.constantFrom(5, 50, '50.0', -1.5)),
			vip: optional(fc.constantFrom(true, false, 'Yes')),
			birthday: optional(fc.constantFrom('2001-02-03', '2002-02-03T10:00:00Z')),
			revenue: optional(fc.nat()),
		}),
	})
	.map((fields) => JSON.parse(JSON.stringify({ ...seeded, ...fields })) as Contact);

/** Whether a contact is what a row says. */
function isMeant({ attribute, operator, values }: Words, contact: Contact): boolean {
	const isCustom = attribute in TYPES;
	const holders = [contact, contact.additional_attributes, contact.custom_attributes];
	const own = holders.map((holder) => (holder as IDataObject)[attribute] ?? []).flat() as unknown[];
	const type = isCustom ? TYPES[attribute as Custom] : attribute;
	const compared = (one: unknown) => {
		if (type === 'number') return Number(one);
		if (type === 'checkbox') return /^(?:true|yes)$/i.test(String(one));
		if (type === 'date') return String(one).slice(0, 10);
		return String(one).toLowerCase();
	};
	const any = (
		matches: (mine: number | string | boolean, wanted: number | string | boolean) => boolean,
	) => own.some((mine) => values.some((wanted) => matches(compared(mine), compared(wanted))));
	switch (operator) {
		case 'equal_to':
			return any((mine, wanted) => mine === wanted);
		case 'not_equal_to':
			return (
				!any((mine, wanted) => mine === wanted) &&
				(own.length > 0 || isCustom || attribute === 'labels')
			);
		case 'contains':
			return any((mine, wanted) => String(mine).includes(String(wanted)));
		case 'does_not_contain':
			return own.length > 0 && !any((mine, wanted) => String(mine).includes(String(wanted)));
		case 'is_present':
			return own.length > 0;
		case 'is_not_present':
			return own.length === 0;
		case 'is_greater_than':
			return any((mine, wanted) => mine > wanted);
		default:
			return any((mine, wanted) => mine < wanted);
	}
}

/** Whether a contact is what linked rows say. And binds tighter than Or. */
function areMeant(rows: Words[], match: 'AND' | 'OR', contact: Contact): boolean {
	const groups: boolean[][] = [[]];
	for (const row of rows) {
		groups[groups.length - 1].push(isMeant(row, contact));
		if ((row.link || match) === 'OR') groups.push([]);
	}
	return groups.some((group) => group.length > 0 && group.every(Boolean));
}

/** The conditions that the node sends for rows, or undefined if it refuses them. */
function sentFor(rows: Words[], match: 'AND' | 'OR'): Condition[] | undefined {
	const given = { condition: rows.map(rowOf) };
	try {
		return conditionsFromRows('filter', 'UTC', ownLinkOr(match))(given, given);
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidRow);
		return undefined;
	}
}

const match = fc.constantFrom<'AND' | 'OR'>('AND', 'OR');

it('finds exactly the contacts that the rows describe, or says why it refuses a row', () => {
	fc.assert(
		fc.property(
			fc.array(words, { minLength: 1, maxLength: 3 }),
			match,
			fc.array(contact, { minLength: 1, maxLength: 8 }),
			(rows, link, contacts) => {
				const sent = sentFor(rows, link);
				if (!sent) return;
				for (const one of contacts) {
					try {
						expect(isFound(sent, one)).toBe(areMeant(rows, link, one));
					} catch (error) {
						// Nobody knows the type of an attribute that was entered by its key.
						if (!(error instanceof Rejection) || rows.every(({ isChosen }) => isChosen))
							throw error;
					}
				}
			},
		),
		{ numRuns: 500 },
	);
});

const DAY_MS = 86_400_000;

describe('the operators that count days', () => {
	afterEach(() => jest.useRealTimers());

	const zone = fc.constantFrom(
		...['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata', 'Europe/Berlin'],
	);
	const now = fc.date({
		noInvalidDate: true,
		min: new Date('2001-01-01'),
		max: new Date('2200-01-01'),
	});
	const dayIn = (zone: string, time: Date | number) =>
		Date.parse(new Intl.DateTimeFormat('sv', { timeZone: zone }).format(time)) / DAY_MS;
	const createdAt = (time: number): Contact => ({ ...seeded, created_at: Math.floor(time / 1000) });
	const found = (timeOperator: string, days: number, zone: string, time: number) => {
		const rows = { condition: [{ attribute: 'created_at', timeOperator, days }] };
		return isFound(
			conditionsFromRows('filter', zone, ownLinkOr('AND'))(rows) ?? [],
			createdAt(time),
		);
	};

	it('miss nobody younger, find nobody younger, and are a day wrong at most', () => {
		fc.assert(
			fc.property(
				now,
				zone,
				fc.integer({ min: 1, max: 998 }),
				fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
				(now, zone, days, offset) => {
					jest.useFakeTimers({ now });
					const time = now.getTime() - days * DAY_MS + offset;
					const isWithin = dayIn(zone, now) - dayIn(zone, time) <= days;
					const isWithinADayMore = dayIn(zone, now) - dayIn(zone, time) <= days + 1;
					const isLess = found('within_days', days, zone, time);
					const isMore = found('days_before', days, zone, time);
					if (isWithin) expect([isLess, isMore]).toEqual([true, false]);
					if (!isWithinADayMore) expect([isLess, isMore]).toEqual([false, true]);
				},
			),
		);
	});

	it('refuse a number of days so large that no date is left, such as a time in seconds', () => {
		const condition = [{ attribute: 'created_at', timeOperator: 'within_days', days: 1767225600 }];
		expect(() => conditionsFromRows('filter', 'UTC', ownLinkOr('AND'))({ condition })).toThrow(
			"Condition 1: 'Days' must be a number of days like 30, but is 1767225600",
		);
	});

	it('are sent as Is After and Is Before with a date', () => {
		jest.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
		const sent = (operator: string) => {
			const custom = { attribute: 'customAttribute', customAttribute: 'birthday', value: '30' };
			const rows = [
				{ attribute: 'created_at', timeOperator: operator, days: 30 },
				{ ...custom, customOperator: operator },
			];
			const conditions = conditionsFromRows(
				'filter',
				'Europe/Berlin',
				ownLinkOr('AND'),
			)({ condition: rows });
			return conditions?.map(({ filter_operator, values }) => [filter_operator, values]);
		};
		// In Berlin, 31 January begins on 30 January in UTC.
		const before = ['is_less_than', ['2026-01-30']];
		const after = ['is_greater_than', ['2026-01-29']];
		expect([sent('days_before'), sent('within_days')]).toEqual([
			[before, before],
			[after, after],
		]);
	});
});
