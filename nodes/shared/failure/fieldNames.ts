import type { INodeProperties } from 'n8n-workflow';

import { camelCase } from '../input/parameters';

/**
 * The parameter for a field of the service. Its name is that of the contract in camel case:
 * `phone_number` is `phoneNumber`.
 *
 * @param field as on the wire, perhaps with a path like `custom_attributes.plan`
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

/** The name that the user sees: that of the parameter, or the wire name made readable. */
export function displayNameOf(field: string, properties: INodeProperties[]): string {
	return fieldOf(field, properties)?.displayName ?? titleCase(headOf(field));
}

function headOf(field: string): string {
	return field.split('.')[0];
}

/**
 * The fields whose IDs a request has, in quotes: that of its path, which is required, and those of
 * its body.
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

/** The fields and those inside their collections. */
function everyField(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? [property, ...(property.options as INodeProperties[])]
			: [property],
	);
}

/** A wire name made readable: `phone_number` is Phone Number. */
export function titleCase(field: string): string {
	const words = field.split(/[_\s]+/).filter((word) => word !== '');
	return words
		.map((word) => (/^(?:id|url|uri)$/i.test(word) ? word.toUpperCase() : capitalized(word)))
		.join(' ');
}

function capitalized(word: string): string {
	return word[0].toUpperCase() + word.slice(1);
}
