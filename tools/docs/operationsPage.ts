import type { INodeProperties } from 'n8n-workflow';

import { CASES } from '../../cases';
import { fieldList } from './fieldList';
import { table } from './markdown';
import { casesOf, RESOURCES } from './nodePages';
import { COMMON_FIELDS, COMMON_OPTIONS, newestFields } from './operationSection';
import type { GeneratedFile } from './schemaFiles';

/** docs/operations.md: the index of the node pages, and the common fields. */
export function operationsPage(): GeneratedFile {
	const text = [
		INTRODUCTION,
		operationsTable((node) => `nodes/${node}.md`),
		MISSING,
		EVERY_OPERATION,
		fieldList(commonFields()),
		'',
	].join('\n\n');
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
			onChatwoot ? 'Yes' : 'Not there',
		]),
	);
	return table(['Node', 'Operation', 'What it does', 'Chatwoot'], rows);
}

const MISSING = `The column Chatwoot says whether Chatwoot servers have the endpoint of the operation.
Label and Agent Bot can only delete, because the API documentation describes no other operation of them.
To call an endpoint that no node has, [use the HTTP Request node](recipes.md#call-another-endpoint) with the same credential.`;

const INTRODUCTION = `# Operations

Each node has a page with its operations: fields, a sample request, a sample output and common errors.
\`npm run docs\` writes these pages from the nodes, from [the contract](../api/openapi.yaml) and from runs against the [mock server](../tools/sandbox).
For step-by-step instructions see [Recipes](recipes.md).`;

const EVERY_OPERATION = `## What all operations have in common

- **Request**: the node sends the request to the Base URL of the credential. The token is in a header, and the account ID in the path. Blank fields are left out.
- **Output**: one item per record. Each item is paired with the input item it came from.
- **Failed items**: On Error in the node's Settings tab decides what happens. See [Handle failed items](recipes.md#handle-failed-items).
- **Messages**: the headline is the reason that the service gave, and the description says what to do. See [Troubleshooting](troubleshooting.md).
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
