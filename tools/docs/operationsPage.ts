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
			`[${resource}](${pageOf(node)})`,
			`[${name}](${pageOf(node)}#${name.toLowerCase().replaceAll(' ', '-')})`,
			description,
			onChatwoot ? 'Yes' : 'No',
		]),
	);
	return table(['Node', 'Operation', 'What it does', 'In Chatwoot?'], rows);
}

const INTRODUCTION = `# What all operations have in common

Each [node has a page](README.md#operations).
This page has what they share.

- **Request**: the node sends the request to the Base URL of the credential. The token is in a header, and the account ID in the path. Blank fields are left out.
- **Output**: one item per record. Each item is paired with the input item it came from.
- **Failed items**: see [Handle failed items](failed-items.md#handle-failed-items) and [Troubleshooting](troubleshooting.md).
- **Sample data**: the records on these pages come from the mock server. Your service may return other values, for example rates in percent instead of fractions.

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
