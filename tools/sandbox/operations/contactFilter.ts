import {
	attributeNamed,
	cast,
	type Comparable,
	type FilterAttribute,
	STANDARD_ATTRIBUTES,
	type ValueType,
} from '../contacts/attributes';
import { isResolved, valueOf, type ContactTest } from '../contacts/store';
import { contactList, currentPage } from '../contacts/shape';
import type { Call, Operation } from '../operation';
import { pageOf } from '../page';
import { rejection } from '../rejection';
import type { Contact } from '../seed/contacts';

/** One item of the payload (contract 4.1). */
interface Condition {
	attribute_key: string;
	filter_operator: string;
	values: string[];
	query_operator?: 'AND' | 'OR' | null;
}

/** The values of a contact's attribute, or null if it has none. Only labels can be several. */
type Own = readonly Comparable[] | null;

type OperatorTest = (own: Own, wanted: readonly Comparable[]) => boolean;

function some(matches: (value: Comparable, wanted: Comparable) => boolean): OperatorTest {
	return (own, wanted) => own?.some((value) => wanted.some((one) => matches(value, one))) ?? false;
}

/** As in SQL, a contact without a value doesn't pass. */
function none(matches: (value: Comparable, wanted: Comparable) => boolean): OperatorTest {
	const test = some(matches);
	return (own, wanted) => own !== null && !test(own, wanted);
}

const includes = (value: Comparable, part: Comparable) => String(value).includes(String(part));

const OPERATORS: Record<string, OperatorTest> = {
	equal_to: some((value, wanted) => value === wanted),
	not_equal_to: none((value, wanted) => value === wanted),
	contains: some(includes),
	does_not_contain: none(includes),
	starts_with: some((value, part) => String(value).startsWith(String(part))),
	is_present: (own) => own !== null && own.length > 0,
	is_not_present: (own) => own === null || own.length === 0,
	is_greater_than: some((value, wanted) => value > wanted),
	is_less_than: some((value, wanted) => value < wanted),
	// `wanted` is the date that is so many days before today.
	days_before: some((value, wanted) => value < wanted),
};

const WITHOUT_VALUES = ['is_present', 'is_not_present'];
const EQUALITY = ['equal_to', 'not_equal_to'];
const DAY_MS = 86_400_000;

function ownValues(contact: Contact, key: string, type: ValueType): Own {
	const value = valueOf(contact, key);
	if (value === null) return null;
	return [value].flat().flatMap((one) => cast(type, one) ?? []);
}

/** The date that is `days` before today. */
function daysAgo(days: string, now: number): string | undefined {
	return /^\d{1,6}$/.test(days)
		? new Date(now - Number(days) * DAY_MS).toISOString().slice(0, 10)
		: undefined;
}

/** @throws Rejection if a value doesn't fit the type of the attribute */
function wantedValues(condition: Condition, type: ValueType, call: Call): Comparable[] {
	const { attribute_key: key, filter_operator: operator, values } = condition;
	const message = `Invalid value. The values provided for ${key} are invalid`;
	if (WITHOUT_VALUES.includes(operator)) return [];
	if (values.length === 0) throw rejection('unprocessable', message, 'values');
	// Upstream compares with the first value only, and puts the plus sign before a phone number.
	const isEquality = call.upstream && EQUALITY.includes(operator);
	const sign = isEquality && key === 'phone_number' ? '+' : '';
	return (isEquality ? values.slice(0, 1) : values).map((value) => {
		const wanted =
			operator === 'days_before'
				? daysAgo(value.trim(), call.state.now())
				: cast(type, sign + value.trim());
		if (wanted === undefined) throw rejection('crash', message, 'values');
		return wanted;
	});
}

/** @throws Rejection if the account has no such attribute, or upstream doesn't know the operator or label */
function attributeOf(condition: Condition, { state, upstream }: Call): FilterAttribute {
	const { attribute_key: key, filter_operator: operator, values } = condition;
	const attribute = attributeNamed(state, key);
	if (!attribute) {
		const message =
			`Invalid attribute key - [${key}]. The key should be one of ` +
			`[${Object.keys(STANDARD_ATTRIBUTES).join(', ')}] or a custom attribute defined in the account.`;
		throw rejection('crash', message, 'attribute_key');
	}
	const { operators = [operator] } = attribute;
	if (upstream && !operators.includes(operator)) {
		const message = `Invalid operator. The allowed operators for ${key} are [${operators.join(',')}].`;
		throw rejection('crash', message, 'filter_operator');
	}
	const isLabel = (value: string) => state.labels.some(({ title }) => title === value);
	if (upstream && key === 'labels' && !values.every(isLabel)) {
		throw rejection('crash', 'There is no such label', 'values');
	}
	return attribute;
}

function conditionTest(condition: Condition, call: Call): ContactTest {
	const { attribute_key: key, filter_operator: operator } = condition;
	const { type } = attributeOf(condition, call);
	const wanted = wantedValues(condition, type, call);
	return (contact) => OPERATORS[operator](ownValues(contact, key, type), wanted);
}

/** Checks the joins: the last item needs null, and every other item needs AND or OR. */
function checkJoins(conditions: readonly Condition[]): void {
	for (const [index, { query_operator: join }] of conditions.entries()) {
		const isLast = index === conditions.length - 1;
		if (isLast === !join) continue;
		const message = isLast
			? 'The last item must carry null as query_operator'
			: `Item ${index + 1} must carry AND or OR as query_operator, for another item follows`;
		throw rejection('crash', message, 'query_operator');
	}
}

/** Joins the tests. AND binds tighter than OR, as in SQL. Without conditions every contact passes. */
function joined(conditions: readonly Condition[], tests: readonly ContactTest[]): ContactTest {
	if (tests.length === 0) return () => true;

	const alternatives: ContactTest[][] = [[]];
	for (const [index, test] of tests.entries()) {
		alternatives[alternatives.length - 1].push(test);
		if (conditions[index].query_operator === 'OR') alternatives.push([]);
	}
	return (contact) => alternatives.some((group) => group.every((test) => test(contact)));
}

/** Contract 4.1. Returns the resolved contacts that meet the conditions. */
export default {
	errorStatus: 400,
	respond: (call) => {
		const conditions = call.body.payload as Condition[];
		checkJoins(conditions);
		const tests = conditions.map((condition) => conditionTest(condition, call));
		const passes = joined(conditions, tests);
		const contacts = call.state.contacts.select(
			JSON.stringify(['filter', conditions, call.upstream, daysAgo('0', call.state.now())]),
			(contact) => isResolved(contact) && passes(contact),
			call.query.sort ?? '',
		);
		const page = pageOf(contacts, call);
		return contactList(page, { count: page.total, current_page: currentPage(page, call) }, call);
	},
} satisfies Operation;
