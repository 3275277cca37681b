import { isResolved, valueOf, type ContactTest } from '../contacts/book';
import { operatorsOf, STANDARD_ATTRIBUTES } from '../contacts/filterAttributes';
import { contactList, currentPage } from '../contacts/shape';
import type { Call, Operation } from '../operation';
import { pageOf } from '../page';
import type { Contact } from '../records';
import { rejection } from '../rejection';

/** Contract 4.1, one item of the payload. */
interface Condition {
	attribute_key: string;
	filter_operator: string;
	values: string[];
	query_operator?: 'AND' | 'OR' | null;
}

/** Says whether a contact's values pass, given the values of the condition (lower case). */
type OperatorTest = (own: readonly string[], wanted: readonly string[], now: number) => boolean;

const DAY_MS = 86_400_000;

function seconds(value: string): number {
	return /^\d+$/.test(value) ? Number(value) : Date.parse(value) / 1000;
}

const OPERATORS: Record<string, OperatorTest> = {
	equal_to: (own, wanted) => own.some((value) => wanted.includes(value)),
	not_equal_to: (own, wanted) => !own.some((value) => wanted.includes(value)),
	contains: (own, wanted) => own.some((value) => wanted.some((part) => value.includes(part))),
	does_not_contain: (own, wanted) =>
		!own.some((value) => wanted.some((part) => value.includes(part))),
	starts_with: (own, wanted) => own.some((value) => wanted.some((part) => value.startsWith(part))),
	is_present: (own) => own.length > 0,
	is_not_present: (own) => own.length === 0,
	is_greater_than: (own, [wanted]) => own.some((value) => seconds(value) > seconds(wanted)),
	is_less_than: (own, [wanted]) => own.some((value) => seconds(value) < seconds(wanted)),
	days_before: (own, [days], now) =>
		own.some((value) => seconds(value) * 1000 < now - Number(days) * DAY_MS),
};

const WITHOUT_VALUES = ['is_present', 'is_not_present'];
const EQUALITY_OPERATORS = ['equal_to', 'not_equal_to'];

function checkAttribute({ attribute_key: key, filter_operator }: Condition, call: Call): void {
	const custom = call.state.customAttributes.map((definition) => definition.attribute_key);
	if (![...STANDARD_ATTRIBUTES, ...custom].includes(key)) {
		const message =
			`Invalid attribute key - [${key}]. The key should be one of ` +
			`[${STANDARD_ATTRIBUTES.join(', ')}] or a custom attribute defined in the account.`;
		throw rejection('unprocessable', message, 'attribute_key', 'unknown_attribute');
	}
	const operators = operatorsOf(key);
	if (call.upstream && !operators.includes(filter_operator)) {
		const message = `Invalid operator. The allowed operators for ${key} are [${operators.join(',')}].`;
		throw rejection('unprocessable', message, 'filter_operator', 'operator_not_allowed');
	}
}

/** The values of a contact as texts in lower case; none where it has no value. */
function textsOf(contact: Contact, key: string): string[] {
	return [valueOf(contact, key)]
		.flat()
		.filter((value) => value !== null && value !== '')
		.map((value) => String(value).toLowerCase());
}

function wantedValues(condition: Condition, call: Call): string[] {
	const { attribute_key: key, filter_operator: operator, values } = condition;
	if (values.length === 0 && !WITHOUT_VALUES.includes(operator)) {
		const message = `Invalid value. The values provided for ${key} are invalid`;
		throw rejection('unprocessable', message, 'values', 'blank');
	}
	// The family compares with the first value only.
	const firstOnly = call.upstream && EQUALITY_OPERATORS.includes(operator);
	const wanted = (firstOnly ? values.slice(0, 1) : values).map((value) =>
		value.trim().toLowerCase(),
	);
	const isWholeNumber = key === 'phone_number' && EQUALITY_OPERATORS.includes(operator);
	return isWholeNumber ? wanted.map((value) => `+${value.replaceAll('+', '')}`) : wanted;
}

function conditionTest(condition: Condition, call: Call): ContactTest {
	checkAttribute(condition, call);
	const { attribute_key: key, filter_operator: operator } = condition;
	const wanted = wantedValues(condition, call);
	const now = call.state.now();
	return (contact) => OPERATORS[operator](textsOf(contact, key), wanted, now);
}

/** Every item but the last needs AND or OR, the last needs null; else the query makes no sense. */
function checkJoins(conditions: readonly Condition[]): void {
	for (const [index, { query_operator: join }] of conditions.entries()) {
		const isLast = index === conditions.length - 1;
		if (isLast === !join) continue;
		const message = isLast
			? 'The last item must carry null as query_operator'
			: `Item ${index + 1} must carry AND or OR as query_operator, for another item follows`;
		throw rejection('crash', message, 'query_operator', 'query_operator');
	}
}

/** AND binds tighter than OR, as in SQL. No conditions: every contact passes. */
function joined(conditions: readonly Condition[], tests: readonly ContactTest[]): ContactTest {
	if (tests.length === 0) return () => true;

	const alternatives: ContactTest[][] = [[]];
	for (const [index, test] of tests.entries()) {
		alternatives[alternatives.length - 1].push(test);
		if (conditions[index].query_operator === 'OR') alternatives.push([]);
	}
	return (contact) => alternatives.some((group) => group.every((test) => test(contact)));
}

/** Contract 4.1: resolved contacts that meet the conditions. */
export default {
	errorStatus: 400,
	answer: (call) => {
		const conditions = call.body.payload as Condition[];
		checkJoins(conditions);
		const passes = joined(
			conditions,
			conditions.map((condition) => conditionTest(condition, call)),
		);
		const contacts = call.state.contacts.select(
			JSON.stringify(['filter', conditions, call.upstream]),
			(contact) => isResolved(contact) && passes(contact),
			call.query.sort ?? '',
		);
		const page = pageOf(contacts, call);
		return contactList(page, { count: page.total, current_page: currentPage(page, call) }, call);
	},
} satisfies Operation;
