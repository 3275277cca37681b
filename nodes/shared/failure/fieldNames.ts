import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { camelCase, enumerate, isBlank, isObject, quote, snakeCase, titleCase } from '../values';
import type { ResponseContext } from '../operation';

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
 * The fields of the form that the service named.
 *
 * @param named the fields as the service named them, perhaps with a path
 */
export function fieldsNamed(
	named: string[],
	{ fields, rawParameters }: Pick<ResponseContext, 'fields' | 'rawParameters'>,
): INodeProperties[] {
	const found = named.map((field) => findField(field, fields, rawParameters));
	return [...new Set(found)].filter((field) => field !== undefined);
}

/**
 * The fields of the form with which the sentences of the service begin, for a service that names none elsewhere. Rails
 * begins each sentence with the name of its field, as in `Inbox must exist; Flow json can't be blank`. The record of the
 * request itself is no field: `Appointment is already completed` says that its ID is right.
 */
export function fieldsInWords(
	text: string,
	{ fields, effect }: Pick<ResponseContext, 'fields' | 'effect'>,
): string[] {
	const sentences = text.split('; ').map((sentence) => `${snakeCase(sentence)}_`);
	const names = listFields(fields)
		.map(({ name }) => snakeCase(name))
		.flatMap((name) => [name, name.replace(/_id$/, '')])
		.filter((name) => name !== snakeCase(effect?.record ?? ''))
		.sort((a, b) => b.length - a.length);
	return sentences.flatMap(
		(sentence) => names.find((name) => sentence.startsWith(`${name}_`)) ?? [],
	);
}

/** What to do with a field that was left empty, by its type. */
const FILL_IN: Partial<Record<INodeProperties['type'], string>> = {
	json: 'Paste',
	multiOptions: 'Choose',
	options: 'Choose',
	resourceLocator: 'Choose',
};

/**
 * Says to check fields, with the values that were sent in brackets, and has a step for each that is empty in the form:
 * "Check 'Name' ('x'). Choose 'Inbox'. Paste 'Flow JSON'."
 */
export function adviceOnFields(
	fields: INodeProperties[],
	{ rawParameters, body }: Pick<ResponseContext, 'rawParameters' | 'body'>,
): string {
	const empty = fields.filter((field) => rawParameters && !isFilled(field, rawParameters));
	const shown = fields
		.filter((field) => !empty.includes(field))
		.map((field) => [quote(field.displayName), sentIn(body, field)].filter(Boolean).join(' '));
	const check = shown.length > 0 ? [`Check ${enumerate(shown, 'and')}.`] : [];
	const steps = empty.map(
		({ type, displayName }) => `${FILL_IN[type] ?? 'Fill in'} ${quote(displayName)}.`,
	);
	return [...check, ...steps].join(' ');
}

/**
 * The value of a field in the body of the request, in brackets, if it is a text or a number. An address isn't shown,
 * because it may contain a password.
 */
function sentIn(body: ResponseContext['body'], { name }: INodeProperties): string {
	const value = sentValue(body, snakeCase(name));
	const isShown = typeof value === 'string' ? !value.includes('://') : typeof value === 'number';
	return isShown ? `(${quote(value)})` : '';
}

/** The value of a field in the body of the request, by the field's name in the API. */
export function sentValue(body: ResponseContext['body'], name: string): unknown {
	return isObject(body) ? valuesOf(body, name)[0] : undefined;
}

/** Whether the user has filled in a field. JSON and rows are more than the default. */
function isFilled(
	{ name, type, default: start }: INodeProperties,
	rawParameters: INodeParameters,
): boolean {
	return valuesOf(rawParameters, name).some((entry) => {
		// A resource locator and a mapping have what was entered in their value.
		const value = isObject(entry) && 'value' in entry ? entry.value : entry;
		if (typeof value !== 'object' || value === null)
			return !isBlank(value) && !(type === 'json' && value === start);
		return !Object.values(value).every(isBlank);
	});
}

/** The values of a name in an object and in the objects that it contains, such as collections. */
function valuesOf(values: object, name: string): unknown[] {
	return [values, ...Object.values(values)]
		.filter(isObject)
		.map((object) => object[name])
		.filter((value) => value !== undefined);
}

/** The display names of the fields for IDs of records that were sent, in quotes. */
export function quoteIdFields(context: SentForm): string[] {
	return sentIdFields(context).map(({ displayName }) => quote(displayName));
}

/** Whether a text names a record of which the ID was sent, as in `Couldn't find AgentBot`. A path names none. */
export function namesRecord(text: string, context: SentForm): boolean {
	const spoken = text.split(/\s+/).filter((word) => !word.includes('/'));
	const words = snakeCase(spoken.join(' ')).split(/[^a-z]+/);
	const names = sentIdFields(context).map(({ name }) => snakeCase(name).replace(/id$/, ''));
	return names.some((name) => `_${words.join('_')}_`.includes(`_${name}`));
}

type SentForm = Pick<ResponseContext, 'fields' | 'rawParameters' | 'body'>;

/** The fields for IDs of records, unless they are empty. */
function sentIdFields({ fields, rawParameters = {}, body }: SentForm): INodeProperties[] {
	const isSent = (field: INodeProperties) =>
		isObject(body)
			? valuesOf(body, snakeCase(field.name)).length > 0
			: isFilled(field, rawParameters);
	return listFields(fields)
		.filter(({ name }) => name.endsWith('Id') && name !== 'accountId')
		.filter((field) => field.required || isSent(field));
}

/** The display name of the parameter for a field of the API; without one, the API's name made readable. */
export function findDisplayName(
	field: string,
	properties: INodeProperties[],
	rawParameters?: INodeParameters,
): string {
	return findField(field, properties, rawParameters)?.displayName ?? titleCase(fieldName(field));
}

/**
 * The parameter for the last step of a path that has one. Parameters have the API's names in camel case. If several
 * fields can set the same value, it is the one that the user has filled in.
 */
function findField(
	field: string,
	properties: INodeProperties[],
	rawParameters: INodeParameters = {},
): INodeProperties | undefined {
	const fields = listFields(properties);
	const found = stepsOf(field)
		.reverse()
		.map(camelCase)
		.flatMap((parameter) => [parameter, `${parameter}Id`, `${parameter}Json`])
		.flatMap((candidate) => fields.filter(({ name }) => name === candidate));
	return found.find((candidate) => isFilled(candidate, rawParameters)) ?? found[0];
}

/** All fields, including those in collections. */
function listFields(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? [property, ...(property.options as INodeProperties[])]
			: [property],
	);
}
