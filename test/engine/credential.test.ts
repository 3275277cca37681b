import type { IRun } from 'n8n-workflow';

import { builtIns } from '../../tools/engine/builtIns';
import { builtPackage, runNode } from '../../tools/engine/harness';
import { credentialFor, oneNode, outputOf, runWorkflow } from '../../tools/engine';
import { RunCredentials } from '../../tools/engine/credentials';
import { sandboxForTests } from '../sandbox/support';
import { textOf } from '../../tools/faults/leaks';

const TOKEN = 'token-2b90fe11';
const running = sandboxForTests({ token: TOKEN, labels: 5 });
const elsewhere = sandboxForTests();
const APPS = { node: 'integration', parameters: { operation: 'getApps' } };

it('refuses a credential before any request, as paired error items', async () => {
	const { failed, requests, run } = await runNode(running(), {
		...APPS,
		credential: { apiAccessToken: 'a secret' },
		items: [{ a: 1 }, { a: 2 }],
		onError: 'continueErrorOutput',
	});
	const error = expect.stringContaining("'API Access Token' contains a space");
	expect(requests).toEqual([]);
	expect(failed).toMatchObject([
		{ json: { a: 1, error }, pairedItem: { item: 0 } },
		{ json: { a: 2 }, pairedItem: { item: 1 } },
	]);
	expect(textOf(run)).not.toContain('secret');
});

it('takes a contact for new unless an earlier item has returned it in the same account', async () => {
	const body = { id: 5, email: 'ann@b.example' };
	running().setFault({ kind: 'response', status: 200, body, operation: 'contactCreate' });
	const { main } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'create', ...body, options: { maxConcurrentRequests: 1 } },
		credential: { accountId: '={{ $json.account }}' },
		items: [{ account: 1 }, { account: 1 }, { account: 2 }],
	});
	expect(main.map(({ json }) => json.created)).toEqual([true, false, true]);
});

it('does not show a token that the service repeats in its response', async () => {
	running().setFault({ kind: 'response', status: 422, body: { error: `Bad value ${TOKEN}` } });
	for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
		const { run } = await runNode(running(), { ...APPS, onError });
		expect(textOf(run)).toContain('Bad value ***');
		expect(textOf(run)).not.toContain(TOKEN);
	}
});

it('does not show a token that was pasted with an invisible character', async () => {
	running().setFault({ kind: 'response', status: 422, body: { error: `Bad value ${TOKEN}` } });
	const credential = { apiAccessToken: `\u200b${TOKEN}\u200b` };
	const { main } = await runNode(running(), {
		...APPS,
		credential,
		onError: 'continueRegularOutput',
	});
	expect(main[0].json.error).toContain('Bad value ***');
});

// Relied on in http/authenticate.ts: n8n hands `authenticate` the very object with the options that the node made.
it('does not show any token of a run, in messages and in items, whichever the service repeats', async () => {
	const changed = 'token-5ad3c0f7';
	const given = Object.values(credentialFor(running()))[0];
	const words = `Bad values ${TOKEN}, ${changed}`;
	const reads = jest.spyOn(RunCredentials.prototype, 'getDecrypted');
	const responses: Array<[number, object]> = [
		[422, { error: words }],
		[200, { payload: [{ id: 'slack', name: words }] }],
	];
	for (const [status, body] of responses) {
		// n8n itself reads it once before the items.
		reads.mockResolvedValue({ ...given, apiAccessToken: changed });
		reads.mockResolvedValueOnce(given).mockResolvedValueOnce(given);
		running().setFault({ kind: 'response', status, body });
		const { main } = await runNode(running(), {
			...APPS,
			items: [{}, {}],
			onError: 'continueRegularOutput',
		});
		expect(textOf(main[1].json)).toContain('Bad values ***, ***');
	}
	reads.mockRestore();
});

