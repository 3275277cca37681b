import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { table } from './markdown';

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

/**
 * The fields of an operation as Markdown tables: its own fields, then each collection of optional fields.
 *
 * @param fields the properties of the node; variants of one field become one row
 */
export function fieldTables(fields: INodeProperties[]): string {
	const isOptional = ({ type }: INodeProperties) => type === 'collection';
	const own = fields.filter((field) => !isOptional(field));
	const collections = fields.filter(isOptional).map((field) => {
		const inner = innerFields(field);
		return `**${field.displayName}** (\`${field.name}\`), which you add one by one:\n\n${fieldTable(inner, 'Initial value')}`;
	});
	return [...(own.length > 0 ? [fieldTable(own, 'Default')] : []), ...collections].join('\n\n');
}

function fieldTable(fields: INodeProperties[], initial: string): string {
	return table(['Field', 'Type', 'What it is'], rowsOf(fields, initial));
}

/** A row for each field. The fields inside rows of the form follow, with the name of the rows in front. */
function rowsOf(fields: INodeProperties[], initial: string, outer = ''): string[][] {
	return merged(fields).flatMap((variants) => {
		const title = `${outer}${variants[0].displayName}`;
		const inner = rowsOf(innerFields(variants[0]), 'Initial value', `${title}: `);
		return [row(variants, fields, title, initial), ...inner];
	});
}

/** Groups the variants of a field, of which the form shows one, such as the operators of an attribute. */
function merged(fields: INodeProperties[]): INodeProperties[][] {
	const groups = new Map<string, INodeProperties[]>();
	for (const field of fields) {
		const key = `${field.displayName}/${field.name}/${field.type}`;
		groups.set(key, [...(groups.get(key) ?? []), field]);
	}
	return [...groups.values()];
}

function row(
	variants: INodeProperties[],
	siblings: INodeProperties[],
	title: string,
	initial: string,
): string[] {
	const [field] = variants;
	const { name, required, description, hint, placeholder = '' } = field;
	if (field.type === 'notice') return ['Note', '', field.displayName.replace(/<[^>]+>/g, '')];
	const texts = [
		sentence(description),
		sentence(hint),
		choices(variants),
		condition(variants, siblings),
		defaultOf(variants, initial),
		placeholder.startsWith('e.g. ') ? `Example: \`${placeholder.slice(5)}\`.` : '',
	];
	const type = `${typeName(field)}${required ? ', required' : ''}`;
	return [`**${title}**<br>\`${name}\``, type, texts.filter(Boolean).join(' ')];
}

function typeName({ type, modes }: INodeProperties): string {
	if (type !== 'resourceLocator') return TYPE_NAMES[type] ?? type;
	return (modes ?? []).map(({ displayName }) => displayName).join(' / ');
}

function choices(variants: INodeProperties[]): string {
	const [{ type }] = variants;
	if (type !== 'options' && type !== 'multiOptions') return '';
	const offered = variants.flatMap((field) => field.options as INodePropertyOptions[]);
	const options = offered.filter(({ disabled }) => !disabled);
	const texts = options.map(({ name, value, description }) => {
		const meaning = description ? `: ${markdown(description).replace(/\.$/, '')}` : '';
		return `${name} (\`${String(value)}\`)${meaning}`;
	});
	const all = [...new Set(texts)];
	if (options.some(({ description }) => description))
		return `Choices:<br>${all.join('.<br>')}.<br>`;
	return `Choices: ${all.join('; ')}.`;
}

/** The field that controls whether this one is shown, besides the operation. */
function condition(variants: INodeProperties[], siblings: INodeProperties[]): string {
	const [{ displayOptions }] = variants;
	const { operation, ...show } = displayOptions?.show ?? {};
	const [[name, values = []] = []] = Object.entries(show);
	const controlling = siblings.find((sibling) => sibling.name === name);
	if (!controlling) return '';
	if (variants.length > 1 || values.length > 3) return `Depends on '${controlling.displayName}'.`;
	const titles = values.map((value) => titleOf(controlling, value));
	return `Shown if '${controlling.displayName}' is ${titles.join(' or ')}.`;
}

function titleOf({ type, options = [] }: INodeProperties, value: unknown): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	const option = (options as INodePropertyOptions[]).find((candidate) => candidate.value === value);
	return option?.name ?? String(value);
}

/** The default value of the field. */
function defaultOf(
	[{ type, default: value }, ...others]: INodeProperties[],
	label: string,
): string {
	if (others.length > 0) return '';
	if (type === 'boolean') return `${label}: ${value === true ? 'on' : 'off'}.`;
	const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '');
	return isShown ? `${label}: \`${value}\`.` : '';
}

function innerFields({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

function sentence(text = ''): string {
	return markdown(text === '' || text.endsWith('.') ? text : `${text}.`);
}

/** Keeps a backslash, which Markdown would drop. */
function markdown(text: string): string {
	return text.replaceAll('\\', '\\\\');
}
