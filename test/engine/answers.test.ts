import type { IDataObject } from 'n8n-workflow';

import { RunCredentials } from '../../tools/engine/credentials';
import type { PlannedFault } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, type Outcome, runNode } from './harness';
import { byId } from '../fixtures/operationCase';

const running = sandboxForTests();

/** Operations with the item that stands for a success of which the service says nothing. */
const NODES: Record<string, Pick<NodeRun, 'node' | 'parameters'> & { done: IDataObject }> = {
	label: {
		node: 'label',
		parameters: { operation: 'delete', labelId: byId(12) },
		done: { deleted: true, id: 12 },
	},
	agentBot: {
		node: 'agentBot',
		parameters: { operation: 'delete', agentBotId: byId(10) },
		done: { deleted: true, id: 10 },
	},
	catalog: {
		node: 'catalog',
		parameters: { operation: 'pushToPartner', catalogId: 34 },
		done: { pushed: true, id: 34 },
	},
	rule: {
		node: 'automationRule',
		parameters: { operation: 'update', automationRuleId: byId(21), updateFields: { active: true } },
		done: { updated: true, id: 21 },
	},
	search: {
		node: 'contact',
		parameters: { operation: 'search', query: 'ann', options: { sort: '-name' } },
		done: {},
	},
	flow: { node: 'messagingFlow', parameters: { operation: 'create', name: 'A' }, done: {} },
	agents: { node: 'inbox', parameters: { operation: 'getAgents', inboxId: byId(1) }, done: {} },
	apps: { node: 'integration', parameters: { operation: 'getApps' }, done: {} },
};

/** Runs an operation against a service that gives one and the same answer to everything. */
async function answering(
	name: string,
	status: number,
	body: unknown,
	type = 'application/json',
): Promise<Outcome> {
	const headers = { 'content-type': type };
	running().setFault({ kind: 'answer', status, body, headers } as PlannedFault);
	return await runNode(running(), NODES[name]);
}

describe.each(['label', 'agentBot', 'catalog'])('of %s', (name) => {
	it.each([
		[204, '', 'text/html'],
		[200, '', 'text/plain'],
		[202, ' \n', 'application/json'],
		[200, 'OK', 'text/plain'],
		[202, 'queued', 'text/plain; charset=utf-8'],
	])('a %s of %j as %s is a success', async (status, body, type) => {
		const { main, error } = await answering(name, status, body, type);
		expect(error).toBeUndefined();
		expect(main.map(({ json }) => json)).toEqual([NODES[name].done]);
	});

	it.each([
		['{"id": 7, "na', 'application/json'],
		['{"id": 7, "na', 'text/plain'],
		['OK', 'application/json'],
		['<html><body>Sign in</body></html>', 'text/plain'],
		['x'.repeat(500), 'text/plain'],
	])('a 200 of %j as %s is none', async (body, type) => {
		expect((await answering(name, 200, body, type)).error?.httpCode).toBe('200');
	});
});

it.each(['label', 'catalog', 'rule', 'flow'])(
	'a 2xx of reasons alone is a refusal, to %s',
	async (name) => {
		const { main, error } = await answering(name, 201, ['Name is taken', 'Inbox is gone']);
		expect(main).toEqual([]);
		expect(error?.message).toBe('Name is taken; Inbox is gone');
	},
);

it('an empty 2xx stays a failure of a list', async () => {
	const { error } = await answering('search', 204, '', 'text/html');
	expect(error?.message).toBe('The service answered with nothing');
	expect(error?.httpCode).toBe('204');
});

describe.each(['label', 'catalog', 'rule', 'flow', 'search'])(
	'a 2xx that says no, to %s',
	(name) => {
		it.each([
			[{ error: 'Plan limit reached' }, 'Plan limit reached'],
			[{ errors: ['Catalog is locked'] }, 'Catalog is locked'],
			[{ success: false }, 'The service answered that it did not succeed, but not why'],
			[{ success: false, message: 'Not connected' }, 'Not connected'],
			[{ payload: [], error: 'Not now' }, 'Not now'],
			[{ data: { error: 'Deep' } }, 'Deep'],
			[{ errors: ['Locked'], data: {} }, 'Locked'],
			[{ success: false, payload: { synced: 0 }, message: 'Offline' }, 'Offline'],
			[{ status: 'error', message: 'Not today' }, 'Not today'],
		])('%j is a refusal', async (body, words) => {
			const { main, error } = await answering(name, 200, body);
			expect(main).toEqual([]);
			expect(error?.message).toBe(words);
		});

		it.each([
			[{ errors: [] }],
			[{ error: null, success: true }],
			[{ errors: ['One of two'], status: 'failed' }],
		])('%j is none beside a record', async (body) => {
			const { error } = await answering(name, 200, { ...body, payload: [{ id: 21, name: 'x' }] });
			expect(error).toBeUndefined();
		});
	},
);

