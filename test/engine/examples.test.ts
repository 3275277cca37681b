import path from 'node:path';
import {
	type INode,
	type INodeProperties,
	type INodeTypeDescription,
	type IRun,
	NodeHelpers,
} from 'n8n-workflow';

import { previewOnly } from '../../tools/editor/examples';
import { type Example, readExamples, canRun, runsOf } from '../../tools/demo/workflowFile';
import { credentialFor, type LoadedPackage, outputOf, runWorkflow } from '../../tools/engine';
import { builtIns } from '../../tools/engine/builtIns';
import { root } from '../../tools/repository';
import { CONTRACT_OPERATIONS, DIALECT_NAMES } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { builtPackage } from '../../tools/engine/harness';

const PACKAGE_NODE = /^n8n-nodes-customer-conversation\./;
const MINUTE = 60_000;

const examples = readExamples(path.join(root, 'examples'));

/** What n8n adds to a node that serves as a tool of an agent. */
const TOOL_FIELDS: INodeProperties[] = [
	{ displayName: 'Tool Description', name: 'descriptionType', type: 'options', default: 'auto' },
	{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
];

let built: LoadedPackage;

beforeAll(async () => {
	built = await builtPackage();
}, MINUTE);

function exampleNamed(name: string): Example {
	const [example] = examples.filter(({ file }) => path.basename(file, '.json') === name);
	return example;
}

function ownNodes({ workflow }: Example): INode[] {
	return workflow.nodes.filter(({ type }) => PACKAGE_NODE.test(type));
}

function descriptionOf({ type }: INode): INodeTypeDescription {
	const { description } = built.nodes[type] ?? built.nodes[type.replace(/Tool$/, '')];
	if (type in built.nodes) return description;
	return { ...description, properties: [...TOOL_FIELDS, ...description.properties] };
}

describe.each(examples.map((example) => ({ ...example, name: path.basename(example.file) })))(
	'$name',
	(example) => {
		const { nodes, connections } = example.workflow;

		it('uses only parameters that its nodes show, and fills in all required ones', () => {
			for (const node of ownNodes(example)) {
				const description = descriptionOf(node);
				const { properties } = description;
				const shown = NodeHelpers.getNodeParameters(
					properties,
					node.parameters,
					true,
					false,
					node,
					description,
				);
				expect(shown).toMatchObject(node.parameters);
				expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
			}
		});

		it('connects nodes that exist, each with a name and an ID of its own', () => {
			const names = nodes.map(({ name }) => name);
			const ends = Object.values(connections)
				.flatMap((outputs) => Object.values(outputs).flat(2))
				.map((end) => end?.node);
			expect(new Set(names).size).toBe(nodes.length);
			expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
			expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...ends]));
		});

		it('names its credentials without containing any', () => {
			const ids = nodes.flatMap(({ credentials = {} }) =>
				Object.values(credentials).map(({ id }) => id),
			);
			expect(ownNodes(example).every(({ credentials }) => credentials !== undefined)).toBe(true);
			expect(ids.every((id) => id === undefined)).toBe(true);
		});

		it('says in a note what to change', () => {
			const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
			expect(notes.map(({ parameters }) => parameters.content).join()).toContain('**Change**');
		});
	},
);

describe.each(DIALECT_NAMES)('against the sandbox in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	/** Runs an example from each of its triggers. */
	async function runsFrom(name: string): Promise<IRun[]> {
		return await runsOfExample(exampleNamed(name));
	}

	async function runsOfExample(example: Example): Promise<IRun[]> {
		const setting = { packages: [built], credentials: credentialFor(sandbox()) };
		const runs: IRun[] = [];
		for (const workflow of runsOf(example, { ...builtIns, ...built.nodes })) {
			runs.push(await runWorkflow(workflow, setting));
		}
		return runs;
	}

	const runFrom = async (name: string) => (await runsFrom(name))[0];

	const records = (run: IRun, node: string) => outputOf(run, node).map(({ json }) => json);

	it('runs all examples except those that need a language model or the memory of n8n', () => {
		const names = examples
			.filter((example) => !canRun(example, { ...builtIns, ...built.nodes }))
			.map(({ file }) => path.basename(file));
		expect(names.join()).toBe('ai-agent-contacts.json,new-contacts.json,templates-got-worse.json');
	});

	it('takes the tour of all operations, which are all in examples/tour.json, without a request that breaks the contract', async () => {
		const run = await runFrom('tour');
		expect(run.data.resultData.error).toBeUndefined();
		const { operations, problems } = sandbox().counts;
		expect(Object.keys(operations).sort()).toEqual([...CONTRACT_OPERATIONS].sort());
		expect(problems).toBe(0);
	});

	it('takes the tour again where what is final was previewed: if not, give the case of the node that stopped an example.tour', async () => {
		const { file, workflow } = exampleNamed('tour');
		const previewing = { file, workflow: previewOnly(workflow) };
		await runsOfExample(previewing);
		const [{ data }] = await runsOfExample(previewing);
		const { error, lastNodeExecuted } = data.resultData;
		expect(error && `${lastNodeExecuted}: ${error.message}`).toBeUndefined();
	});

	it('reports the templates that were sent and delivered to less than 90 %', async () => {
		const run = await runFrom('scheduled-report');
		const names = records(run, 'Below 90 %').map((row) => row.template_name);
		expect(names).toEqual(['spring_sale', 'win_back']);
	});

	it('creates a contact from a webhook, and reports why others failed', async () => {
		const run = await runFrom('contacts-from-webhook');
		expect(records(run, 'Respond with the ID')).toMatchObject([{ name: 'Mara Lindqvist' }]);
		expect(records(run, 'Respond with the reason')).toMatchObject([
			{ body: { name: 'Jonas Weber' }, error: expect.stringContaining('Phone Number') },
			{ body: { name: 'M. Lindqvist' }, error: expect.stringMatching(/email.*taken/i) },
		]);
	});

	it('imports the rows of a file and collects the failed ones in one file', async () => {
		const run = await runFrom('import-contacts-from-file');
		const [{ binary }] = outputOf(run, 'File of failed rows');
		const file = Buffer.from(binary?.data.data ?? '', 'base64').toString();
		const [head, ...rows] = file.split('\n');
		const imported = records(run, 'Imported row').map(({ name }) => name);
		expect(imported).toEqual(['Ines Duarte', 'Tom Becker', 'Tom Becker']);
		expect(head).toBe('reason,name,email,phone,customer_id,company');
		expect(rows).toHaveLength(2);
		expect(rows[0]).toMatch(/,Paul Martin,.*,0612345678,c-2004,"Martin, Roux et Fils"$/);
	});

	it('writes the weekly report with a row for each template', async () => {
		const run = await runFrom('weekly-report-email');
		const [{ html }] = records(run, 'Send report');
		expect(String(html).match(/<tr>\n<td/g)).toHaveLength(7);
		expect(html).toContain('<td height="10" bgcolor="#0d9488"');
		expect(html).not.toMatch(/NaN|undefined|\{\{/);
	});

	it('switches the rule off in the evening and on in the morning, and changes nothing else', async () => {
		await runsFrom('nightly-rule-switch');
		const sent = sandbox().requests.map(({ body }) => body);
		expect(sent).toEqual([{ active: false }, { active: true }]);
	});
});
