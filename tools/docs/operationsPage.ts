import type { INodeProperties, INodeType } from 'n8n-workflow';

import type { LoadedPackage } from '../engine';
import { fieldList } from './fieldList';
import { formatted } from './format';
import type { NodeOperation } from './nodeOperations';
import { COMMON_FIELDS, COMMON_OPTIONS, operationSection } from './operationSection';
import { openStage, type Stage } from './runs';
import type { GeneratedFile } from './schemaFiles';

/** docs/operations.md: one section a resource, one subsection an operation. */
export async function operationsPage(
	built: LoadedPackage,
	operations: NodeOperation[],
): Promise<GeneratedFile> {
	const stage = await openStage(built);
	try {
		const text = await pageText(Object.values(built.nodes), operations, stage);
		return { path: 'docs/operations.md', text: await formatted(text, 'markdown') };
	} finally {
		await stage.close();
	}
}

async function pageText(
	nodes: INodeType[],
	operations: NodeOperation[],
	stage: Stage,
): Promise<string> {
	const sections: string[] = [];
	let resource = '';
	// One after the other: the runs share a sandbox.
	for (const operation of operations) {
		if (operation.resource !== resource) sections.push(`## ${operation.resource}`);
		resource = operation.resource;
		sections.push(await operationSection(operation, stage));
	}
	return [
		INTRODUCTION,
		contents(operations),
		EVERY_OPERATION,
		fieldList(commonFields(nodes)),
		WORDS,
		...sections,
		'',
	].join('\n\n');
}

const INTRODUCTION = `# Operations

The nodes and their operations: what each does, its fields, what it sends, what comes out and what can go wrong.

This page is made by \`npm run docs\` from the nodes, from [the contract](../api/openapi.yaml) and from runs of each operation against [the sandbox](../tools/sandbox). A test holds it current. For step-by-step uses see [recipes](recipes.md).`;

const EVERY_OPERATION = `## Every operation

**What it sends**: a request to the Base URL of the credential, with the token in the header \`api_access_token\` and the account in the path. A field that is blank is left out of the request.

**What comes out**: one item for each record, paired with the input item that it came from. In the examples below all times and records are those of the sandbox.

**On Error** (tab Settings of the node): with Stop Workflow nothing more is sent after the first item that did not succeed. With Continue or Continue (Using Error Output) that item becomes one with \`error\`, paired with its input item, and the others go on.

Fields and options that several of them have:`;

const WORDS =
	'**What can go wrong**: what [every operation](reliability.md#what-the-user-reads) may meet stands on the page of reliability, with [what to do](problems.md) about it; below stands what only one of them may. The first words are the headline, what follows is the description below it. Where the service gave a reason, the headline is its own words. Several input items add which one it was, and how many had succeeded before.';

function contents(operations: NodeOperation[]): string {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return resources.map((resource) => line(resource, operations)).join('\n');
}

function line(resource: string, operations: NodeOperation[]): string {
	const names = operations.filter((operation) => operation.resource === resource);
	const anchor = resource.toLowerCase().replaceAll(' ', '-');
	return `- [${resource}](#${anchor}): ${names.map(({ name }) => name).join(', ')}`;
}

/** What many operations have: fields, and an Options with all that many have there. */
function commonFields(nodes: INodeType[]): INodeProperties[] {
	const fields = nodes.flatMap(({ description }) => description.properties);
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
