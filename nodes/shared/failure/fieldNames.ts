import type { INodeProperties } from 'n8n-workflow';

import { camelCase, titleCase } from '../input/names';

/**
 * The display names of the fields that the service named, in quotes. Parameters have the API's names in camel case:
 * `phoneNumber` for `phone_number`.
 *
 * @param fields names in the API, perhaps with a path like `custom_attributes.plan`
 * @param properties the operation's fields
 */
export function quoteFields(fields: string[], properties: INodeProperties[]): string[] {
	const found = fields.map((field) => findField(field, properties)?.displayName);
	return [...new Set(found)].filter((name) => name !== undefined).map(quote);
}

/** The display names of the fields for IDs, in quotes. Each operation has one for the account. */
export function quoteIdFields(properties: INodeProperties[]): string[] {
	const names = listFields(properties)
		.filter(({ name }) => name.endsWith('Id') && name !== 'accountId')
		.map(({ displayName }) => displayName);
	return [...names, 'Account ID'].map(quote);
}

/** The display name of the parameter for a field of the API; without one, the API's name made readable. */
export function findDisplayName(field: string, properties: INodeProperties[]): string {
	return findField(field, properties)?.displayName ?? titleCase(removePath(field));
}

function findField(field: string, properties: INodeProperties[]): INodeProperties | undefined {
	const parameter = camelCase(removePath(field));
	const fields = listFields(properties);
	return [parameter, `${parameter}Id`, `${parameter}Json`]
		.map((candidate) => fields.find(({ name }) => name === candidate))
		.find((found) => found !== undefined);
}

function removePath(field: string): string {
	return field.split('.')[0];
}

/** All fields, including those in collections. */
function listFields(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? [property, ...(property.options as INodeProperties[])]
			: [property],
	);
}

function quote(name: string): string {
	return `'${name}'`;
}
