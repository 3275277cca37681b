import type { FieldType, IDataObject, INodeProperties } from 'n8n-workflow';
import { validateFieldType } from 'n8n-workflow';

import { titled } from '../shared/form/fields';
import type { ReadParameter } from '../shared/input/parameters';
import { eachRow, readField } from '../shared/input/rows';
import {
	boolean,
	choice,
	InvalidValue,
	isBlank,
	isJson,
	isObject,
	json,
	jsonObject,
	keyword,
	required,
	rowsOf,
	sendable,
	shown,
	text,
} from '../shared/input/values';

interface About extends Pick<INodeProperties, 'name' | 'description'> {
	/** What kind of attributes they are: the first word of both fields. */
	kind: string;
	example: string;
}

/** One attribute. The names are those of n8n's assignments. */
const ROW: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		description: 'Key of the attribute',
		default: '',
		placeholder: 'e.g. plan',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		description: 'What the value is sent as',
		default: 'string',
		options: titled('array', 'boolean', 'number', 'object', 'string'),
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		description:
			'Value of the attribute. A row without one is left out. A list is like ["a", "b"], an object like {"a": 1}.',
		default: '',
		placeholder: 'e.g. gold',
	},
];

const [NAME, TYPE, VALUE] = ROW;
const typeOf = choice<FieldType>('array', 'boolean', 'number', 'object', 'string');

/** The two ways to give attributes of a contact: as rows, and as JSON. */
export function attributeFields({ kind, example, ...rows }: About): INodeProperties[] {
	return [
		{
			...rows,
			displayName: `${kind} Attributes`,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Attribute',
			default: {},
			options: [{ displayName: `${kind} Attribute`, name: 'assignments', values: ROW }],
		},
		{
			displayName: `${kind} Attributes (JSON)`,
			name: `${rows.name}Json`,
			type: 'json',
			// What the editor takes for JSON: it marks a blank as wrong.
			default: '{}',
			description: `An object, such as ${example}. A row under '${kind} Attributes' wins over the same name here.`,
		},
	];
}

/** Both ways to give attributes as one object; undefined if neither was used. */
export function readAttributes(
	read: ReadParameter,
	kind: About['kind'],
	path: string,
): IDataObject | undefined {
	const rows = read(path, attributesFromRows(`${kind} Attribute`));
	const attributes = { ...read(`${path}Json`, jsonObject), ...rows };
	return Object.keys(attributes).length === 0 ? undefined : attributes;
}

/**
 * Reads attributes from rows of name, type and value, whatever an expression calls the list of rows.
 * A row without a value is left out. Without a type, the value is sent as it is.
 *
 * @param title of a row
 * @returns a check: attributes by their names, each of the type that the user chose; undefined without
 *   a row
 */
export function attributesFromRows(title: string): (value: unknown) => IDataObject | undefined {
	return (value) => {
		const [group] = isObject(value) ? Object.keys(value) : [];
		const rows = eachRow(title, rowsOf(value, group), attributeOfRow);
		const given = rows.filter((attribute) => attribute !== undefined);
		const names = given.map(([name]) => name);
		const twice = names.find((name, index) => names.indexOf(name) < index);
		if (twice !== undefined) throw new InvalidValue(`contain ${shown(twice)} twice`);
		return given.length === 0 ? undefined : (Object.fromEntries(given) as IDataObject);
	};
}

function attributeOfRow(row: IDataObject): [string, unknown] | undefined {
	const { name, value } = row;
	if (isBlank(value)) return undefined;
	if (isBlank(name)) throw new InvalidValue(`the value ${shown(value)} has no name`);
	const key = readField(row, NAME, required(keyword));
	const type = readField(row, TYPE, typeOf);
	if (type === 'string') return [key, readField(row, VALUE, text)];
	if (type === 'boolean') return [key, readField(row, VALUE, boolean)];
	if (type !== undefined) return [key, readField(row, VALUE, (given) => converted(given, type))];
	return [key, readField(row, VALUE, typeof value === 'string' ? sendable : json)];
}

function converted(value: unknown, type: FieldType): unknown {
	const exact = typeof value === 'string' && !isJson(value) ? value : json(value);
	const result = validateFieldType('', exact, type, { parseStrings: true });
	// n8n makes a number of others as well, such as 0 of an empty list.
	const isNumber = /^(?:number|string)$/.test(typeof value) && Math.abs(Number(value)) < Infinity;
	if (result.valid && (type !== 'number' || isNumber)) return result.newValue;
	throw new InvalidValue(`must be of type ${type}, but is ${shown(value)}`);
}
