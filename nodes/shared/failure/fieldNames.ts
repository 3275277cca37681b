import type { INodeProperties } from 'n8n-workflow';

import { camelCase, snakeCase, titleCase } from '../input/names';

/**
 * The steps of a field as the service named it, as the API writes them: `contact.phoneNumber` is contact and
 * phone_number. The keys of custom attributes are the user's own, so the path ends before them.
 */
function stepsOf(named: string): string[] {
	const steps = /\s/.test(named) ? [named] : named.split(/[./[\]]+/);
	const names = steps.filter((step) => /\D/.test(step)).map(snakeCase);
	const custom = names.indexOf('custom_attributes');
	return custom < 0 ? names : names.slice(0, custom + 1);
}

/** The API's name of a field as the service named it, without its path: phone_number of `contact.phoneNumber`. */
export function fieldName(named: string): string {
	return stepsOf(named).at(-1) ?? named;
}

/**
 * The display names of the fields that the service named, in quotes.
 *
 * @param fields as the service named them, perhaps with a path
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
	return findField(field, properties)?.displayName ?? titleCase(fieldName(field));
}

/** The parameter for the last step of a path that has one. Parameters have the API's names in camel case. */
function findField(field: string, properties: INodeProperties[]): INodeProperties | undefined {
	const fields = listFields(properties);
	return stepsOf(field)
		.reverse()
		.map(camelCase)
		.flatMap((parameter) => [parameter, `${parameter}Id`, `${parameter}Json`])
		.map((candidate) => fields.find(({ name }) => name === candidate))
		.find((found) => found !== undefined);
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
