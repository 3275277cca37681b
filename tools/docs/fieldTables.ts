import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { type Choices, choicesOf, meaningTable } from './choices';
import { sentence, table } from './markdown';

/** Readable names of the property types. */
const TYPE_NAMES: Record<string, string> = {
	assignmentCollection: 'names and values',
	boolean: 'toggle',
	collection: 'optional fields',
	dateTime: 'date and time',
	fixedCollection: 'rows',
	json: 'JSON',
	multiOptions: 'multiple choice',
	number: 'number',
	options: 'dropdown',
	resourceMapper: 'attributes of your service',
	string: 'text',
};

/** The fields that have one label, such as the operators of several attributes. The form shows one of them. */
type Variants = [INodeProperties, ...INodeProperties[]];

/**
 * The fields of an operation as Markdown: a table of its own fields, one of each collection of optional fields, and
 * one of the fields in a row of the form. A label has one row.
 *
 * @param fields the properties of the node, without notices
 */
export function fieldTables(fields: INodeProperties[]): string {
	const isOptional = ({ type }: INodeProperties) => type === 'collection';
	const own = fields.filter((field) => !isOptional(field));
	const collections = fields.filter(isOptional).flatMap((field) => {
		const title = `**${field.displayName}** (\`${field.name}\`), which you add one by one:`;
		return [title, ...tables(innerFields(field), 'Initial value')];
	});
	return [...tables(own, 'Default'), ...collections].join('\n\n');
}

/** A table of fields, and the tables of the rows among them. */
function tables(fields: INodeProperties[], initial: string): string[] {
	if (fields.length === 0) return [];
	const rows = byLabel(fields).map((variants) =>
		row(variants, condition(variants, fields), initial),
	);
	return [table(['Field', 'Type', 'What it is'], rows), ...fields.flatMap(rowTables)];
}

/** The fields in a row of the form: a table of them, and two of what depends on a choice. */
function rowTables(field: INodeProperties): string[] {
	if (field.type !== 'fixedCollection') return [];
	const inner = innerFields(field);
	const fields = inner.filter(({ type }) => type !== 'notice');
	const notices = inner.filter(({ type }) => type === 'notice').map(noticeText);
	const choices = choicesOf(fields);
	const rows = byLabel(fields).map((variants) => row(variants, '', 'Initial value', choices));
	return [
		`A row of **${field.displayName}** has these fields:`,
		table(['Field', 'Type', 'What it is'], rows),
		...(choices ? dependencyTables(choices) : []),
		...notices,
	];
}

function dependencyTables(choices: Choices): string[] {
	const title = `**${choices.label}** decides which fields the form shows:`;
	return [title, choices.table, ...choices.common.map(meaningTable)];
}

function byLabel(fields: INodeProperties[]): Variants[] {
	const groups = new Map<string, Variants>();
	for (const field of fields) {
		const known = groups.get(field.displayName);
		if (known) known.push(field);
		else groups.set(field.displayName, [field]);
	}
	return [...groups.values()];
}

/** @param more what the form decides, such as when it shows the field */
function row(variants: Variants, more: string, initial: string, choices?: Choices): string[] {
	const [{ displayName, required }] = variants;
	const names = unique(variants.map(({ name }) => name));
	const types = unique(variants.map(typeName)).join(' / ');
	const texts = [
		descriptions(variants, choices),
		optionTexts(variants),
		more,
		...(variants.length === 1 ? [defaultOf(variants[0], initial), exampleOf(variants[0])] : []),
	];
	return [
		[`**${displayName}**`, ...(names.length === 1 ? [`\`${names[0]}\``] : [])].join('<br>'),
		`${types}${required ? ', required' : ''}`,
		texts.filter(Boolean).join(' '),
	];
}

/** The sentences of the descriptions and hints, each once. Those about few of the choices name them, and come last. */
function descriptions(variants: Variants, choices?: Choices): string {
	const parts = variants.map((field) => ({
		texts: [field.description, field.hint].flatMap(sentences),
		shownFor: choices?.choicesFor(field) ?? [],
	}));
	const total = parts.flatMap(({ shownFor }) => shownFor).length;
	const lines = new Map([['', '']]);
	for (const text of unique(parts.flatMap(({ texts }) => texts))) {
		const names = parts
			.filter(({ texts }) => texts.includes(text))
			.flatMap((part) => part.shownFor);
		const about = 2 * names.length < total ? `<br>${names.join(', ')}:` : '';
		lines.set(about, `${lines.get(about) ?? about} ${text}`);
	}
	return [...lines.values()].join('').trim();
}

function sentences(text = ''): string[] {
	return text === '' ? [] : sentence(text).split(/(?<=\.) /);
}

function typeName({ type, modes }: INodeProperties): string {
	if (type !== 'resourceLocator') return TYPE_NAMES[type] ?? type;
	return (modes ?? []).map(({ displayName }) => displayName).join(' / ');
}

/** The choices of a field. If they depend on another field, its table shows them. */
function optionTexts([{ type, options = [] }, ...others]: Variants): string {
	if ((type !== 'options' && type !== 'multiOptions') || others.length > 0) return '';
	const offered = (options as INodePropertyOptions[]).filter(({ disabled }) => !disabled);
	const texts = offered.map(({ name, value, description }) => {
		const meaning = description ? `: ${sentence(description).replace(/\.$/, '')}` : '';
		return `${value === '' ? name : `${name} (\`${String(value)}\`)`}${meaning}`;
	});
	if (offered.some(({ description }) => description))
		return `Choices:<br>${texts.join('.<br>')}.<br>`;
	return `Choices: ${texts.join('; ')}.`;
}

/** The field that controls whether this one is shown, besides the operation. */
function condition([{ displayOptions }]: Variants, siblings: INodeProperties[]): string {
	const { operation, ...show } = displayOptions?.show ?? {};
	const [[name, values = []] = []] = Object.entries(show);
	const controlling = siblings.find((sibling) => sibling.name === name);
	if (!controlling) return '';
	const titles = values.map((value) => titleOf(controlling, value));
	return `Shown if '${controlling.displayName}' is ${titles.join(' or ')}.`;
}

function titleOf({ type, options = [] }: INodeProperties, value: unknown): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const option = (options as INodePropertyOptions[]).find((candidate) => candidate.value === value);
	return option?.name ?? String(value);
}

function defaultOf({ type, default: value }: INodeProperties, label: string): string {
	if (type === 'boolean') return `${label}: ${value === true ? 'on' : 'off'}.`;
	const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return isShown ? `${label}: \`${value}\`.` : '';
}

function exampleOf({ placeholder = '' }: INodeProperties): string {
	return placeholder.startsWith('e.g. ') ? `Example: \`${placeholder.slice(5)}\`.` : '';
}

function innerFields({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

/** The text of a notice, without the tags that the form needs. */
export function noticeText({ displayName }: INodeProperties): string {
	return sentence(displayName.replace(/<[^>]+>/g, ''));
}

function unique<T>(values: T[]): T[] {
	return [...new Set(values)];
}
