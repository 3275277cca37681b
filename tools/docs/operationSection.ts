import type { INodeProperties } from 'n8n-workflow';

import { propertiesOf } from '../../nodes/shared/form/fields';
import { enumerate } from '../../nodes/shared/values';
import type { NamedCase } from '../../cases';
import { nodeTypeOf } from '../../cases/nodes';
import { ofVersion } from '../../cases/properties';
import { newestOf } from '../engine/versions';
import type { Sandbox } from '../sandbox';
import { failureTable } from './failureTable';
import { fieldTables } from './fieldTables';
import { formatted } from './format';
import { anchorOf, block, sentence } from './markdown';
import { type NodeResult, run } from './runs';

/** Line width of the examples: a condition fits on one line. */
const WIDTH = 120;

/** Fields of many operations, which docs/common-options.md explains once. */
export const COMMON_FIELDS = ['returnAll', 'limit', 'simplify'];
export const COMMON_OPTIONS = [
	'accountId',
	'maxConcurrentRequests',
	'maxRateLimitWait',
	'maxRetries',
	'previewOnly',
];

/** The common fields that only some operations have. */
const SHARED = [...COMMON_FIELDS, 'previewOnly'];

/**
 * The section of one operation: fields, an output item and usual failures.
 *
 * @param shown the fields of the items that sections above show, by operation. This one's are added.
 */
export async function operationSection(
	one: NamedCase,
	sandbox: Sandbox,
	shown: Map<string, string[]>,
): Promise<string> {
	const outcome = await run(sandbox, one, one.example);
	if (outcome.items.length === 0) {
		const problem = outcome.requests.at(0)?.problem;
		const reason = problem ?? outcome.error?.message ?? 'no record came back';
		throw new Error(`The example of cases/operations/${one.id}.ts gives no item: ${reason}`);
	}
	const { name, description, endpoint } = one.operation;
	const fields = Object.keys(outcome.items[0]);
	const similar = [...shown].find(([, names]) => fields.every((field) => names.includes(field)));
	if (!similar) shown.set(name, fields);
	return [
		`## ${name}`,
		sentence(description),
		`\`${endpoint.method} ${endpoint.url}\``,
		...noticePart(one),
		...fieldsPart(one),
		...surprisesPart(one),
		'### Output',
		...(similar
			? [comparison(fields, ...similar)]
			: [await itemPart(outcome), ...(await rawPart(one, outcome, sandbox))]),
		...(await failureTable(one, sandbox)),
	].join('\n\n');
}

/** What the form says above its fields. */
function noticePart(one: NamedCase): string[] {
	const fields = newestFields(one);
	const inCollections = fields
		.filter(({ type }) => type === 'collection')
		.flatMap(({ options = [] }) => options as INodeProperties[]);
	const notices = [...fields, ...inCollections].filter(({ type }) => type === 'notice');
	// Without the tags that the form needs.
	return notices.map(
		({ displayName }) => `> **Note**: ${sentence(displayName.replace(/<[^>]+>/g, ''))}`,
	);
}

/** The operation's own fields, and the names of its common fields. */
function fieldsPart(one: NamedCase): string[] {
	const fields = newestFields(one).filter(({ type }) => type !== 'notice');
	const options = fields.flatMap(optionsOf);
	const own = fields
		.map((field) =>
			field.name === 'options' ? { ...field, options: options.filter(isItsOwn) } : field,
		)
		.filter((field) => isItsOwn(field) && (field.type !== 'collection' || field.options?.length));
	const shared = [...fields, ...options]
		.filter((field) => SHARED.includes(field.name) && !isItsOwn(field))
		.map(({ displayName }) => displayName);
	const others = [...shared, 'the options of all nodes'];
	const also = `Also: [${enumerate(others, 'and')}](../common-options.md).`;
	return ['### Fields', ...(own.length > 0 ? [fieldTables(own)] : []), also];
}

function surprisesPart({ surprises = [] }: NamedCase): string[] {
	if (surprises.length === 0) return [];
	return ['### Good to know', surprises.map((each) => `- ${each}`).join('\n')];
}

/** The form of an operation in the newest version of its node. */
export function newestFields(one: NamedCase): INodeProperties[] {
	return ofVersion(newestOf(nodeTypeOf(one).description), propertiesOf(one.operation));
}

function optionsOf({ name, options = [] }: INodeProperties): INodeProperties[] {
	return name === 'options' ? (options as INodeProperties[]) : [];
}

/** Whether the field needs its own description on the page. */
function isItsOwn({ name, hint }: INodeProperties): boolean {
	const isCommon = [...COMMON_FIELDS, ...COMMON_OPTIONS].includes(name);
	return !isCommon || hint !== undefined;
}

/** What an item has, compared with the items of an operation above. */
function comparison(fields: string[], operation: string, names: string[]): string {
	const missing = names.filter((name) => !fields.includes(name)).map((name) => `\`${name}\``);
	const but = missing.length > 0 ? `, but not ${enumerate(missing, 'and')}` : '';
	return `Each item has the fields of those of [${operation}](#${anchorOf(operation)})${but}.`;
}

/** The first output item. */
async function itemPart({ items }: NodeResult): Promise<string> {
	return [
		...(items.length === 1 ? [] : [`The first of ${items.length} items:`]),
		block('json', await json(items[0])),
	].join('\n\n');
}

async function json(value: unknown): Promise<string> {
	return (await formatted(JSON.stringify(value), 'json', WIDTH)).trimEnd();
}

/** Fields that an item only has when Simplify is off. */
async function rawPart(one: NamedCase, { items }: NodeResult, sandbox: Sandbox): Promise<string[]> {
	if (!one.operation.fields.some(({ name }) => name === 'simplify')) return [];
	const raw = await run(sandbox, one, { ...one.example, simplify: false });
	const added = Object.keys(raw.items[0]).filter((name) => !(name in items[0]));
	if (added.length === 0) return [];
	const names = added.map((name) => `\`${name}\``).join(', ');
	return [`Without 'Simplify', it also has ${names}.`];
}
