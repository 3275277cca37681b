import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

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
	string: 'text',
};

/**
 * The fields of an operation as a Markdown list. Fields in collections are indented.
 *
 * @param fields the properties of the node; variants of one field become one entry
 */
export function fieldList(fields: INodeProperties[], indent = ''): string {
	return merged(fields)
		.map((variants) => entry(variants, fields, indent))
		.join('\n');
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

function entry(variants: INodeProperties[], siblings: INodeProperties[], indent: string): string {
	const [field] = variants;
	const { displayName, name, required, description, hint, placeholder = '' } = field;
	if (field.type === 'notice') return `${indent}- ${displayName.replace(/<[^>]+>/g, '')}`;
	const about = [`\`${name}\``, typeName(field), ...(required ? ['required'] : [])].join(', ');
	const texts = [
		sentence(description),
		sentence(hint),
		choices(variants),
		condition(variants, siblings),
		defaultOf(variants, indent === '' ? 'Default' : 'Initial value'),
		placeholder.startsWith('e.g. ') ? `Example: \`${placeholder.slice(5)}\`.` : '',
	];
	const line =
		`${indent}- **${displayName}** (${about}). ${texts.filter(Boolean).join(' ')}`.trimEnd();
	const inner = innerFields(field);
	return inner.length === 0 ? line : `${line}\n${fieldList(inner, `${indent}  `)}`;
}

function typeName({ type, modes }: INodeProperties): string {
	if (type !== 'resourceLocator') return TYPE_NAMES[type] ?? type;
	return (modes ?? []).map(({ displayName }) => displayName).join(' / ');
}

function choices(variants: INodeProperties[]): string {
	const [{ type }] = variants;
	if (type !== 'options' && type !== 'multiOptions') return '';
	const all = variants.flatMap((field) => field.options as INodePropertyOptions[]);
	const options = all.filter(({ disabled }) => !disabled);
	const texts = options.map(({ name, value, description }) => {
		const meaning = description ? `: ${description.replace(/\.$/, '')}` : '';
		return `${name} (\`${String(value)}\`)${meaning}`;
	});
	return `Choices: ${[...new Set(texts)].join('; ')}.`;
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
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}
