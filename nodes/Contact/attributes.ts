import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { customAttributeLocator } from '../shared/form/locators';
import { chosenAttribute, exactNumber, valueOfType } from '../shared/input/attributeType';
import { countryCode, keyText, trimmedText } from '../shared/input/keys';
import type { ReadParameter } from '../shared/operation';
import { eachRow, listIn, readField } from '../shared/input/rows';
import {
	boolean,
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
const KEY = { displayName: 'Key', name: 'name' };

const customKeyField: INodeProperties = {
	...customAttributeLocator(KEY.displayName, KEY.name, 'searchContactAttributes'),
	hint: "An attribute chosen from the list has its own type. For a key that you enter, set 'Type' below.",
};

const additionalKeyField: INodeProperties = {
	...KEY,
	type: 'string',
	default: '',
	placeholder: 'e.g. company_name',
	description: 'Key of the attribute',
};

const typeField = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	description: 'Type of the value',
	default: 'string',
	options: [
		{ name: 'List', value: 'array' },
		{ name: 'Number', value: 'number' },
		{ name: 'Object', value: 'object' },
		{ name: 'Text', value: 'string', description: 'For dates, links and choices too' },
		{ name: 'True/False', value: 'boolean', description: 'For a checkbox' },
	],
} satisfies INodeProperties;

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	description:
		'Value of the attribute. Leave blank to skip the attribute. Enter a checkbox as true or false, a list as ["a", "b"], and an object as {"a": 1}. A number with more than 15 digits is sent as text, because n8n rounds it.',
	default: '',
};

/** How the values of each type are read. */
const ROW_TYPES = { array: list, boolean, number: exactNumber, object: jsonObject, string: text };

const typeOf = choice('array', 'boolean', 'number', 'object', 'string');

/**
 * The two fields for attributes of a contact: as rows and as JSON.
 *
 * @param kind first word of their display names
 * @param keyField the field for the key in a row
 * @param example key and value of an attribute
 */
function attributeFields(
	kind: string,
	keyField: INodeProperties,
	[key, value]: [key: string, value: string],
	description: string,
): INodeProperties[] {
	const name = `${kind.toLowerCase()}Attributes`;
	const values = [keyField, typeField, { ...valueField, placeholder: `e.g. ${value}` }];
	return [
		{
			displayName: `${kind} Attributes`,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Attribute',
			description,
			default: {},
			options: [{ displayName: `${kind} Attribute`, name: 'assignments', values }],
		},
		{
			displayName: `${kind} Attributes (JSON)`,
			name: `${name}Json`,
			type: 'json',
			// The editor shows an error for a blank JSON field.
			default: '{}',
			description: `${kind} attributes as a JSON object, such as {"${key}": "${value}"}. Put numbers with more than 15 digits in quotes, because n8n rounds them. If a key is in '${kind} Attributes' too, that value is used.`,
		},
	];
}

/** The fields for additional attributes, which are facts about a contact that have no field of their own. */
export const additionalAttributeFields = attributeFields(
	'Additional',
	additionalKeyField,
	['company_name', 'Example Ltd'],
	"Other facts about the contact. The fields 'City', 'Country' and 'Country Code' override the keys city, country and country_code here.",
);

/** The fields for custom attributes, which each account defines itself. */
export const customAttributeFields = attributeFields(
	'Custom',
	customKeyField,
	['plan', 'gold'],
	'Values for the custom attributes that are defined in your service',
);

/** Separate fields for the additional attributes that the contract documents (2.1). */
export const [cityField, countryField, countryCodeField] = [
	placeField('City', 'city', 'Paris', 'City where the contact lives'),
	placeField('Country', 'country', 'France', 'Country where the contact lives'),
	{
		...placeField('Country Code', 'countryCode', 'FR', 'Code of the country'),
		hint: 'Two letters, such as DE for Germany',
	},
];

function placeField(
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
		...readAttributes(read, 'Additional'),
		...withoutUndefined({
			city: read('additionalFields.city', text),
			country: read('additionalFields.country', text),
			country_code: read('additionalFields.countryCode', countryCode()),
		}),
	});
}

/** Reads the custom attributes of a contact. If a key is given twice, the row wins over the JSON. */
export function readCustomAttributes(read: ReadParameter, zone: string): IDataObject | undefined {
	return notEmpty(readAttributes(read, 'Custom', zone));
}

function readAttributes(read: ReadParameter, kind: string, zone = ''): IDataObject {
	const path = `additionalFields.${kind.toLowerCase()}Attributes`;
	const rows = read(path, attributesFromRows(`${kind} Attribute`, zone));
	return { ...read(`${path}Json`, attributesFromJson), ...rows };
}

/** Reads attributes from JSON. Their keys are cleaned as in rows. */
function attributesFromJson(value: unknown): IDataObject {
	const given = Object.entries(jsonObject(value) ?? {});
	return byKey(given.map(([key, each]) => [trimmedText(key) ?? key, each]));
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

function notEmpty(attributes: IDataObject): IDataObject | undefined {
	return Object.keys(attributes).length === 0 ? undefined : attributes;
}

/**
 * Makes a check that reads attributes from rows with name, type and value. It skips rows without a value.
 * The type of an attribute that was chosen from the list counts before the type of the row.
 *
 * @param title display name of a row
 * @param zone time zone of the workflow
 * @returns a check that returns attributes by name, with values of their types; undefined without rows
 */
export function attributesFromRows(
	title: string,
	zone: string,
): (value: unknown, typed?: unknown) => IDataObject | undefined {
	return (value, typed) => {
		const entered = rowsOf(typed, 'assignments');
		const rows = eachRow(title, rowsOf(value, 'assignments'), (row, index) =>
			attributeOfRow(row, zone, entered[index]),
		);
		const given = rows.filter((attribute) => attribute !== undefined);
		return given.length === 0 ? undefined : byKey(given);
	};
}

function attributeOfRow(
	row: IDataObject,
	zone: string,
	typed = row,
): [string, unknown] | undefined {
	const { value } = row;
	if (isBlank(value)) {
		readField(row, KEY, enteredKey, typed);
		return undefined;
	}
	const key = readField(row, KEY, required(keyText));
	const chosen = chosenAttribute(typed.name);
	if (chosen?.type) {
		return [key, readField(row, valueField, (given) => valueOfType(chosen, KEY, given, zone))];
	}
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
