import type { INodeProperties } from 'n8n-workflow';

import { CASES } from '../../cases';
import { fieldTables } from './fieldTables';
import { table } from './markdown';
import { casesOf, RESOURCES } from './nodePages';
import { COMMON_FIELDS, COMMON_OPTIONS, newestFields } from './operationSection';
import type { GeneratedFile } from './schemaFiles';

/** docs/operations.md: what all operations share. */
export function operationsPage(): GeneratedFile {
	const text = [INTRODUCTION, fieldTables(commonFields()), ''].join('\n\n');
	return { path: 'docs/operations.md', text };
}

/**
 * A table with one row per operation.
 *
 * @param pageOf returns the relative link to a node's page
 */
export function operationsTable(pageOf: (node: string) => string): string {
	const rows = RESOURCES.flatMap((resource) =>
		casesOf(resource).map(({ node, operation: { name, description }, onChatwoot }) => [
			`[${resource}: ${name}](${pageOf(node)}#${name.toLowerCase().replaceAll(' ', '-')})`,
			description,
			onChatwoot ? 'Yes' : 'No',
		]),
	);
	return table(['Operation', 'What it does', 'In Chatwoot?'], rows);
}

const INTRODUCTION = `# Operations

[README](../README.md#operations) links each operation to its page.
The records on these pages come from the mock server, so your service may return other values, for example rates in percent instead of fractions.

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
