/** Reads conditions that are typed as JSON. */
import type { IDataObject } from 'n8n-workflow';

import { text } from '../input/checks';
import { type Check, InvalidValue } from '../input/invalidValue';
import { textCheckFor } from '../input/keys';
import {
	eachRow,
	jsonRows,
	nameIn,
	objectRow,
	onlyTexts,
	readField,
	rejectWholeRule,
	rowValues,
} from '../input/rows';
import { isBlank, isObject, quote } from '../values';
import type { Link } from './conditionFields';
import type { Condition } from './conditionRows';
import { type Feature, NO_VALUE } from './operators';

const LINK = { name: 'query_operator', displayName: 'query_operator' };

/**
 * Makes a check that reads conditions from JSON: a list, one condition, or the body of a request, `{"payload": […]}`.
 * Those of a filter have texts as values. Some rules contain numbers and objects, which are sent unchanged.
 */
export function conditionsFromJson(
	feature: Feature,
	defaultLink: Link = 'AND',
): Check<Condition[] | undefined> {
	return (value) => {
		const parsed = jsonRows(value);
		rejectWholeRule(parsed, 'conditions');
		const [first] = parsed ?? [];
		const wraps = parsed?.length === 1 && isObject(first) && Array.isArray(first.payload);
		const rows = wraps ? (first.payload as unknown[]) : parsed;
		const read = (row: unknown) => conditionFromJson(feature, objectRow(row));
		const conditions = rows && eachRow('Condition', rows, read);
		return conditions && linked(conditions, defaultLink);
	};
}

/** Links each condition to the next one, and the last one to nothing. */
function linked(conditions: Array<Omit<Condition, 'query_operator'>>, link: Link): Condition[] {
	const last = conditions.at(-1);
	return eachRow('Condition', conditions, (condition) => ({
		...condition,
		query_operator: condition === last ? null : (readField({ ...condition }, LINK, linkIn) ?? link),
	}));
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
function linkIn(value: unknown): Link | undefined {
	if (isBlank(value)) return undefined;
	const operator = String(value).toUpperCase();
	if (operator === 'AND' || operator === 'OR') return operator;
	throw new InvalidValue(`must be AND or OR, but is ${quote(value)}`);
}
