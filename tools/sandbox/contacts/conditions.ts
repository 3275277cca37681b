import type { Call } from '../operation';
import { rejection } from '../rejection';
import type { Contact } from '../seed/contacts';
import {
	attributeNamed,
	cast,
	type Comparable,
	containing,
	type FilterAttribute,
	STANDARD_ATTRIBUTES,
} from './attributes';
import { type ContactTest, valueOf } from './store';

/** One item of the payload (contract 4.1). */
export interface Condition {
	attribute_key: string;
	filter_operator: string;
	values: string[];
	query_operator?: 'AND' | 'OR' | null;
}

/** The values of a contact's attribute, or null if it has none. Only labels can be several. */
type Own = readonly Comparable[] | null;

type OperatorTest = (own: Own, wanted: readonly Comparable[]) => boolean;

type Comparison = (value: Comparable, wanted: Comparable) => boolean;

function some(matches: Comparison): OperatorTest {
	return (own, wanted) => own?.some((value) => wanted.some((one) => matches(value, one))) ?? false;
}

/** As in SQL, a contact without a value doesn't pass. */
function none(matches: Comparison): OperatorTest {
	const test = some(matches);
	return (own, wanted) => own !== null && !test(own, wanted);
}

const equals: Comparison = (value, wanted) => value === wanted;
const contains: Comparison = (value, part) => containing(String(part).trim()).test(String(value));
const isLess: Comparison = (value, wanted) => value < wanted;

const OPERATORS: Record<string, OperatorTest> = {
	equal_to: some(equals),
	not_equal_to: none(equals),
	contains: some(contains),
	does_not_contain: none(contains),
	// Filter takes it for Equals.
	starts_with: some(equals),
	is_present: (own) => own !== null && own.length > 0,
	is_not_present: (own) => own === null || own.length === 0,
	is_greater_than: some((value, wanted) => value > wanted),
	is_less_than: some(isLess),
	// `wanted` is today's date minus the days of the condition.
	days_before: some(isLess),
};

const PRESENCE = ['is_present', 'is_not_present'];
const CONTAINS = ['contains', 'does_not_contain'];
const ORDER = ['is_greater_than', 'is_less_than'];
const FIRST_ONLY = ['equal_to', 'not_equal_to', 'starts_with', ...ORDER];
const DAY_MS = 86_400_000;

/** The date that is `days` before today. */
export function daysAgo(days: string, now: number): string | undefined {
	return /^\d{1,6}$/.test(days)
		? new Date(now - Number(days) * DAY_MS).toISOString().slice(0, 10)
		: undefined;
}

function invalidValue({ attribute_key: key }: Condition, kind: 'crash' | 'unprocessable') {
	return rejection(kind, `Invalid value. The values provided for ${key} are invalid`, 'values');
}

/** Refuses what Chatwoot can't compare: with 422 where it checks, with 500 where only PostgreSQL notices. */
function checkOperator(condition: Condition, { type, operators }: FilterAttribute): void {
	const { attribute_key: key, filter_operator: operator } = condition;
	if (operators && !operators.includes(operator)) {
		const message = `Invalid operator. The allowed operators for ${key} are [${operators.join(',')}].`;
		throw rejection('unprocessable', message, 'filter_operator');
	}
	if (ORDER.includes(operator)) {
		if (type !== 'number' && type !== 'date') throw invalidValue(condition, 'unprocessable');
		return;
	}
	const comparesText = CONTAINS.includes(operator) && type !== 'text';
	if (comparesText || type === 'none' || operator === 'days_before') {
		throw invalidValue(condition, 'crash');
	}
}

/** @throws Rejection if the account has no such attribute, or it can't be compared like this */
function attributeOf(condition: Condition, { state }: Call): FilterAttribute {
	const { attribute_key: key, filter_operator: operator, values } = condition;
	if (values.length === 0 && !PRESENCE.includes(operator)) {
		throw invalidValue(condition, 'unprocessable');
	}
	const attribute = attributeNamed(state, key);
	if (!attribute) {
		const message =
			`Invalid attribute key - [${key}]. The key should be one of ` +
			`[${Object.keys(STANDARD_ATTRIBUTES).join(',')}] or a custom attribute defined in the account.`;
		throw rejection('unprocessable', message, 'attribute_key');
	}
	checkOperator(condition, attribute);
	return attribute;
}

