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

/** Attributes that every account can filter by, besides custom attributes. */
const ATTRIBUTES = [
	'name email phone_number identifier blocked labels created_at last_activity_at',
	'city country_code company_name',
].flatMap((names) => names.split(' '));

/** Compares a contact's values with the condition's values, both in lower case. */
type OperatorTest = (own: readonly string[], wanted: readonly string[], now: number) => boolean;

const DAY_MS = 86_400_000;

function seconds(value: string): number {
	return /^\d+$/.test(value) ? Number(value) : Date.parse(value) / 1000;
}

function some(matches: (value: string, wanted: string) => boolean): OperatorTest {
	return (own, wanted) => own.some((value) => wanted.some((one) => matches(value, one)));
}

function none(matches: (value: string, wanted: string) => boolean): OperatorTest {
	return (own, wanted) => !own.some((value) => wanted.some((one) => matches(value, one)));
}

const OPERATORS: Record<string, OperatorTest> = {
	equal_to: some((value, wanted) => value === wanted),
	not_equal_to: none((value, wanted) => value === wanted),
	contains: some((value, part) => value.includes(part)),
	does_not_contain: none((value, part) => value.includes(part)),
	starts_with: some((value, part) => value.startsWith(part)),
	is_present: (own) => own.length > 0,
	is_not_present: (own) => own.length === 0,
	is_greater_than: some((value, wanted) => seconds(value) > seconds(wanted)),
	is_less_than: some((value, wanted) => seconds(value) < seconds(wanted)),
	days_before: (own, [days], now) =>
		own.some((value) => seconds(value) * 1000 < now - Number(days) * DAY_MS),
};

const WITHOUT_VALUES = ['is_present', 'is_not_present'];
const EQUALITY = ['equal_to', 'not_equal_to'];

/** The values of a contact's attribute as lower-case texts. */
function textsOf(contact: Contact, key: string): string[] {
	return [valueOf(contact, key)]
		.flat()
		.filter((value) => value !== null && value !== '')
		.map((value) => String(value).toLowerCase());
}

function wantedValues(condition: Condition, upstream: boolean): string[] {
	const { attribute_key: key, filter_operator: operator, values } = condition;
	if (values.length === 0 && !WITHOUT_VALUES.includes(operator)) {
		const message = `Invalid value. The values provided for ${key} are invalid`;
		throw rejection('unprocessable', message, 'values');
	}
	// Upstream compares with the first value only.
	const compared = upstream && EQUALITY.includes(operator) ? values.slice(0, 1) : values;
	return compared.map((value) => value.trim().toLowerCase());
}

function conditionTest(condition: Condition, { state, upstream }: Call): ContactTest {
	const { attribute_key: key, filter_operator: operator } = condition;
	const custom = state.customAttributes.map((definition) => definition.attribute_key);
	if (![...ATTRIBUTES, ...custom].includes(key)) {
		const message =
			`Invalid attribute key - [${key}]. The key should be one of ` +
			`[${ATTRIBUTES.join(', ')}] or a custom attribute defined in the account.`;
		throw rejection('unprocessable', message, 'attribute_key');
	}
	const wanted = wantedValues(condition, upstream);
	const now = state.now();
	return (contact) => OPERATORS[operator](textsOf(contact, key), wanted, now);
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
			JSON.stringify(['filter', conditions, call.upstream]),
			(contact) => isResolved(contact) && passes(contact),
			call.query.sort ?? '',
		);
		const page = pageOf(contacts, call);
		return contactList(page, { count: page.total, current_page: currentPage(page, call) }, call);
	},
} satisfies Operation;
