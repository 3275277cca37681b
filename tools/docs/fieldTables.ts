import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { sentence, table } from './markdown';

/**
 * The fields of an operation as Markdown: a table of its own fields, one of each collection of optional fields, and
 * one of the fields in a row of the form. The form says the rest: types, initial values, hints and examples.
 *
 * @param fields the properties of the node, without notices
 */
export function fieldTables(fields: INodeProperties[]): string {
	const own = fields.filter(({ type }) => type !== 'collection');
	const collections = fields.filter(({ type }) => type === 'collection');
	return [
		...tables(own),
		...collections.flatMap((field) => [
			`**${field.displayName}**, which you add one by one:`,
			...tables(innerFields(field)),
		]),
	].join('\n\n');
}

/** A table of fields, and one for the rows of each. */
function tables(fields: INodeProperties[]): string[] {
	return [...fieldTable(fields), ...fields.flatMap(rowTable)];
}

/** The choices in a row of the form. Its other fields say by their labels what they are. */
function rowTable(field: INodeProperties): string[] {
	if (field.type !== 'fixedCollection') return [];
	const choices = fieldTable(innerFields(field).filter(({ type }) => type === 'options'));
	return choices.length > 0
		? [`In a row of **${field.displayName}**, you choose:`, ...choices]
		: [];
}

function fieldTable(fields: INodeProperties[]): string[] {
	const labels = [...new Set(fields.map(({ displayName }) => displayName))];
	const rows = labels.map((label) =>
		row(fields.filter(({ displayName }) => displayName === label)),
	);
	return rows.length > 0 ? [table(['Field', 'What it is'], rows)] : [];
}

/** @param variants the fields with one label, such as the operators of several attributes */
function row(variants: INodeProperties[]): string[] {
	const [{ displayName, description, required }] = variants;
	const names = new Set(variants.map(({ name }) => name));
	const choices = new Set(variants.flatMap(choicesOf));
	return [
		`**${displayName}**${names.size === 1 ? `<br>\`${[...names][0]}\`` : ''}`,
		[
			sentence(description),
			...(required ? ['Required.'] : []),
			...(choices.size > 0 ? [`Choices: ${[...choices].sort().join('; ')}.`] : []),
		].join(' '),
	];
}

function choicesOf({ type, options = [] }: INodeProperties): string[] {
	if (type !== 'options' && type !== 'multiOptions') return [];
	const offered = (options as INodePropertyOptions[]).filter(({ disabled }) => !disabled);
	return offered.map(({ name }) => name);
}

function innerFields({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}
