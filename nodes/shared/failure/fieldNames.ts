import type { INodeProperties } from 'n8n-workflow';

import { camelCase, spaced, titleCase } from '../input/names';

/**
 * The parameter for a field of the API. Parameters have the API's names in camel case: `phoneNumber` for
 * `phone_number`.
 *
 * @param field name in the API, perhaps with a path like `custom_attributes.plan`
 * @param properties the operation's fields
 */
export function fieldOf(field: string, properties: INodeProperties[]): INodeProperties | undefined {
	const parameter = camelCase(headOf(field));
	const candidates = [parameter, `${parameter}Id`, `${parameter}Json`];
	const fields = everyField(properties);
	return candidates
		.map((candidate) => fields.find(({ name }) => name === candidate))
		.find((found) => found !== undefined);
}

/**
 * The fields that the sentences of a refusal start with: with their labels, or with their names in the API,
 * as Rails writes them: "Flow json can't be blank".
 */
export function fieldsInWords(text: string, properties: INodeProperties[]): INodeProperties[] {
	const sentences = text.toLowerCase().split('; ');
	return everyField(properties)
		.filter(({ type }) => type !== 'notice')
		.filter(({ name, displayName }) =>
			[displayName, spaced(name)].some((words) =>
				sentences.some((sentence) => sentence.startsWith(`${words.toLowerCase()} `)),
			),
		);
}

/** The display name of the parameter for a field of the API; without one, the API's name made readable. */
export function findDisplayName(field: string, properties: INodeProperties[]): string {
	return fieldOf(field, properties)?.displayName ?? titleCase(headOf(field));
}

function headOf(field: string): string {
	return field.split('.')[0];
}

/**
 * The names of the fields for the IDs in a request, in quotes: the required field for the ID in its path,
 * and the fields for the IDs in its body.
 */
export function idFields(properties: INodeProperties[], path: string, body: object): string[] {
	const inPath = /\{(?!account_id)\w+\}/.test(path)
		? properties.filter(({ name, required }) => required && name.endsWith('Id'))
		: [];
	const inBody = Object.keys(body)
		.filter((field) => field.endsWith('_id'))
		.map((field) => fieldOf(field, properties))
		.filter((field) => field !== undefined);
	return [...inPath, ...inBody].map(({ displayName }) => `'${displayName}'`);
}

/** All fields, including those in collections. */
function everyField(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? [property, ...(property.options as INodeProperties[])]
			: [property],
	);
}
