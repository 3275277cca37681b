import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { InvalidRow, isExpression, isObject } from './values';

/**
 * A collection or a list of rows that is given by one expression.
 *
 * When n8n loads a workflow, it replaces such an expression by an empty collection before a node can see it:
 * `options: "={{ {previewOnly: true} }}"` would delete. n8n takes the expression for an object then, so the
 * only field of it that it finds in a collection or in a row is `length`. And a field in a collection keeps
 * its expression if it has a hidden twin of the same name, which n8n reads if the field itself is not shown.
 */
const LENGTH = 'length';

const lengthField: INodeProperties = {
	displayName: 'Expression for All Fields',
	name: LENGTH,
	type: 'string',
	default: '',
	description:
		'An expression for all fields has no effect in n8n. Remove it, and set each field on its own.',
	// n8n has replaced the expression by a number, which explains nothing.
	hint: 'n8n ignored the expression that was here. Remove this field, and add each field on its own.',
	displayOptions: { show: { [LENGTH]: [{ _cnd: { gte: 1 } }] } },
};

/** A collection or list of rows that is given by one expression. Its message is a whole sentence. */
export class WholeExpression extends InvalidRow {
	readonly remedy = "If the editor doesn't show the expression, add the node again.";
}

/** A property that leaves a trace if one expression gives it, or a collection or list of rows inside it. */
export function traced(property: INodeProperties): INodeProperties {
	if (property.type === 'collection') {
		const options = (property.options as INodeProperties[]).flatMap(withTwin);
		const sorted = [...options, lengthField].sort((one, other) =>
			one.displayName.localeCompare(other.displayName),
		);
		return { ...property, options: sorted };
	}
	if (property.type !== 'fixedCollection') return property;
	const groups = (property.options as INodePropertyCollection[]).map((group) => ({
		...group,
		values: [...group.values, { ...lengthField, type: 'hidden' as const }],
	}));
	return { ...property, options: groups };
}

/** The twin comes second, so that n8n reads it first. */
function withTwin(field: INodeProperties): INodeProperties[] {
	if (field.type !== 'fixedCollection') return [field];
	const { displayName, name, description, displayOptions, default: byDefault } = field;
	const hide = { ...displayOptions?.hide, [name]: [{ _cnd: { regex: '^=' } }] };
	return [
		{ ...traced(field), displayOptions: { ...displayOptions, hide } },
		{ displayName, name, description, type: 'hidden', default: byDefault },
	];
}

/** The paths of collections and lists of rows that one expression gives, with their display names. */
type Wholes = Array<[path: string, displayName: string]>;

/** What was found in the parameters of a node, which are the same for all items of a run. */
const found = new WeakMap<INodeParameters, Wholes>();

/**
 * Refuses a parameter in a collection or list of rows that is given by one expression.
 *
 * @param fields of the operation
 * @param typed the node's parameters before expressions are evaluated
 * @param path of the parameter
 * @throws WholeExpression that names the collection or the list
 */
export function refuseWholeExpressions(
	fields: INodeProperties[],
	typed: INodeParameters,
	path: string,
): void {
	const wholes = found.get(typed) ?? wholesIn(fields, typed);
	found.set(typed, wholes);
	const [, name] = wholes.find(([whole]) => `${path}.`.startsWith(`${whole}.`)) ?? [];
	if (name === undefined) return;
	throw new WholeExpression(
		`'${name}' can't be set by one expression, because n8n ignores it. Set each field in it on its own`,
	);
}

function wholesIn(fields: INodeProperties[], typed: IDataObject, parent = ''): Wholes {
	return fields.flatMap(({ type, name, displayName, options }) => {
		const [entered, path] = [typed[name], parent + name];
		if (type !== 'collection' && type !== 'fixedCollection') return [];
		if (isWhole(entered)) return [[path, displayName]] satisfies Wholes;
		if (!isObject(entered)) return [];
		if (type === 'collection') return wholesIn(options as INodeProperties[], entered, `${path}.`);
		const rows: unknown[] = Object.values(entered).flat();
		return rows.some(isWhole) ? ([[path, displayName]] satisfies Wholes) : [];
	});
}

function isWhole(typed: unknown): boolean {
	return isExpression(typed) || (isObject(typed) && Object.hasOwn(typed, LENGTH));
}
