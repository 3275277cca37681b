import path from 'node:path';
import { DateTime } from 'luxon';
import {
	type AssignmentCollectionValue,
	type INode,
	type INodeProperties,
	type INodeTypeDescription,
	type IRun,
	NodeHelpers,
} from 'n8n-workflow';

import {
	type Example,
	readExamples,
	canRun,
	runsOf,
	completed,
	withAddress,
} from '../../tools/demo/workflowFile';
import { credentialFor, type LoadedPackage, outputOf, runWorkflow } from '../../tools/engine';
import { builtIns } from '../../tools/engine/builtIns';
import { sandboxForTests } from '../sandbox/support';
import { builtPackage } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';

const PACKAGE_NODE = /^n8n-nodes-customer-conversation\./;

const examples = readExamples();

/** What n8n adds to a node that serves as a tool of an agent. */
const TOOL_FIELDS: INodeProperties[] = [
	{ displayName: 'Tool Description', name: 'descriptionType', type: 'options', default: 'auto' },
	{ displayName: 'Description', name: 'toolDescription', type: 'string', default: '' },
];

/** The example in which n8n asks for a rule, so that it never switches the wrong one. */
const TO_BE_CHOSEN = ['nightly-rule-switch.json'];

let built: LoadedPackage;

beforeAll(async () => {
	built = await builtPackage();
});

function exampleNamed(name: string): Example {
	const [example] = examples.filter(({ file }) => path.basename(file, '.json') === name);
	return example;
}

function ownNodes({ workflow }: Example): INode[] {
	return workflow.nodes.filter(({ type }) => PACKAGE_NODE.test(type));
}

function isNote({ type }: INode): boolean {
	return type === 'n8n-nodes-base.stickyNote';
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
				if (TO_BE_CHOSEN.includes(example.name)) continue;
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

		it('says in a note with its name what to change', () => {
			const notes = nodes.filter(isNote).map(({ parameters }) => parameters.content);
			expect(notes.join()).toMatch(/\*\*Change\*\*|### Setup/);
			expect(notes[0]).toContain(`## ${example.workflow.name}\n`);
		});
	},
);

