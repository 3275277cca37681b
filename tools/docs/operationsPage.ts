import type { INodeProperties } from 'n8n-workflow';

import { CASES, type NamedCase } from '../../cases';
import { read } from '../repository';
import { fieldTables } from './fieldTables';
import { renewed, table } from './markdown';
import { casesOf, RESOURCES } from './nodePages';
import { COMMON_FIELDS, COMMON_OPTIONS, newestFields } from './operationSection';
import type { GeneratedFile } from './schemaFiles';

/** docs/operations.md: what all operations share. */
export function operationsPage(): GeneratedFile {
	const text = [INTRODUCTION, fieldTables(commonFields()), ''].join('\n\n');
	return { path: 'docs/operations.md', text };
}

/** README.md with its tables of operations renewed. */
export function readmeFile(): GeneratedFile {
	const [inChatwoot, elsewhere] = [true, false].map((has) =>
		RESOURCES.flatMap(casesOf).filter(({ operation }) => operation.inChatwoot === has),
	);
	const text = [
		`**In Chatwoot**, and in services with the same API (${inChatwoot.length}):`,
		operationTable(inChatwoot),
		`**In other services** with the [documented API](api/openapi.yaml) (${elsewhere.length}). Chatwoot answers them with a 404:`,
		operationTable(elsewhere),
	].join('\n\n');
	return { path: 'README.md', text: renewed(read('README.md'), 'npm run docs', text) };
}

function operationTable(cases: NamedCase[]): string {
	const rows = cases.map(({ node, resource, operation: { name, description } }) => [
		`[${resource}: ${name}](docs/nodes/${node}.md#${name.toLowerCase().replaceAll(' ', '-')})`,
		description,
	]);
	return table(['Operation', 'What it does'], rows);
}

const INTRODUCTION = `# Operations

[README](../README.md#operations) links each operation to its page.
The records on these pages come from the mock server, so your service may return other values.

These fields and options appear in several operations:`;

/** The fields that many operations have, and an Options collection with their common options. */
function commonFields(): INodeProperties[] {
	const fields = CASES.flatMap(newestFields);
	const options = fields.filter(({ name }) => name === 'options');
	const added = options.flatMap((field) => field.options as INodeProperties[]);
	return [
		...COMMON_FIELDS.flatMap((name) => firstOf(fields, name)),
		{ ...options[0], options: COMMON_OPTIONS.flatMap((name) => firstOf(added, name)) },
	];
}

function firstOf(fields: INodeProperties[], name: string): INodeProperties[] {
	return fields.filter((field) => field.name === name).slice(0, 1);
}
