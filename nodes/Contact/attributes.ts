import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { exactNumber } from '../shared/conditions/attributeType';
import { countryCode, keyText, trimmedText } from '../shared/input/keys';
import type { ReadParameter } from '../shared/operation';
import { eachRow, listIn, readField } from '../shared/input/rows';
import {
	boolean,
	type Choice,
	choice,
	InvalidValue,
	isBlank,
	json,
	jsonObject,
	required,
	rowsOf,
	quote,
	text,
	withoutUndefined,
} from '../shared/input/values';

/** The fields of a row have the names that n8n's assignments use. */
const keyField: INodeProperties = {
	displayName: 'Key',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. description',
	description: 'Key of the attribute',
};

const TYPES: Array<Choice<keyof typeof ROW_TYPES>> = [
	{ name: 'List', value: 'array' },
	{ name: 'Number', value: 'number' },
	{ name: 'Object', value: 'object' },
	{ name: 'Text', value: 'string' },
	{ name: 'True/False', value: 'boolean' },
];

const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	description: 'Type of the value',
	default: 'string',
	options: TYPES,
};

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	description:
		'Value of the attribute. Leave blank to skip the attribute. Enter a list as ["a", "b"], and an object as {"a": 1}. A number with more than 15 digits is sent as text, because n8n rounds it.',
	default: '',
	placeholder: 'e.g. Met at the trade fair',
};

/** How the values of each type are read. */
const ROW_TYPES = { array: list, boolean, number: exactNumber, object: jsonObject, string: text };

const typeOf = choice(TYPES);

/**
 * A field for attributes as a JSON object.
 *
 * @param kind of attributes, as the field beside it is named
 * @param example such an object
 * @param use what the field is for, behind the example
 */
export function jsonField(
	kind: 'Additional' | 'Custom',
	example: string,
	use = '',
): INodeProperties {
	return {
		displayName: `${kind} Attributes (JSON)`,
		name: `${kind.toLowerCase()}AttributesJson`,
		type: 'json',
		// The editor shows an error for a blank JSON field.
		default: '{}',
		description: `${kind} attributes as a JSON object, such as ${example}${use}. Put numbers with more than 15 digits in quotes, because n8n rounds them. If a key is in '${kind} Attributes' too, that value is used.`,
	};
}

/** The fields for additional attributes, which are facts about a contact that have no field of their own. */
export const additionalAttributeFields: INodeProperties[] = [
	{
		displayName: 'Additional Attributes',
		name: 'additionalAttributes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Attribute',
		description:
			"Other facts about the contact. The fields 'City', 'Company Name', 'Country' and 'Country Code' override the keys city, company_name, country and country_code here.",
		default: {},
		options: [
			{
				displayName: 'Additional Attribute',
				name: 'assignments',
				values: [keyField, typeField, valueField],
			},
		],
	},
	jsonField('Additional', '{"description": "Met at the trade fair"}'),
];

/** Separate fields for the additional attributes that the contract documents (2.1), and for the company. */
export const factFields: INodeProperties[] = [
	factField('City', 'city', 'Paris', 'City where the contact lives'),
	factField(
		'Company Name',
		'companyName',
		'Example Ltd',
		'Company where the contact works. Chatwoot 4.15 may replace it with the company of other contacts whose email has the same domain.',
	),
	factField('Country', 'country', 'France', 'Country where the contact lives'),
	{
		...factField(
			'Country Code',
			'countryCode',
			'FR',
			'Code of the country where the contact lives',
		),
		hint: 'Two letters, such as DE for Germany',
	},
];

function factField(
	displayName: string,
	name: string,
	example: string,
	description: string,
): INodeProperties {
	const placeholder = `e.g. ${example}`;
	return { displayName, name, type: 'string', default: '', placeholder, description };
}

/**
 * Reads the additional attributes of a contact. If a key is given more than once, a separate field wins over
 * a row, and a row wins over the JSON.
 */
export function readAdditionalAttributes(read: ReadParameter): IDataObject | undefined {
	return notEmpty({
		...read('additionalFields.additionalAttributesJson', attributesFromJson),
		...read('additionalFields.additionalAttributes', attributesFromRows),
		...withoutUndefined({
			city: read('additionalFields.city', text),
			company_name: read('additionalFields.companyName', text),
			country: read('additionalFields.country', text),
			country_code: read('additionalFields.countryCode', countryCode()),
		}),
	});
}

/** Reads attributes from JSON. Their keys are cleaned as in rows. */
export function attributesFromJson(value: unknown): IDataObject {
	const given = Object.entries(jsonObject(value) ?? {});
	return byKey(given.map(([key, each]) => [cleanedKey(key), each]));
}

function cleanedKey(key: string): string {
	try {
		return keyText(key) ?? key;
	} catch (error) {
		throw errorOfKey(key, error);
	}
}

/** The error of a key with the key in its message, because a JSON field has many. */
function errorOfKey(key: string, error: unknown): unknown {
	if (!(error instanceof InvalidValue)) return error;
	return new InvalidValue(`contain the key ${quote(key)}, which ${error.message}`);
}

/** Attributes by their keys, each of which must be there only once. */
function byKey(attributes: Array<[string, unknown]>): IDataObject {
	const known = new Set<string>();
	for (const [key] of attributes) {
		if (known.has(key)) throw new InvalidValue(`contain ${quote(key)} twice`);
		known.add(key);
	}
	return Object.fromEntries(attributes) as IDataObject;
}

/** Attributes, or undefined if there are none. */
export function notEmpty(attributes: IDataObject): IDataObject | undefined {
	return Object.keys(attributes).length === 0 ? undefined : attributes;
}

/**
 * Reads attributes from rows with name, type and value. It skips rows without a value.
 *
 * @returns attributes by name, with values of their types; undefined without rows
 */
export function attributesFromRows(value: unknown, typed?: unknown): IDataObject | undefined {
	const entered = rowsOf(typed, 'assignments');
	const rows = eachRow('Additional Attribute', rowsOf(value, 'assignments'), (row, index) =>
		attributeOfRow(row, entered[index]),
	);
	const given = rows.filter((attribute) => attribute !== undefined);
	return given.length === 0 ? undefined : byKey(given);
}

function attributeOfRow(row: IDataObject, typed = row): [string, unknown] | undefined {
	if (isBlank(row.value)) {
		readField(row, keyField, enteredKey, typed);
		return undefined;
	}
	const key = readField(row, keyField, required(keyText));
	const type = readField(row, typeField, typeOf) ?? 'string';
	return [key, readField(row, valueField, ROW_TYPES[type])];
}

/** Refuses a row that nobody has filled in: n8n makes such rows of one expression for all of them. */
function enteredKey(_key: unknown, typed: unknown): void {
	required(trimmedText)(typed);
}

function list(value: unknown): unknown {
	const entries = listIn(value);
	if (entries) return json(entries);
	throw new InvalidValue(`must be a list like ["a", "b"], but is ${quote(value)}`);
}