/** `npm run demo` runs the examples in the documented dialect. */
describe('against a mock server that answers as Chatwoot does', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream' });

	/** Runs an example from each of its triggers. */
	async function runsFrom(name: string): Promise<IRun[]> {
		return await runsOfExample(exampleNamed(name));
	}

	async function runsOfExample(
		example: Example,
		credentials = credentialFor(sandbox()),
	): Promise<IRun[]> {
		const setting = { packages: [built], credentials };
		const runs: IRun[] = [];
		for (const workflow of runsOf(example, { ...builtIns, ...built.nodes })) {
			runs.push(await runWorkflow(withAddress(workflow, sandbox().url), setting));
		}
		return runs;
	}

	const runFrom = async (name: string) => (await runsFrom(name))[0];

	/** Runs an example with a token that the service refuses. */
	async function runRefused(name: string): Promise<IRun> {
		const refused = credentialFor(sandbox(), { apiAccessToken: 'expired' });
		return (await runsOfExample(exampleNamed(name), refused))[0];
	}

	const records = (run: IRun, node: string) => outputOf(run, node).map(({ json }) => json);

	it('runs all examples except those that need a language model or the memory of n8n', () => {
		const names = examples
			.filter((example) => !canRun(example, { ...builtIns, ...built.nodes }))
			.map(({ file }) => path.basename(file));
		expect(names).toEqual([
			'ai-agent-contacts.json',
			'ai-agent-delete-label.json',
			'mcp-server-contacts.json',
			'new-contacts.json',
			'templates-got-worse.json',
		]);
	});

	describe('with the date of today, because the reports are about the days before', () => {
		beforeEach(() => {
			sandbox().state.now = Date.now;
		});

		it.each(['upstream', 'voxys'] as const)(
			'takes the tour of 13 operations in the %s dialect without a request that breaks the contract',
			async (dialect) => {
				sandbox().setDialect(dialect);
				const [run] = await runsOfExample(completed(exampleNamed('tour')));
				expect(run.data.resultData.error).toBeUndefined();
				const { operations, problems } = sandbox().counts;
				expect(Object.keys(operations)).toHaveLength(13);
				expect(problems).toBe(0);
			},
		);

		it('takes the tour twice, because it only previews what cannot be undone', async () => {
			await runFrom('tour');
			const { data } = await runFrom('tour');
			const { error, lastNodeExecuted } = data.resultData;
			expect(error && `${lastNodeExecuted}: ${error.message}`).toBeUndefined();
		});

		it('previews a small flow, and sends nothing', async () => {
			const run = await runFrom('preview-flow');
			expect(records(run, 'Create messaging flow')).toMatchObject([
				{ method: 'POST', body: { flow_json: { version: '7.0', screens: [] } } },
			]);
			expect(sandbox().requests).toEqual([]);
		});

		it('reports the templates that were sent and delivered to less than 90%', async () => {
			const run = await runFrom('scheduled-report');
			const names = records(run, 'Below 90%').map((row) => row.template_name);
			expect(names).toEqual(['spring_sale', 'win_back']);
		});

		it('writes the weekly report with a row for each template and the days that it asked for', async () => {
			const run = await runFrom('weekly-report-email');
			const [{ html, subject }] = records(run, 'Send report');
			const [{ requested_since, requested_until }] = records(run, 'Get report');
			const dayOf = (time: unknown) =>
				DateTime.fromISO(String(time), { setZone: true }).toFormat('d LLL yyyy');
			const heading = `Message templates, ${dayOf(requested_since)} to ${dayOf(requested_until)}`;
			expect(subject).toBe(heading);
			expect(html).toContain(`>${heading}</h2>`);
			expect(String(html).match(/<tr>\n<td/g)).toHaveLength(7);
			expect(html).toContain('<td height="10" bgcolor="#0d9488"');
			expect(html).toContain('7 templates. A service that ignores');
			expect(html).not.toMatch(/NaN|undefined|\{\{/);
		});

		it('sends one message a day to Slack, which says that it asked for yesterday', async () => {
			const run = await runFrom('daily-report-slack');
			const [message, ...others] = records(run, 'Send report');
			const [heading, ...lines] = String(message.text).split('\n');
			expect(others).toEqual([]);
			expect(heading).toMatch(/^\*Message templates, asked for \d+ \w+ \d{4}\*$/);
			expect(lines).toHaveLength(6);
			expect(lines.join()).not.toMatch(/NaN|undefined|\{\{/);
			const { searchParams } = new URL(sandbox().requests[0].url, sandbox().url);
			const [since, until] = ['since', 'until'].map((name) => Number(searchParams.get(name)));
			const midnight = new Date((until + 1) * 1000);
			expect(until - since).toBeGreaterThan(22 * 3600);
			expect([midnight.getUTCMinutes(), midnight.getUTCSeconds()]).toEqual([0, 0]);
		});
	});

	it('creates a contact from a webhook, and reports why others failed', async () => {
		const run = await runFrom('contacts-from-webhook');
		expect(records(run, 'Respond with the ID')).toMatchObject([{ name: 'Mara Lindqvist' }]);
		expect(records(run, 'Respond with the reason')).toMatchObject([
			{ reason: 'Phone number should be in e164 format' },
			{ reason: 'Email has already been taken' },
		]);
	});

	it.each([{ contact: { name: 'Ann' } }, { name: ' ' }])(
		'creates no contact from a webhook with the body %j, and says why',
		async (body) => {
			const { file, workflow } = exampleNamed('contacts-from-webhook');
			const pinData = { 'Person received': [{ json: { body } }] } as typeof workflow.pinData;
			const [run] = await runsOfExample({ file, workflow: { ...workflow, pinData } });
			expect(sandbox().requests).toEqual([]);
			expect(records(run, 'Respond with the reason')).toMatchObject([
				{ reason: expect.stringMatching(/^This item has no name/) },
			]);
		},
	);

	it('leaves out the blank rows of a file', async () => {
		const { file, workflow } = exampleNamed('import-large-file');
		const rows = [{}, { name: '', email: ' ' }, { name: 'Rosa', email: '' }];
		const pinData = { ...workflow.pinData, 'Read the rows': rows.map((json) => ({ json })) };
		const [run] = await runsOfExample({ file, workflow: { ...workflow, pinData } });
		expect(records(run, 'Rows with a value')).toEqual([rows[2]]);
	});

	describe('of a message to one contact', () => {
		/** Runs it with other values of its node Message. */
		async function sendMessage(values: Record<string, string | number> = {}): Promise<IRun> {
			const { file, workflow } = exampleNamed('start-conversation');
			const changed = structuredClone(workflow);
			const message = changed.nodes.find(({ name }) => name === 'Message');
			const { assignments } = message?.parameters.assignments as AssignmentCollectionValue;
			for (const each of assignments) each.value = values[each.name] ?? each.value;
			return (await runsOfExample({ file, workflow: changed }))[0];
		}

		it('opens one conversation, in the place that the contact has in the inbox, and sends the message', async () => {
			await sendMessage({ message: 'Hello' });
			const { contacts, conversations } = sandbox().state;
			const places = contacts.all[5].contact_inboxes;
			expect(places).toHaveLength(1);
			expect(conversations).toMatchObject([
				{
					contact_id: 6,
					source_id: places[0].source_id,
					messages: [{ content: 'Hello', private: false }],
				},
			]);
		});

		it('sends nothing twice, another message into the open conversation, and a new one after that', async () => {
			const { error } = (await sendMessage({ message: 'Hello' })).data.resultData;
			await sendMessage({ message: 'Hello' });
			await sendMessage({ message: 'Still there?' });
			const contents = () =>
				sandbox().state.conversations.map(({ messages }) => messages.map(({ content }) => content));
			expect(error).toBeUndefined();
			expect(contents()).toEqual([['Hello', 'Still there?']]);
			sandbox().state.conversations[0].status = 'resolved';
			await sendMessage({ message: 'Still there?' });
			expect(contents()).toEqual([['Hello', 'Still there?'], ['Still there?']]);
		});

		it('opens a conversation in an inbox that the contact was not in', async () => {
			await sendMessage({ inbox_id: 2 });
			expect(sandbox().state.conversations).toMatchObject([{ contact_id: 6, inbox_id: 2 }]);
		});

		it.each([
			'https://app.example.com/app/accounts/1/dashboard?x=1',
			'https://app.example.com/app/accounts/1',
			'https://app.example.com/api/v1/accounts/1/',
			'https://app.example.com/accounts/1 ',
		])('takes the address %s', async (address) => {
			await sendMessage({ address });
			expect(sandbox().state.conversations).toHaveLength(1);
		});

		it('fails if the address does not return conversations, and sends nothing', async () => {
			const { data } = await sendMessage({ address: 'https://app.example.com/app/1' });
			expect(data.resultData.error?.message).toContain('Check the address in Message.');
			expect(sandbox().state.conversations).toEqual([]);
		});

		it.each(['', ' '])('fails if the message is %j, and sends nothing', async (message) => {
			const { data } = await sendMessage({ message });
			expect(data.resultData.error?.message).toContain('The message is empty.');
			expect(sandbox().state.conversations).toEqual([]);
		});

		it('fails with the email that no contact has, and sends nothing', async () => {
			const { data } = await sendMessage({ email: 'nobody@example.com' });
			expect(data.resultData.error?.message).toContain(
				'No contact has the email nobody@example.com',
			);
			expect(sandbox().state.conversations).toEqual([]);
		});
	});

	/** The lines of the file that an import gives. */
	function failedRows(run: IRun): string[] {
		const [{ binary }] = outputOf(run, 'File of failed rows');
		return Buffer.from(binary?.data.data ?? '', 'base64')
			.toString()
			.split('\n');
	}

	it('imports the rows of a file and puts the failed ones, with all their columns, in one file', async () => {
		const run = await runFrom('import-contacts-from-file');
		const [head, ...rows] = failedRows(run);
		const imported = records(run, 'Create contact').map(({ name }) => name);
		expect(imported).toEqual(['Ines Duarte', 'Tom Becker', 'Tom Becker']);
		expect(head).toBe('name,email,phone,customer_id,company,error');
		expect(rows).toHaveLength(2);
		expect(rows[0]).toMatch(/^Paul Martin,.*,0612345678,c-2004,"Martin, Roux et Fils",.*e164/);
	});

	it('imports the rows of a large file in batches and collects the failed ones in one file', async () => {
		const run = await runFrom('import-large-file');
		const [head, ...rows] = failedRows(run);
		const imported = records(run, 'Imported row').map(({ name }) => name);
		expect(imported).toEqual(['Ines Duarte', 'Tom Becker', 'Tom Becker']);
		expect(head).toBe('reason,name,email,phone,customer_id,company');
		expect(rows).toHaveLength(2);
		expect(rows[0]).toMatch(/,Paul Martin,.*,0612345678,c-2004,"Martin, Roux et Fils"$/);
	});

	it('runs the rows again that an outage has stopped, until the service is back', async () => {
		sandbox().setFault({ kind: 'status', status: 503, operation: 'contactCreate', times: 20 });
		const run = await onClock(async () => await runFrom('retry-failed-rows'));
		expect(run.data.resultData.error).toBeUndefined();
		expect(run.data.resultData.runData['Create contact'].length).toBeGreaterThan(1);
		const emails = sandbox().state.contacts.created.map(({ email }) => email);
		expect(emails.sort()).toEqual(['ines.duarte@example.com', 'tom.becker@example.com']);
	});

	it('runs rows again whose outcome is unknown, because the example continues with an existing contact', async () => {
		sandbox().addFault({ kind: 'status', status: 504, operation: 'contactCreate', times: 1 });
		sandbox().addFault({
			...{ kind: 'status', status: 504, operation: 'contactCreate' },
			...{ from: 2, times: 1, action: 'performed' },
		});
		// Both look-ups of both rows fail.
		sandbox().addFault({ kind: 'status', status: 403, operation: 'contactFilter', times: 4 });
		const run = await onClock(async () => await runFrom('retry-failed-rows'));
		expect(run.data.resultData.error).toBeUndefined();
		expect(run.data.resultData.runData['Create contact']).toHaveLength(2);
		const emails = sandbox().state.contacts.created.map(({ email }) => email);
		expect(emails.sort()).toEqual(['ines.duarte@example.com', 'tom.becker@example.com']);
	});

	it('runs rows again ten times, and then fails with their number and the first reason', async () => {
		sandbox().setFault({ kind: 'status', status: 503, operation: 'contactCreate' });
		const run = await onClock(async () => await runFrom('retry-failed-rows'));
		expect(run.data.resultData.runData['Create contact']).toHaveLength(11);
		expect(run.data.resultData.error?.message).toMatch(/^2 items failed, first: /);
	});

	it('sends the reason to Slack if the report cannot be read', async () => {
		const run = await runRefused('daily-report-slack');
		expect(records(run, 'Send alert')).toEqual([
			{ channel: '#support', text: expect.stringMatching(/^The report .+: Invalid Access Token/) },
		]);
	});

	it('looks up the contact of each event that the service sends, and leaves out the answers of agents', async () => {
		const run = await runFrom('contact-of-service-event');
		expect(records(run, 'What is known')).toMatchObject([
			{ name: 'Dmitri Eriksen', city: 'Osaka', message: '' },
			{ name: 'Uma Müller', city: 'Nairobi', phone: '', message: 'Where is my order?' },
		]);
	});

	it('passes on an event whose contact cannot be looked up, with the reason', async () => {
		const run = await runRefused('contact-of-service-event');
		const reason = expect.stringContaining('Invalid Access Token');
		expect(records(run, 'Not looked up')).toEqual([
			{ contact_id: 1, message: '', reason },
			{ contact_id: 4, message: 'Where is my order?', reason },
		]);
	});

	it('switches the rule off in the evening and on in the morning, and changes nothing else', async () => {
		await runsOfExample(completed(exampleNamed('nightly-rule-switch')));
		const sent = sandbox().requests.map(({ body }) => body);
		expect(sent).toEqual([{ active: false }, { active: true }]);
	});
});
