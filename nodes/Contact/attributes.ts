import type { FieldType, IDataObject, INodeProperties } from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import { customAttributeLocator } from '../shared/form/locators';
import { keyText, keyword, textOf } from '../shared/input/keys';
import type { ReadParameter } from '../shared/operation';
import { eachRow, readField, typedRows } from '../shared/input/rows';
import {
	boolean,
	choice,
	InvalidValue,
	isBlank,
	isJson,
	json,
	jsonObject,
	required,
	rowsOf,
	sendable,
	shown,
	text,
	withoutUndefined,
} from '../shared/input/values';

/** The parts in which the two kinds of attributes differ. */
interface About extends Pick<INodeProperties, 'name' | 'description'> {
	/** First word of the display names. */
	kind: string;
	/** The field for the key in a row. */
	keyField: INodeProperties;
	/** Placeholder of the value in a row. */
	placeholder: string;
	/** Hints of type and value, if the list of attributes shows them. */
	hints?: { type: string; value: string };
	/** Example of all attributes as JSON. */
	example: string;
}

/** The fields of a row have the names that n8n's assignments use. */
const KEY = { displayName: 'Key', name: 'name' };

const customKeyField = customAttributeLocator(KEY.displayName, KEY.name, 'searchContactAttributes');

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
		{ name: 'Yes/No', value: 'boolean', description: 'For attributes of the type true/false' },
	],
} satisfies INodeProperties;

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	description:
		'Value of the attribute. Leave blank to skip the attribute. Enter Yes/No as true or false, a list as ["a", "b"], and an object as {"a": 1}. Send a number with more than 15 digits as text, because n8n rounds it.',
	default: '',
};

const typeOf = choice<FieldType>('array', 'boolean', 'number', 'object', 'string');

/** The two fields for attributes of a contact: as rows and as JSON. */
function attributeFields(about: About): INodeProperties[] {
	const { kind, name, description, keyField, placeholder, hints, example } = about;
	return [
		{
			displayName: `${kind} Attributes`,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Attribute',
			description,
			default: {},
			options: [
				{
					displayName: `${kind} Attribute`,
					name: 'assignments',
					values: [
						keyField,
						{ ...typeField, hint: hints?.type },
						{ ...valueField, placeholder: `e.g. ${placeholder}`, hint: hints?.value },
					],
				},
			],
		},
		{
			displayName: `${kind} Attributes (JSON)`,
			name: `${name}Json`,
			type: 'json',
			// The editor shows an error for a blank JSON field.
			default: '{}',
			description: `${kind} attributes as a JSON object, such as ${example}. Put numbers with more than 15 digits in quotes, because n8n rounds them. If a key is in '${kind} Attributes' too, that value is used.`,
		},
	];
}

/** The fields for additional attributes, which are facts about a contact that have no field of their own. */
export const additionalAttributeFields = attributeFields({
	kind: 'Additional',
	name: 'additionalAttributes',
	keyField: additionalKeyField,
	placeholder: 'Example Ltd',
	description:
		"Other facts about the contact. The fields 'City', 'Country' and 'Country Code' override the keys city, country and country_code here.",
	example: '{"company_name": "Example Ltd"}',
});

/** The fields for custom attributes, which each account defines itself. */
export const customAttributeFields = attributeFields({
	kind: 'Custom',
	name: 'customAttributes',
	keyField: customKeyField,
	placeholder: 'gold',
	hints: {
		type: "Choose the type that the list shows behind the attribute's name",
		value: 'If the list shows choices behind the name, enter one of them',
	},
	description:
		'Values for the custom attributes that are defined in your service. Store numbers of more than 15 digits as text, because n8n rounds them.',
	example: '{"plan": "gold"}',
});