/** @throws Rejection if a value doesn't fit the type of the attribute */
function wantedValues(condition: Condition, { type }: FilterAttribute, call: Call): Comparable[] {
	const { attribute_key: key, filter_operator: operator, values } = condition;
	if (PRESENCE.includes(operator)) return [];
	const isFirstOnly = FIRST_ONLY.includes(operator);
	return (isFirstOnly ? values.slice(0, 1) : values).map((value) => {
		// Chatwoot puts the plus sign before a phone number itself.
		const isPhone = isFirstOnly && key === 'phone_number';
		const given = isPhone ? `+${value.replaceAll('+', '')}` : value;
		// Ruby reads the date of Greater and Less, and wants a T before a time.
		const isSpaced = ORDER.includes(operator) && /\d \d/.test(given);
		const days = operator === 'days_before';
		const wanted = days ? daysAgo(given, call.state.now()) : cast(type, isSpaced ? '' : given);
		if (wanted === undefined) {
			throw invalidValue(condition, ORDER.includes(operator) ? 'unprocessable' : 'crash');
		}
		return wanted;
	});
}

/** A single value that can't be cast breaks the query. */
function ownValues(contact: Contact, condition: Condition, { type }: FilterAttribute) {
	const value = valueOf(contact, condition.attribute_key);
	if (value === null) return null;
	return [value].flat().map((one) => {
		const own = cast(type, one);
		if (own === undefined) throw invalidValue(condition, 'crash');
		return own;
	});
}

function conditionTest(condition: Condition, call: Call): ContactTest {
	const attribute = attributeOf(condition, call);
	const wanted = wantedValues(condition, attribute, call);
	const test = OPERATORS[condition.filter_operator];
	return (contact) => test(ownValues(contact, condition, attribute), wanted);
}

/** Whether Chatwoot appends "or the attribute has no value", behind the link to the next condition. */
function appendsMissing(condition: Condition, { state }: Call): boolean {
	const attribute = attributeNamed(state, condition.attribute_key);
	return condition.filter_operator === 'not_equal_to' && !attribute?.operators;
}

/** Checks the links: the last item needs null, and every other item needs AND or OR. */
function checkLinks(conditions: readonly Condition[], call: Call): void {
	for (const [index, condition] of conditions.entries()) {
		const isLast = index === conditions.length - 1;
		const isBroken = !isLast && appendsMissing(condition, call);
		if (isLast === !condition.query_operator && !isBroken) continue;
		const message = isLast
			? 'The last item must carry null as query_operator'
			: `Item ${index + 1} must carry AND or OR as query_operator, for another item follows`;
		throw rejection('crash', message, 'query_operator');
	}
}

/**
 * A test for the contacts that meet linked conditions. AND binds tighter than OR, as in SQL. Without
 * conditions every contact passes.
 *
 * @throws Rejection if a condition can't be compared
 */
export function contactTest(conditions: readonly Condition[], call: Call): ContactTest {
	const tests = conditions.map((condition) => conditionTest(condition, call));
	checkLinks(conditions, call);
	const last = conditions.at(-1);
	const isMissing = last && appendsMissing(last, call) ? last.attribute_key : undefined;
	return (contact) => {
		// PostgreSQL may evaluate all of them, in any order.
		const passed = tests.map((test) => test(contact));
		const groups: boolean[][] = [[]];
		for (const [index, { query_operator: link }] of conditions.entries()) {
			groups[groups.length - 1].push(passed[index]);
			if (link === 'OR') groups.push([]);
		}
		return (
			groups.some((group) => group.every(Boolean)) ||
			(isMissing !== undefined && valueOf(contact, isMissing) === null)
		);
	};
}
