import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { eachRow, jsonList, nameIn, objectRow, readField, texts, valuesOf } from './rows';
import { choice, InvalidValue, isBlank, isObject, keyword, required, shown, text } from './values';

/** A condition as it leaves (contract, 2.4 and 4.1). */
export interface Condition {
	attribute_key: string;
	filter_operator: string;
	/** A list; for a rule that watches a change, the object `{from, to}`. */
	values: unknown[] | IDataObject;
	query_operator: 'AND' | 'OR' | null;
	custom_attribute_type?: string;
}

/** A condition before it is linked to the next one. */
export type UnlinkedCondition = Omit<Condition, 'query_operator'> & { query_operator?: unknown };

/** Attributes that are compared in the same way. */
export interface Kind {
	attributes: string[];
	operators: INodePropertyOptions[];
}

/** Stands for an attribute of the account's own, named in a field beside it. */
export const CUSTOM = 'customAttribute';

/** Operators that compare with nothing. */
export const NO_VALUE = ['is_present', 'is_not_present'];

export const ATTRIBUTE = { name: 'attribute', displayName: 'Attribute' };
const CUSTOM_ATTRIBUTE = { name: 'customAttribute', displayName: 'Custom Attribute' };
const OPERATOR = { name: 'operator', displayName: 'Operator' };

/** The attribute that a row compares; one of the account's own by its key. */
function attributeOf(row: IDataObject): string {
	const attribute = readField(row, ATTRIBUTE, required(keyword));
	return attribute === CUSTOM ? readField(row, CUSTOM_ATTRIBUTE, required(key)) : attribute;
}

/** The kind of the attribute in a row; one that the form does not list is taken as the account's own. */
export function kindOf<K extends Kind>({ attribute }: IDataObject, kinds: K[]): K {
	const isOf = (kind: K, name: unknown) => kind.attributes.includes(String(name));
	const kind =
		kinds.find((each) => isOf(each, attribute)) ?? kinds.find((each) => isOf(each, CUSTOM));
	if (!kind) throw new Error('No kind is for custom attributes');
	return kind;
}

/** Whether attributes of a kind can be compared so. */
export function hasOperator({ operators }: Kind, operator: unknown): boolean {
	return operators.some(({ value }) => value === operator);
}

/**
 * A row of the builder as a condition.
 *
 * @param values gives what is compared with, asked only where the operator compares with something
 * @throws InvalidValue for a field that is blank, and an operator that does not fit the attribute
 */
export function conditionOfRow(
	row: IDataObject,
	kind: Kind,
	values: (operator: string) => unknown[],
): UnlinkedCondition {
	const filter_operator = operatorOf(row, kind);
	return {
		attribute_key: attributeOf(row),
		filter_operator,
		values: NO_VALUE.includes(filter_operator) ? [] : values(filter_operator),
		query_operator: row.queryOperator,
	};
}

/** The operator of a row; without one, as the form starts. */
function operatorOf(row: IDataObject, kind: Kind): string {
	const operator = 'operator' in row ? readField(row, OPERATOR, required(text)) : 'equal_to';
	if (hasOperator(kind, operator)) return operator;
	const names = kind.operators.map(({ name, value }) => `${name} (${value})`).join(', ');
	throw new InvalidValue(
		`'Operator' ${operator} does not fit 'Attribute' ${String(row.attribute)}. Choose one of: ${names}`,
	);
}

const match = choice('all', 'any');

/** How rows are linked: 'Match' of the form. */
export function matchLink(value: unknown): 'AND' | 'OR' {
	return match(value) === 'any' ? 'OR' : 'AND';
}

/**
 * Links each condition to the next, in capitals, and the last one to none: servers of the family
 * fail on a link too many or too few.
 *
 * @param usual link where a condition has none of its own
 * @throws InvalidValue that names the condition with another link
 */
export function linked(conditions: UnlinkedCondition[], usual: 'AND' | 'OR' = 'AND'): Condition[] {
	const last = conditions.at(-1);
	return eachRow('Condition', conditions, (condition) => ({
		...condition,
		query_operator: condition === last ? null : linkOf(condition, usual),
	}));
}

/**
 * Conditions from JSON: a list, one condition, or what a request wraps them in, `{"payload": […]}`.
 *
 * @returns each as an object with its own fields kept, not yet linked; undefined for a blank or `{}`
 * @throws InvalidValue that names the condition and what it lacks
 */
export function conditionsFromJson(value: unknown): UnlinkedCondition[] | undefined {
	const parsed = jsonList(value);
	const [first] = parsed ?? [];
	const wraps = parsed?.length === 1 && isObject(first) && Array.isArray(first.payload);
	const conditions = wraps ? (first.payload as unknown[]) : parsed;
	return conditions && eachRow('Condition', conditions, conditionFromJson);
}

function conditionFromJson(entry: unknown): UnlinkedCondition {
	const row = objectRow(entry);
	const attribute_key = nameIn(row, 'attribute_key', 'email');
	const filter_operator = nameIn(row, 'filter_operator', 'equal_to');
	return { ...row, attribute_key, filter_operator, values: valuesOf(row.values) };
}

function linkOf({ query_operator }: UnlinkedCondition, usual: 'AND' | 'OR'): 'AND' | 'OR' {
	if (isBlank(query_operator)) return usual;
	const operator = String(query_operator).toUpperCase();
	if (operator === 'AND' || operator === 'OR') return operator;
	throw new InvalidValue(`must have AND or OR as query_operator, but has ${shown(query_operator)}`);
}

/** The key of an attribute, typed or chosen from the list. */
function key(value: unknown): string | undefined {
	return keyword(texts(value)?.[0]);
}