/** Separate fields for the additional attributes that the contract documents (2.1). */
export const [cityField, countryField, countryCodeField] = [
	placeField('City', 'city', 'Paris', 'City where the contact lives'),
	placeField('Country', 'country', 'France', 'Country where the contact lives'),
	placeField('Country Code', 'countryCode', 'FR', 'Two-letter code of the country'),
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
		...readAttributes(read, 'Additional', 'additionalFields.additionalAttributes'),
		...withoutUndefined({
			city: read('additionalFields.city', text),
			country: read('additionalFields.country', text),
			country_code: read('additionalFields.countryCode', textOf('country_code')),
		}),
	});
}

/** Reads the custom attributes of a contact. If a key is given twice, the row wins over the JSON. */
export function readCustomAttributes(read: ReadParameter): IDataObject | undefined {
	return notEmpty(readAttributes(read, 'Custom', 'additionalFields.customAttributes'));
}

function readAttributes(read: ReadParameter, kind: About['kind'], path: string): IDataObject {
	const rows = read(path, attributesFromRows(`${kind} Attribute`));
	return { ...read(`${path}Json`, attributesFromJson), ...rows };
}

/** Reads attributes from JSON. Their keys are cleaned as in rows. */
function attributesFromJson(value: unknown): IDataObject {
	const given = Object.entries(jsonObject(value) ?? {});
	return byKey(given.map(([key, each]) => [keyText(key) ?? key, each]));
}

/** Attributes by their keys, each of which must be there only once. */
function byKey(attributes: Array<[string, unknown]>): IDataObject {
	const known = new Set<string>();
	for (const [key] of attributes) {
		if (known.has(key)) throw new InvalidValue(`contain ${shown(key)} twice`);
		known.add(key);
	}
	return Object.fromEntries(attributes) as IDataObject;
}

function notEmpty(attributes: IDataObject): IDataObject | undefined {
	return Object.keys(attributes).length === 0 ? undefined : attributes;
}

/**
 * Makes a check that reads attributes from rows with name, type and value. It skips rows without a value.
 * Without a type, the value is sent unchanged.
 *
 * @param title display name of a row
 * @returns a check that returns attributes by name, with values of the chosen types; undefined without rows
 */
export function attributesFromRows(
	title: string,
): (value: unknown, typed?: unknown) => IDataObject | undefined {
	return (value, typed) => {
		const entered = typedRows(typed, 'assignments');
		const rows = eachRow(title, rowsOf(value, 'assignments'), (row, index) =>
			attributeOfRow(row, entered[index]),
		);
		const given = rows.filter((attribute) => attribute !== undefined);
		return given.length === 0 ? undefined : byKey(given);
	};
}

function attributeOfRow(row: IDataObject, typed = row): [string, unknown] | undefined {
	const { value } = row;
	if (isBlank(value)) {
		readField(row, KEY, enteredKey, typed);
		return undefined;
	}
	const key = readField(row, KEY, required(keyword));
	const type = readField(row, typeField, typeOf);
	if (type === 'string') return [key, readField(row, valueField, text)];
	if (type === 'boolean') return [key, readField(row, valueField, boolean)];
	if (type !== undefined)
		return [key, readField(row, valueField, (given) => converted(given, type))];
	return [key, readField(row, valueField, typeof value === 'string' ? sendable : json)];
}

/** Refuses a row that nobody has filled in: n8n makes such rows of one expression for all of them. */
function enteredKey(_key: unknown, typed: unknown): void {
	required(keyText)(typed);
}

function converted(value: unknown, type: FieldType): unknown {
	const exact = typeof value === 'string' && !isJson(value) ? value : json(value);
	const result = validateFieldType('', exact, type, { parseStrings: true });
	// n8n also converts other values to numbers, such as an empty list to 0.
	const isNumber = /^(?:number|string)$/.test(typeof value) && Math.abs(Number(value)) < Infinity;
	if (result.valid && (type !== 'number' || isNumber)) return result.newValue;
	const label = typeField.options.find((option) => option.value === type)?.name;
	throw new InvalidValue(`must be of type ${label}, but is ${shown(value)}`);
}
