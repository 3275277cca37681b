import type { IDataObject } from 'n8n-workflow';

import { textCheckFor } from '../input/keys';
import {
	eachRow,
	jsonRows,
	nameIn,
	objectRow,
	onlyTexts,
	readField,
	rowValues,
} from '../input/rows';
import { type Feature, NO_VALUE } from './operators';
import { type Choice, choice, text } from '../input/checks';
import { isBlank, isObject, quote } from '../values';
import { InvalidValue } from '../input/invalidValue';
import { type Check } from '../input/invalidValue';

/** A condition as it is sent (contract, 2.4 and 4.1). */
export interface Condition {
	attribute_key: string;
	filter_operator: string;
	/** A list, or the object `{from, to}` in a rule that reacts to a change. */
	values: unknown[] | IDataObject;
	query_operator: 'AND' | 'OR' | null;
	custom_attribute_type?: string;
}

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
 */
export function linkConditions(
	conditions: Array<Omit<Condition, 'query_operator'> & { query_operator?: unknown }>,
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
 * Makes a check that reads conditions from JSON: a list, one condition, or the body of a request, `{"payload": […]}`.
 * Those of a filter have texts as values. Some rules contain numbers and objects, which are sent unchanged.
 */
export function conditionsFromJson(
	feature: Feature,
	defaultLink?: 'AND' | 'OR',
): Check<Condition[] | undefined> {
	return (value) => {
		const parsed = jsonRows(value);
		const [first] = parsed ?? [];
		const wraps = parsed?.length === 1 && isObject(first) && Array.isArray(first.payload);
		const rows = wraps ? (first.payload as unknown[]) : parsed;
		const read = (row: unknown) => conditionFromJson(feature, objectRow(row));
		return rows && linkConditions(eachRow('Condition', rows, read), defaultLink);
	};
}

function conditionFromJson(feature: Feature, row: IDataObject): Omit<Condition, 'query_operator'> {
	const attribute_key = nameIn(row, 'attribute_key', 'email');
	const filter_operator = nameIn(row, 'filter_operator', 'equal_to');
	const isUnread =
		NO_VALUE.includes(filter_operator) || (feature === 'rule' && isObject(row.values));
	const check = row.custom_attribute_type === undefined ? textCheckFor(attribute_key) : text;
	const values = isUnread
		? ((row.values ?? []) as Condition['values'])
		: rowValues(row, 'values', true, feature === 'rule' ? onlyTexts(check) : check);
	return { ...row, attribute_key, filter_operator, values };
}

/** A link in JSON, in capitals. */
function link(value: unknown): 'AND' | 'OR' | undefined {
	if (isBlank(value)) return undefined;
	const operator = String(value).toUpperCase();
	if (operator === 'AND' || operator === 'OR') return operator;
	throw new InvalidValue(`must be AND or OR, but is ${quote(value)}`);
}
