import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { enumerate } from '../../nodes/shared/values';
import { sentence, table } from './markdown';

/**
 * The fields of an operation as Markdown: a table of its own fields, one of each collection of optional fields, and
 * one of all fields in a row of the form. The form says the rest: types, initial values, hints and examples.
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

/** All fields in a row of the form. */
function rowTable(field: INodeProperties): string[] {
	if (field.type !== 'fixedCollection') return [];
	const shown = innerFields(field).filter(({ type }) => type !== 'notice');
	return [`A row of **${field.displayName}** has:`, ...fieldTable(shown)];
}

function fieldTable(fields: INodeProperties[]): string[] {
	const labels = [...new Set(fields.map(({ displayName }) => displayName))];
	const rows = labels.map((label) =>
		row(
			fields.filter(({ displayName }) => displayName === label),
			fields,
		),
	);
	return rows.length > 0 ? [table(['Field', 'What it is'], rows)] : [];
}

/**
 * @param variants the fields with one label, such as the operators of several attributes
 * @param fields all fields of the table, among them the one that decides which of the others are shown
 */
function row(variants: INodeProperties[], fields: INodeProperties[]): string[] {
	const [{ displayName, required }] = variants;
	const names = new Set(variants.map(({ name }) => name));
	const groups = [...new Set(variants.map(kindOf))].map((kind) =>
		variants.filter((variant) => kindOf(variant) === kind),
	);
	const parts = groups.map((group, index) =>
		// The first of several is the most common one, and needs no condition.
		part(group, groups.length > 1 && index === 0 ? [] : fields),
	);
	return [
		`**${displayName}**${names.size === 1 ? `<br>\`${[...names][0]}\`` : ''}`,
		[...parts, ...(required ? ['Required.'] : [])].join(' '),
	];
}

/** Variants of one kind are described together. */
function kindOf({ description, type }: INodeProperties): string {
	return `${type}: ${description}`;
}

/** What variants with the same description are: "For Assignee: Agent to compare with." */
function part(variants: INodeProperties[], fields: INodeProperties[]): string {
	const choices = [...new Set(variants.flatMap(choicesOf))].sort();
	const condition = conditionOf(variants, fields);
	return [
		`${condition}${sentence(variants[0].description)}`,
		...(choices.length > 0 ? [`Choices: ${choices.join('; ')}.`] : []),
	].join(' ');
}

/** For which choices of another field of the row the variants are shown, unless it is for all or none. */
function conditionOf(variants: INodeProperties[], fields: INodeProperties[]): string {
	for (const { name, options = [] } of fields) {
		const values = variants.flatMap(({ displayOptions }) => displayOptions?.show?.[name] ?? []);
		const choices = options as INodePropertyOptions[];
		const shown = choices.filter(({ value }) => values.includes(value));
		if (shown.length > 0 && shown.length < choices.length)
			return `For ${enumerate(
				shown.map((choice) => choice.name),
				'and',
			)}: `;
	}
	return '';
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
