import { existsSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { RecordedRequest } from '../sandbox';
import { caseOf } from '../../test/cases';
import type { Example, Mishap, Variation } from '../../test/fixtures/operationCase';
import { fieldList } from './fieldList';
import { formatted } from './format';
import type { NodeOperation } from './nodeOperations';
import type { Outcome, Stage } from './runs';

const DOCS = path.join(__dirname, '../../docs');

/** Fields and options that every operation has: the page says once what they do. */
export const COMMON_FIELDS = ['accountId', 'maxConcurrentRequests', 'maxRetries'];

const ONLY_COMMON_MISHAPS = 'What can go wrong with [every operation](#every-operation).';

/** The section of one operation: what it does, its fields, and what its runs came to. */
export async function operationSection(operation: NodeOperation, stage: Stage): Promise<string> {
	const { example } = caseOf(operation.id);
	const outcome = await stage.run(operation, example);
	return [
		`### ${operation.name}`,
		operation.description.replace(/\.?$/, '.'),
		`\`${operation.endpoint}\``,
		...formPart(operation),
		...fieldsPart(operation),
		'**What it sends**',
		await requestsPart(outcome),
		'**What comes out**',
		...itemsPart(outcome),
		...(await rawPart(operation, example, outcome, stage)),
		...(await variationsPart(operation, example.variations ?? [], stage)),
		...(await mishapsPart(operation, example.mishaps, stage)),
	].join('\n\n');
}

/** Its form as `npm run test:n8n` has taken it; a new operation has none before that. */
function formPart({ id }: NodeOperation): string[] {
	const image = `images/${id}.webp`;
	return existsSync(path.join(DOCS, image)) ? [`![The form of the operation](${image})`] : [];
}

/** What can go wrong, as a list: each entry from a run in which it did. */
export async function mishapList(
	operation: NodeOperation,
	mishaps: Mishap[],
	stage: Stage,
): Promise<string> {
	const lines: string[] = [];
	for (const mishap of mishaps) {
		const outcome = await stage.run(operation, { ...caseOf(operation.id).example, ...mishap });
		lines.push(mishapLine(mishap, outcome));
	}
	return lines.join('\n');
}

function fieldsPart({ fields }: NodeOperation): string[] {
	const own = fields.map((field) =>
		field.name === 'options'
			? { ...field, options: field.options?.filter(({ name }) => !COMMON_FIELDS.includes(name)) }
			: field,
	);
	const shown = own.filter(({ type, options }) => type !== 'collection' || options?.length);
	return shown.length === 0 ? [] : ['**Fields**', fieldList(shown)];
}

async function requestsPart({ requests }: Outcome): Promise<string> {
	const texts = await Promise.all(requests.map(requestText));
	return block('http', texts.join('\n\n'));
}

/** A request as it went over the wire, without what every request has. */
async function requestText({ method, url, body, headers }: RecordedRequest): Promise<string> {
	const head = `${method} ${url}`;
	if (body === undefined) return head;
	const content = await formatted(JSON.stringify(body), 'json');
	return `${head}\nContent-Type: ${headers['content-type']}\n\n${content.trimEnd()}`;
}

function itemsPart({ items }: Outcome): string[] {
	const [first] = items;
	const count = items.length === 1 ? 'One item:' : `${items.length} items. The first of them:`;
	return [count, itemBlock(first)];
}

/** What an item has besides when Simplify is off. */
async function rawPart(
	operation: NodeOperation,
	example: Example,
	{ items }: Outcome,
	stage: Stage,
): Promise<string[]> {
	if (!operation.fields.some(({ name }) => name === 'simplify')) return [];
	const parameters: IDataObject = { ...example.parameters, simplify: false };
	const raw = await stage.run(operation, { parameters });
	const added = Object.keys(raw.items[0]).filter((name) => !(name in items[0]));
	if (added.length === 0) return [];
	return [`With 'Simplify' off, also: ${added.map((name) => `\`${name}\``).join(', ')}.`];
}

async function variationsPart(
	operation: NodeOperation,
	variations: Variation[],
	stage: Stage,
): Promise<string[]> {
	const parts: string[] = [];
	for (const { says, parameters, shows } of variations) {
		const outcome = await stage.run(operation, { parameters });
		const [first] = outcome.items;
		parts.push(says, shows === 'requests' ? await requestsPart(outcome) : itemBlock(first));
	}
	return parts;
}

async function mishapsPart(
	operation: NodeOperation,
	mishaps: Mishap[],
	stage: Stage,
): Promise<string[]> {
	const list = await mishapList(operation, mishaps, stage);
	return ['**What can go wrong**', list || ONLY_COMMON_MISHAPS];
}

function mishapLine({ when }: Mishap, { requests, stop }: Outcome): string {
	if (!stop) throw new Error(`Nothing goes wrong when ${when}`);
	const status = requests.find((request) => (request.status ?? 0) >= 300)?.status;
	const start = `${when[0].toUpperCase()}${when.slice(1)}${status ? ` (${status})` : ''}`;
	return `- ${start}: **${stop.message}** ${stop.description}`.trimEnd();
}

function itemBlock(item: IDataObject): string {
	return block('json', JSON.stringify(item));
}

function block(language: string, text: string): string {
	return `\`\`\`${language}\n${text}\n\`\`\``;
}
