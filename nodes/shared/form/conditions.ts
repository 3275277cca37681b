import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InvalidValue, isBlank, isObject, json, shown } from '../input/values';

/** A condition as it leaves (contract, 2.4 and 4.1). */
export interface Condition {
	attribute_key: string;
	filter_operator: string;
	/** A list; for a rule that watches a change, the object `{from, to}`. */
	values: unknown[] | IDataObject;
	query_operator: 'AND' | 'OR' | null;
	custom_attribute_type?: string;
}

/** The row's field for what links it to the next row. */
export const linkField: INodeProperties = {
	displayName: 'Then',
	name: 'queryOperator',
	type: 'options',
	default: 'AND',
	options: [
		{ name: 'And', value: 'AND' },
		{ name: 'Or', value: 'OR' },
	],
	description: 'How this condition is linked to the next one. The last one is linked to none.',
};

/** What the contract's four operators (4.1) are called in the editor. */
export const CONTAINS: INodePropertyOptions[] = [
	{ name: 'Contains', value: 'contains' },
	{ name: 'Does Not Contain', value: 'does_not_contain' },
];
export const EQUALS: INodePropertyOptions[] = [
	{ name: 'Equals', value: 'equal_to' },
	{ name: 'Does Not Equal', value: 'not_equal_to' },
];

/** Stands for an attribute of the account's own, named in a field beside it. */
export const CUSTOM = 'customAttribute';

/** The row's field for the key of such an attribute. */
export const customAttributeField: INodeProperties = {
	displayName: 'Custom Attribute',
	name: 'customAttribute',
	type: 'string',
	displayOptions: { show: { attribute: [CUSTOM] } },
	default: '',
	placeholder: 'e.g. plan',
	description: 'Key of the attribute, as in the settings of custom attributes',
};

/** The operators that make sense for some attributes. */
export function operatorFor(
	attributes: string[],
	options: INodePropertyOptions[],
): INodeProperties {
	const [{ value: first }] = options;
	return {
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		description: 'How it is compared',
		displayOptions: { show: { attribute: attributes } },
		default: first,
		options,
	};
}

/** A condition before it is linked to the next one. */
export type UnlinkedCondition = Omit<Condition, 'query_operator'> & { query_operator?: unknown };

/**
 * Links each condition to the next: AND unless OR is given, in capitals, and null on the last one.
 * Servers of the family fail on an operator too many or too few.
 *
 * @throws InvalidValue that names the condition with another operator
 */
export function linked(conditions: UnlinkedCondition[]): Condition[] {
	return conditions.map((condition, index) => ({
		...condition,
		query_operator: index === conditions.length - 1 ? null : linkOf(condition, index),
	}));
}

/**
 * Conditions from JSON: a list, one condition, or what a request wraps them in, `{"payload": […]}`.
 *
 * @returns each as an object with its own fields kept; not yet linked; undefined for a blank
 * @throws InvalidValue that names the condition and what it lacks
 */
export function conditionsFromJson(value: unknown): UnlinkedCondition[] | undefined {
	const parsed = json(value);
	if (parsed === undefined) return undefined;
	const unwrapped = isObject(parsed) && 'payload' in parsed ? parsed.payload : parsed;
	const list: unknown[] = Array.isArray(unwrapped) ? unwrapped : [unwrapped];
	return list.map(conditionFromJson);
}

function conditionFromJson(entry: unknown, index: number): UnlinkedCondition {
	if (!isObject(entry)) throw broken(index, `must be an object, but is ${shown(entry)}`);
	const { attribute_key, filter_operator, values } = entry;
	if (typeof attribute_key !== 'string' || isBlank(attribute_key)) {
		throw broken(index, 'has no attribute_key, such as "email"');
	}
	if (typeof filter_operator !== 'string' || isBlank(filter_operator)) {
		throw broken(index, 'has no filter_operator, such as "equal_to"');
	}
	return { ...entry, attribute_key, filter_operator, values: valuesOf(values) };
}

/** Values are a list always; a single one is put into one. */
function valuesOf(values: unknown): unknown[] | IDataObject {
	if (values === undefined || values === null) return [];
	return Array.isArray(values) || isObject(values) ? (values as unknown[] | IDataObject) : [values];
}

function linkOf({ query_operator }: UnlinkedCondition, index: number): 'AND' | 'OR' {
	if (isBlank(query_operator)) return 'AND';
	const operator = String(query_operator).toUpperCase();
	if (operator === 'AND' || operator === 'OR') return operator;
	throw broken(index, `must have AND or OR as query_operator, but has ${shown(query_operator)}`);
}

/** @param index of the condition, counted from 0; users count from 1 */
export function broken(index: number, complaint: string): InvalidValue {
	return new InvalidValue(`are not complete: condition ${index + 1} ${complaint}`);
}

/** The attribute that a row compares; one of the account's own by its key. */
export function attributeOf({ attribute, customAttribute }: IDataObject, index: number): string {
	if (attribute !== CUSTOM) return String(attribute);
	if (isBlank(customAttribute)) throw broken(index, "has no name in 'Custom Attribute'");
	return String(customAttribute).trim();
}