it.each([
	['first', [{ id: 21 }, { id: 3 }]],
	['last', [{ id: 3 }, { id: 4 }, { id: '21' }]],
	['alone', { id: 21 }],
])(
	'a rule update gives the rule that was asked for where it stands %s',
	async (_where, payload) => {
		const { main } = await answering('rule', 200, { payload });
		expect(main.map(({ json }) => Number(json.id))).toEqual([21]);
	},
);

describe('the words of a refusal', () => {
	it.each([
		[401, { errors: ['Only administrators can create flows'] }, 'Only administrators', 'role'],
		[401, { errors: ['You need to sign in first'] }, 'You need to sign in', 'did not arrive'],
		[401, ['You need to log in first'], 'You need to log in', 'did not arrive'],
		[401, { error: 'Missing access token' }, 'Missing access', 'did not arrive'],
		[401, { error: 'Flows are missing in your plan' }, 'Flows are missing', 'role'],
		[422, ['Name is taken', 'Inbox is gone'], 'Name is taken; Inbox is gone', 'Correct'],
		[422, { title: 'Not valid', detail: 'Name is taken' }, 'Not valid: Name is taken', 'Correct'],
		[422, { message: 'This bot is missing from the plan' }, 'This bot is missing', 'Correct'],
		[403, { error: 'Only owners' }, 'Only owners', 'administrator'],
		[404, { error: 'No such inbox' }, 'No such inbox', 'another account'],
	])('of %s %j are read', async (status, body, message, remedy) => {
		const { error } = await answering('flow', status, body);
		expect(error?.message).toContain(message);
		expect(error?.description).not.toContain(remedy === 'Correct' ? 'token' : 'undefined');
		if (remedy !== 'role') expect(error?.description).toContain(remedy);
		else expect(error?.description).not.toContain('did not arrive');
	});

	it('name a field that stands under Options', async () => {
		const body = { message: 'is not valid', attributes: ['sort'] };
		const { error } = await answering('search', 422, body);
		expect(error?.description).toContain("Check 'Sort'.");
	});

	it.each([250, 290, 298])('never hold a part of the token, from sign %s on', async (before) => {
		const token = running().tokens.administrator;
		const { error } = await answering('label', 422, { error: `${'x'.repeat(before)}${token}` });
		expect(error?.message).not.toContain(token.slice(0, 4));
	});
});

it('calls a proxy that refuses a proxy', async () => {
	const { error } = await runNode(running(), {
		node: 'label',
		parameters: {
			...NODES.label.parameters,
			requestOptions: { proxy: 'http://127.0.0.1:9' },
			options: { maxRetries: 0 },
		},
	});
	expect(error?.message).toBe('The proxy refused the connection: 127.0.0.1:9');
	expect(error?.description).toContain("Check 'Proxy' under 'Request Options'");
});

it('says that the file of an avatar is lost', async () => {
	const { error, requests } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'create', name: 'A', additionalFields: { avatarBinaryField: 'x' } },
		items: [{ json: {}, binary: { x: { id: 'gone:1', data: '', mimeType: 'image/png' } } }],
	});
	expect(requests).toEqual([]);
	expect(error?.message).toContain('The file to send cannot be read');
	expect(error?.description).toContain('Run the node that gives the file again');
});

it('keeps the documented custom role of an agent, and leaves out a hook of which nothing is known', async () => {
	const agents = await answering('agents', 200, { payload: [{ id: 1, custom_role_id: 17, x: 1 }] });
	expect(agents.main[0].json).toEqual({ id: 1, custom_role_id: 17 });
	const hooks = [{ settings: { key: 's' } }, { id: 4, settings: {} }];
	const apps = await answering('apps', 200, { payload: [{ id: 'slack', hooks }] });
	expect(apps.main[0].json).toEqual({ id: 'slack', hooks: [{ id: 4 }] });
});

it('reads the credential once a run for its words', async () => {
	const reads = jest.spyOn(RunCredentials.prototype, 'getDecrypted');
	const { failed } = await runNode(running(), {
		...NODES.label,
		parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
		items: Array.from({ length: 50 }, () => ({ id: '' })),
		onError: 'continueErrorOutput',
	});
	expect(failed).toHaveLength(50);
	expect(reads.mock.calls.length).toBeLessThan(5);
	reads.mockRestore();
});