it('does not show a token that the service repeats in a record', async () => {
	const repeated = { url: `https://host/?key=${TOKEN}`, seats: 2, tags: [null] };
	const hooks = [{ id: 4, inbox: { ...repeated, [TOKEN]: true } }];
	const app = { id: 'slack', name: TOKEN, enabled: true, hooks };
	running().setFault({ kind: 'response', status: 200, body: { payload: [app, { id: 'none' }] } });
	const { main, run } = await runNode(running(), APPS);
	const inbox = { url: 'https://host/?key=***', seats: 2, tags: [null], '***': true };
	expect(main.map(({ json }) => json)).toMatchObject([
		{ id: 'slack', name: '***', enabled: true, hooks: [{ id: 4, inbox }] },
		{ id: 'none' },
	]);
	expect(textOf(run)).not.toContain(TOKEN);
});

it('does not change a number that is written like the token', async () => {
	const payload = [{ id: 'slack', name: 'Code 20261123', hooks: [{ id: 20261123 }] }];
	running().setFault({ kind: 'response', status: 200, body: { payload } });
	const { main } = await runNode(running(), {
		...APPS,
		credential: { apiAccessToken: '20261123' },
	});
	expect(main[0].json).toMatchObject({ name: 'Code ***', hooks: [{ id: 20261123 }] });
});

async function requestLikeN8n(url: string): Promise<IRun> {
	const packages = [await builtPackage(), { nodes: builtIns, credentials: {} }];
	const type = 'n8n-nodes-base.httpRequest';
	const parameters = { method: 'GET', url };
	return await runWorkflow(oneNode({ type, parameters }, packages), {
		packages,
		credentials: credentialFor(running()),
	});
}

describe("in n8n's HTTP Request node", () => {
	it('sends the token to the address of the service', async () => {
		const path = '/api/v1/accounts/1/labels';
		const run = await requestLikeN8n(running().url + path);
		expect(outputOf(run, 'Node')).toHaveLength(1);
		expect(running().requests).toMatchObject([
			{ path, status: 200, headers: { api_access_token: TOKEN } },
		]);
	});

	it('sends nothing to another origin', async () => {
		const run = await requestLikeN8n(`${elsewhere().url}/api/v1/accounts/1`);
		expect(run.data.resultData.error?.message).toContain('this credential is only for');
		expect(elsewhere().counts.total).toBe(0);
		expect(textOf(run)).not.toContain(TOKEN);
	});

	it('sends the token to no other host when the service redirects', async () => {
		running().setFault({ kind: 'redirect', to: elsewhere().url.replace('127.0.0.1', 'localhost') });
		await requestLikeN8n(`${running().url}/api/v1/accounts/1/labels`);
		expect(running().requests).toMatchObject([{ status: 301 }]);
		const tokens = elsewhere().requests.map(({ headers }) => headers.api_access_token);
		expect(tokens).not.toContain(TOKEN);
	});
});

it('follows no redirect with the nodes', async () => {
	running().setFault({ kind: 'redirect', to: elsewhere().url });
	const { error } = await runNode(running(), APPS);
	expect(elsewhere().counts.total).toBe(0);
	expect(error?.message).toContain(`The service redirects to ${elsewhere().url}`);
});

it('refuses a Base URL of another account, unless the node has its own account', async () => {
	const credential = { baseUrl: `${running().url}/app/accounts/3/contacts?page=2`, accountId: '1' };
	const { error, requests } = await runNode(running(), { ...APPS, credential });
	expect(error?.message).toMatch(/'Account ID' of the credential is 1, but .* of account 3/);
	expect(requests).toEqual([]);
	const options = { accountId: '1' };
	const parameters = { ...APPS.parameters, options };
	const own = await runNode(running(), { ...APPS, parameters, credential });
	expect(own.requests).toMatchObject([{ path: '/api/v1/accounts/1/integrations/apps' }]);
});

it.each([
	['operation', 'message'],
	['operation', ''],
	['resource', 'conversation'],
])('sends nothing for a node whose %s is %p', async (name, value) => {
	for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
		const { error, main, failed, requests } = await runNode(running(), {
			node: 'label',
			parameters: { resource: 'label', operation: 'delete', [name]: value },
			items: [{ a: 1 }, { a: 2 }],
			onError,
		});
		expect([main, requests]).toEqual([[], []]);
		const said = error?.message ?? JSON.stringify(failed);
		expect(said).toContain('This node does not have the chosen operation');
	}
});
