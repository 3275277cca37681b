import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { keyword } from './keys';
import { eachRow, jsonList, nameIn, objectRow, readField, valuesOf } from './rows';
import { choice, InvalidValue, inWords, isBlank, isObject, required, shown, text } from './values';

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

/** A field of a row with options to choose from. */
export interface ChoiceField extends INodeProperties {
	options: INodePropertyOptions[];
}

/** A kind of attributes: those that have the same operators. */
export interface Kind {
	attributes: string[];
	/** The field for the operator. */
	operator: ChoiceField;
}

/** The choice for a custom attribute. Its key is in another field. */
export const CUSTOM = 'customAttribute';

/** Operators that take no value. */
export const NO_VALUE = ['is_present', 'is_not_present'];

export const ATTRIBUTE = { name: 'attribute', displayName: 'Attribute' };
const LINK = { name: 'queryOperator', displayName: 'Link to Next Condition' };
const JSON_LINK = { name: 'query_operator', displayName: 'query_operator' };
const CUSTOM_ATTRIBUTE = { name: 'customAttribute', displayName: 'Custom Attribute' };

/** The attribute of a row, or the key of a custom attribute. */
function attributeOf(row: IDataObject): string {
	const attribute = readField(row, ATTRIBUTE, required(keyword));
	return attribute === CUSTOM ? readField(row, CUSTOM_ATTRIBUTE, required(keyword)) : attribute;
}

/** The kind of the attribute in a row. An attribute that the form doesn't list counts as a custom attribute. */
export function kindOf<K extends Kind>({ attribute }: IDataObject, kinds: K[]): K {
	const isOf = (kind: K, name: unknown) => kind.attributes.includes(String(name));
	const kind =
		kinds.find((each) => isOf(each, attribute)) ?? kinds.find((each) => isOf(each, CUSTOM));
	if (!kind) throw new Error('No kind has custom attributes');
	return kind;
}

/**
 * Turns a row of the form into a condition.
 *
 * @param choices all attributes and operators of the form, which have the display names for messages
 * @param values reads the values; called only if the operator takes values
 * @throws InvalidValue for a blank field, and for an operator that doesn't work with the attribute
 */
export function conditionOfRow(
	row: IDataObject,
	kind: Kind,
	choices: INodePropertyOptions[],
	values: (operator: string) => unknown[],
): UnlinkedCondition {
	const filter_operator = operatorOf(row, kind.operator, choices);
	return {
		attribute_key: attributeOf(row),
		filter_operator,
		values: NO_VALUE.includes(filter_operator) ? [] : values(filter_operator),
		query_operator: readField(row, LINK, link),
	};
}

/** The operator of a row, or the default of the form. */
function operatorOf(row: IDataObject, field: ChoiceField, choices: INodePropertyOptions[]): string {
	const operator = field.name in row ? readField(row, field, required(text)) : field.default;
	if (field.options.some(({ value }) => value === operator)) return String(operator);
	const nameOf = (chosen: unknown) =>
		choices.find(({ value }) => value === chosen)?.name ?? String(chosen);
	const fitting = inWords(field.options.map(({ name }) => name));
	throw new InvalidValue(
		`'${nameOf(operator)}' doesn't work with '${nameOf(row.attribute)}'. Choose ${fitting}`,
	);
}

const match = choice('all', 'any');

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
export function linked(
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
 * @returns conditions with all their fields, not linked yet; undefined for a blank value or `{}`
 * @throws InvalidRow that names the condition and the missing field
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

/** A link in capitals. */
function link(value: unknown): 'AND' | 'OR' | undefined {
	if (isBlank(value)) return undefined;
	const operator = String(value).toUpperCase();
	if (operator === 'AND' || operator === 'OR') return operator;
	throw new InvalidValue(`must be AND or OR, but is ${shown(value)}`);
}
