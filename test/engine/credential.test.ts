import type { IDataObject, IExecuteFunctions, INodeType, IRun } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { builtPackage, runNode } from './harness';
import {
	credentialFor,
	type LoadedPackage,
	oneNode,
	outputOf,
	runWorkflow,
} from '../../tools/engine';
import { DIALECT_NAMES } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { textOf } from './leaks';

const TOKEN = 'token-2b90fe11';
const running = sandboxForTests({ token: TOKEN });
const elsewhere = sandboxForTests();
const APPS = { node: 'integration', parameters: { operation: 'getApps' } };

it('takes the address of any page of the service as Base URL', async () => {
	const baseUrl = ` ${running().url.replace('http', 'HTTP')}/app/accounts/1/settings/inboxes/list\n`;
	const { requests } = await runNode(running(), { ...APPS, credential: { baseUrl } });
	expect(requests.map(({ url }) => url)).toEqual(['/api/v1/accounts/1/integrations/apps']);
});

it.each([
	[{ baseUrl: 'app.example.com' }, "'Base URL' has no scheme"],
	[{ baseUrl: 'https://me:secret@app.example.com' }, "'Base URL' contains a user name or password"],
	[{ apiAccessToken: 'a secret' }, "'API Access Token' contains a space"],
	[{ accountId: '1/../2' }, "'Account ID' of the credential is not a whole number above 0"],
])(
	'refuses the credential %j before any request, as paired error items',
	async (credential, says) => {
		const { failed, requests, run } = await runNode(running(), {
			...APPS,
			credential,
			items: [{ a: 1 }, { a: 2 }],
			onError: 'continueErrorOutput',
		});
		expect(requests).toEqual([]);
		expect(failed).toMatchObject([
			{ json: { a: 1, error: expect.stringContaining(says) }, pairedItem: { item: 0 } },
			{ json: { a: 2 }, pairedItem: { item: 1 } },
		]);
		expect(textOf(run)).not.toContain('secret');
	},
);

it('does not show a token that the service repeats in its answer', async () => {
	running().setFault({ kind: 'answer', status: 422, body: { error: `Bad value ${TOKEN}` } });
	for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
		const { run } = await runNode(running(), { ...APPS, onError });
		expect(textOf(run)).toContain('Bad value ***');
		expect(textOf(run)).not.toContain(TOKEN);
	}
});

/** Sends the request in its parameters as n8n's HTTP Request node does with a predefined credential. */
const httpRequest: INodeType = {
	description: {
		displayName: 'Request',
		name: 'request',
		group: ['output'],
		version: 1,
		description: 'Sends one request',
		defaults: { name: 'Request' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerConversationApi', required: true }],
		properties: [{ displayName: 'Request', name: 'request', type: 'json', default: {} }],
	},
	async execute(this: IExecuteFunctions) {
		const request = JSON.parse(String(this.getNodeParameter('request', 0))) as IDataObject;
		const answer: unknown = await this.helpers.requestWithAuthentication.call(
			this,
			'customerConversationApi',
			{ method: 'GET', json: true, ...request },
		);
		return [this.helpers.returnJsonArray(answer as IDataObject)];
	},
};

async function requestLikeN8n(request: IDataObject): Promise<IRun> {
	const extra: LoadedPackage = { nodes: { 'test.request': httpRequest }, credentials: {} };
	const parameters = { request: JSON.stringify(request) };
	return await runWorkflow(oneNode({ type: 'test.request', parameters }), {
		packages: [await builtPackage(), extra],
		credentials: credentialFor(running()),
	});
}

describe("in n8n's HTTP Request node", () => {
	it('brings the token to the address of the service', async () => {
		const path = '/api/v1/accounts/1/labels';
		const run = await requestLikeN8n({ uri: running().url + path });
		expect(outputOf(run, 'Node')).toHaveLength(1);
		expect(running().requests).toMatchObject([
			{ path, status: 200, headers: { api_access_token: TOKEN } },
		]);
	});

	it.each(['uri', 'url'])('sends nothing to another origin (%s)', async (key) => {
		const run = await requestLikeN8n({ [key]: `${elsewhere().url}/api/v1/accounts/1` });
		expect(run.data.resultData.error?.message).toContain('this credential belongs to');
		expect(elsewhere().counts.total).toBe(0);
		expect(textOf(run)).not.toContain(TOKEN);
	});

	it('sends nothing to an address that hides its host', async () => {
		const { port } = new URL(elsewhere().url);
		const run = await requestLikeN8n({ uri: `\\\\127.0.0.1:${port}/api` });
		expect(run.data.resultData.error).toBeDefined();
		expect(elsewhere().counts.total).toBe(0);
	});

	it('carries the token to no other host when the service redirects', async () => {
		running().setFault({ kind: 'redirect', to: elsewhere().url.replace('127.0.0.1', 'localhost') });
		const uri = `${running().url}/api/v1/accounts/1/labels`;
		await requestLikeN8n({ uri, followRedirect: true });
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

it.each(DIALECT_NAMES)(
	'says which switch helps behind a proxy that drops headers with underscores (%s)',
	async (dialect) => {
		running().setDialect(dialect);
		running().setFault({ kind: 'dropUnderscoreHeaders' });
		const { error } = await runNode(running(), APPS);
		expect(error?.description).toContain('The token did not arrive');
		expect(error?.description).toContain("'Token Header'");
		const credential = { tokenHeader: 'api-access-token' };
		expect((await runNode(running(), { ...APPS, credential })).error).toBeUndefined();
	},
);
