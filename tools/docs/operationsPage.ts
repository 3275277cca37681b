import type { INodeProperties } from 'n8n-workflow';

import { CASES, type NamedCase } from '../../test/cases';
import { type Sandbox, startSandbox } from '../sandbox';
import { fieldList } from './fieldList';
import { COMMON_FIELDS, COMMON_OPTIONS, newestFields, operationSection } from './operationSection';
import { TODAY } from './runs';
import type { GeneratedFile } from './schemaFiles';

/** docs/operations.md: one section a resource, one subsection an operation. */
export async function operationsPage(): Promise<GeneratedFile> {
	const sandbox = await startSandbox({ now: () => TODAY });
	try {
		return { path: 'docs/operations.md', text: await pageText(sandbox) };
	} finally {
		await sandbox.close();
	}
}

async function pageText(sandbox: Sandbox): Promise<string> {
	const sections: string[] = [];
	// One after the other: the runs share a sandbox.
	for (const resource of RESOURCES) {
		sections.push(`## ${resource}`);
		for (const one of casesOf(resource)) sections.push(await operationSection(one, sandbox));
	}
	return [
		INTRODUCTION,
		RESOURCES.map(line).join('\n'),
		EVERY_OPERATION,
		fieldList(commonFields()),
		WORDS,
		...sections,
		'',
	].join('\n\n');
}

const RESOURCES = [...new Set(CASES.map(({ resource }) => resource))];

/** The operations of a resource, in the order of its form. */
function casesOf(resource: string): NamedCase[] {
	return CASES.filter((one) => one.resource === resource).sort((a, b) =>
		a.operation.name.localeCompare(b.operation.name),
	);
}

const INTRODUCTION = `# Operations

The nodes and their operations: what each does, its fields, what it sends, what comes out and what can go wrong.

This page is made by \`npm run docs\` from the nodes, from [the contract](../api/openapi.yaml) and from runs of each operation against [the sandbox](../tools/sandbox). A test holds it current. For step-by-step uses see [recipes](recipes.md).`;

const EVERY_OPERATION = `## Every operation

**What it sends**: a request to the Base URL of the credential, with the token in the header \`api_access_token\` and the account in the path. A field that is blank is left out of the request; only Notes and Description, added and left empty, clear what was there.

**What comes out**: one item for each record, paired with the input item that it came from. In the examples below all times and records are those of the sandbox.

**On Error** (tab Settings of the node): with Stop Workflow the requests that are open end, and nothing more is sent after the first item that did not succeed. With Continue or Continue (using error output) that item becomes one with \`error\`, paired with its input item, and the others go on.

Fields and options that several of them have:`;

const WORDS =
	'**What can go wrong**: what [every operation](reliability.md#what-the-user-reads) may meet stands on the page of reliability, with [what to do](problems.md) about it; below stands what only one of them may. The first words are the headline, what follows is the description below it. Where the service gave a reason, the headline is its own words. Several input items add which one it was, counted from 0 as n8n does, and how many others had succeeded. Rows of a field are counted from 1.';

function line(resource: string): string {
	const names = casesOf(resource).map(({ operation }) => operation.name);
	const anchor = resource.toLowerCase().replaceAll(' ', '-');
	return `- [${resource}](#${anchor}): ${names.join(', ')}`;
}

/** What many operations have: fields, and an Options with all that many have there. */
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
