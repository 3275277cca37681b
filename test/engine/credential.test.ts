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
import { DIALECT_NAMES, type Sandbox } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { textOf } from './leaks';

const TOKEN = 'token-2b90fe11';
const running = sandboxForTests({ token: TOKEN });
const elsewhere = sandboxForTests();
const APPS = { node: 'integration', parameters: { operation: 'getApps' } };

describe('the Base URL', () => {
	it.each([
		['spaces around it', (url: string) => `  ${url}\n`],
		['trailing slashes', (url: string) => `${url}///`],
		['the API path', (url: string) => `${url}/api/v1`],
		['the path of a request', (url: string) => `${url}/api/v1/accounts/1/contacts`],
		['the page of the app', (url: string) => `${url}/app/accounts/1/settings/inboxes/list`],
		['a scheme in capitals', (url: string) => url.replace('http', 'HTTP')],
	])('is understood with %s', async (_what, typed) => {
		const { error, requests } = await runNode(running(), {
			...APPS,
			credential: { baseUrl: typed(running().url) },
		});
		expect(error).toBeUndefined();
		expect(requests.map(({ url }) => url)).toEqual(['/api/v1/accounts/1/integrations/apps']);
	});

	it.each([
		['', "'Base URL' is blank"],
		['app.example.com', "'Base URL' has no scheme"],
		['ftp://app.example.com', "'Base URL' starts with ftp://"],
		['https://app.example.com?x=1', "'Base URL' contains a ? or a #"],
		['https://me:secret@app.example.com', "'Base URL' contains a user name or password"],
		['https://', "'Base URL' is not a valid address"],
	])('%p is refused with a message that says so', async (baseUrl, message) => {
		const { error } = await runNode(running(), { ...APPS, credential: { baseUrl } });
		expect(error?.message).toContain(message);
		expect(textOf(error)).not.toContain('secret');
	});
});

it.each([
	[{ apiAccessToken: ' ' }, "'API Access Token' is blank"],
	[{ apiAccessToken: 'two words' }, "'API Access Token' contains a space"],
	[{ apiAccessToken: 'x\r\nHost: elsewhere.example' }, "'API Access Token' contains a space"],
	[{ accountId: '' }, "'Account ID' of the credential is not a whole number above 0"],
	[{ accountId: '1/../2' }, "'Account ID' of the credential is not a whole number above 0"],
])('the credential %j is refused before any request', async (credential, message) => {
	const { error, requests } = await runNode(running(), { ...APPS, credential });
	expect(requests).toEqual([]);
	expect(error?.message).toContain(message);
});

it('makes a paired error item of an unusable credential', async () => {
	const { failed } = await runNode(running(), {
		...APPS,
		credential: { baseUrl: 'app.example.com' },
		items: [{ a: 1 }, { a: 2 }],
		onError: 'continueErrorOutput',
	});
	expect(failed.map(({ json, pairedItem }) => [json.a, pairedItem])).toEqual([
		[1, { item: 0 }],
		[2, { item: 1 }],
	]);
	expect(failed[0].json.error).toContain("'Base URL' has no scheme");
});

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

async function requestLikeN8n(sandbox: Sandbox, request: IDataObject): Promise<IRun> {
	const extra: LoadedPackage = { nodes: { 'test.request': httpRequest }, credentials: {} };
	const parameters = { request: JSON.stringify(request) };
	return await runWorkflow(oneNode({ type: 'test.request', parameters }), {
		packages: [await builtPackage(), extra],
		credentials: credentialFor(sandbox),
	});
}

describe("in n8n's HTTP Request node", () => {
	it('brings the token to the address of the service', async () => {
		const uri = `${running().url}/api/v1/accounts/1/labels`;
		const run = await requestLikeN8n(running(), { uri });
		expect(outputOf(run, 'Node')).toHaveLength(1);
		expect(running().requests[0]).toMatchObject({
			path: '/api/v1/accounts/1/labels',
			status: 200,
			headers: { api_access_token: TOKEN },
		});
	});

	it.each(['uri', 'url'])('sends nothing to another origin (%s)', async (key) => {
		const run = await requestLikeN8n(running(), { [key]: `${elsewhere().url}/api/v1/accounts/1` });
		expect(run.data.resultData.error?.message).toContain('this credential belongs to');
		expect(elsewhere().counts.total).toBe(0);
		expect(textOf(run)).not.toContain(TOKEN);
	});

	it('sends nothing to an address that hides its host', async () => {
		const { port } = new URL(elsewhere().url);
		const run = await requestLikeN8n(running(), { uri: `\\\\127.0.0.1:${port}/api` });
		expect(run.data.resultData.error).toBeDefined();
		expect(elsewhere().counts.total).toBe(0);
	});

	it('carries the token to no other host when the service redirects', async () => {
		running().setFault({ kind: 'redirect', to: elsewhere().url.replace('127.0.0.1', 'localhost') });
		const uri = `${running().url}/api/v1/accounts/1/labels`;
		await requestLikeN8n(running(), { uri, followRedirect: true });
		const tokens = elsewhere().requests.map(({ headers }) => headers.api_access_token);
		expect(tokens.filter((token) => token === TOKEN)).toEqual([]);
	});
});

it('follows no redirect with the nodes', async () => {
	running().setFault({ kind: 'redirect', to: elsewhere().url });
	const { error } = await runNode(running(), APPS);
	expect(elsewhere().counts.total).toBe(0);
	expect(error?.message).toContain(`The service redirects to ${elsewhere().url}`);
});

describe.each(DIALECT_NAMES)(
	'behind a proxy that drops headers with underscores (%s)',
	(dialect) => {
		beforeEach(() => {
			running().setDialect(dialect);
			running().setFault({ kind: 'dropUnderscoreHeaders' });
		});

		it('says which switch helps', async () => {
			const { error } = await runNode(running(), APPS);
			expect(error?.description).toContain('The token did not arrive');
			expect(error?.description).toContain("'Token Header'");
		});

		it('arrives with the other header', async () => {
			const { error } = await runNode(running(), {
				...APPS,
				credential: { tokenHeader: 'api-access-token' },
			});
			expect(error).toBeUndefined();
		});
	},
);
