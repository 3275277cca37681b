import type { IDataObject } from 'n8n-workflow';

import { type TextCheck, textCheckFor } from '../input/keys';
import { eachRow, jsonRows, nameIn, objectRow, readField } from '../input/rows';
import { NO_VALUE } from './operators';
import { type Choice, choice, InvalidValue, isBlank, isObject, quote, text } from '../input/values';

/** A condition as it is sent (contract, 2.4 and 4.1). */
export interface Condition {
	attribute_key: string;
	filter_operator: string;
	/** A list, or the object `{from, to}` in a rule that reacts to a change. */
	values: unknown[] | IDataObject;
	query_operator: 'AND' | 'OR' | null;
	custom_attribute_type?: string;
}

/** A condition that isn't linked to the next one yet. */
export type UnlinkedCondition = Omit<Condition, 'query_operator'> & { query_operator?: unknown };

/** The choice for a custom attribute. Its key is in another field. */
export const CUSTOM = 'customAttribute';

const JSON_LINK = { name: 'query_operator', displayName: 'query_operator' };

/** The choices of Match. */
export const MATCHES: Choice[] = [
	{ name: 'All Conditions', value: 'all' },
	{ name: 'Any Condition', value: 'any' },
];

/** The choices of a row's link to the next one. */
export const LINKS: Array<Choice<'AND' | 'OR' | ''>> = [
	{ name: 'And', value: 'AND' },
	{ name: 'Or', value: 'OR' },
	{ name: 'Same as Match', value: '' },
];

const match = choice(MATCHES);

/** The link between rows that 'Match' selects. */
export function matchLink(value: unknown): 'AND' | 'OR' {
	return match(value) === 'any' ? 'OR' : 'AND';
}

/**
 * Links each condition to the next one. The link is in capitals, and the last condition has none, because
 * servers fail on a missing link and on a link without a next condition.
 *
 * @param defaultLink link of a condition without its own
 * @throws InvalidRow that names the condition with an unknown link
 */
export function linkConditions(
	conditions: UnlinkedCondition[],
	defaultLink: 'AND' | 'OR' = 'AND',
): Condition[] {
	const last = conditions.at(-1);
	return eachRow('Condition', conditions, (condition) => ({
		...condition,
		query_operator:
			condition === last ? null : (readField(condition, JSON_LINK, link) ?? defaultLink),
	}));
}

/**
 * Reads conditions from JSON: a list, one condition, or the body of a request, `{"payload": […]}`.
 *
 * @param readValues reads the values of a row with the check for its texts, if the operator takes any
 * @returns conditions that are not linked yet; undefined for a blank value or `{}`
 * @throws InvalidRow that names the condition and the missing field
 */
export function jsonToConditions(
	value: unknown,
	readValues: (row: IDataObject, check: TextCheck) => Condition['values'],
): UnlinkedCondition[] | undefined {
	const parsed = jsonRows(value);
	const [first] = parsed ?? [];
	const wraps = parsed?.length === 1 && isObject(first) && Array.isArray(first.payload);
	const rows = wraps ? (first.payload as unknown[]) : parsed;
	return (
		rows &&
		eachRow('Condition', rows, (given) => {
			const row = objectRow(given);
			const attribute_key = nameIn(row, 'attribute_key', 'email');
			const filter_operator = nameIn(row, 'filter_operator', 'equal_to');
			const check = row.custom_attribute_type === undefined ? textCheckFor(attribute_key) : text;
			const values = NO_VALUE.includes(filter_operator)
				? ((row.values ?? []) as Condition['values'])
				: readValues(row, check);
			return { ...row, attribute_key, filter_operator, values };
		})
	);
}

/** A link in JSON, in capitals. */
function link(value: unknown): 'AND' | 'OR' | undefined {
	if (isBlank(value)) return undefined;
	const operator = String(value).toUpperCase();
	if (operator === 'AND' || operator === 'OR') return operator;
	throw new InvalidValue(`must be AND or OR, but is ${quote(value)}`);
}
