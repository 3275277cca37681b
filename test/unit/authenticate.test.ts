import fc from 'fast-check';
import {
	type IDataObject,
	type IHttpRequestOptions,
	injectDomainRestrictionFields,
} from 'n8n-workflow';

import { authenticate } from '../../nodes/shared/http/authenticate';
import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';

const CREDENTIAL = {
	baseUrl: 'https://chat.example.com/support/',
	apiAccessToken: ' token-1\u200b ',
	accountId: '3',
	tokenHeader: 'api_access_token',
};

type LegacyRequest = IHttpRequestOptions & { uri?: string };

function legacy(request: Partial<LegacyRequest>): LegacyRequest {
	return request as LegacyRequest;
}

it('adds address, account and token to the request itself, so that a node knows them', async () => {
	const headers = Object.freeze({ accept: 'application/json' });
	const given = { url: '/api/v1/accounts/{account_id}/labels/7', headers };
	expect(await authenticate(Object.freeze(CREDENTIAL), given)).toBe(given);
	expect(given).toEqual({
		baseURL: 'https://chat.example.com/support',
		url: '/api/v1/accounts/3/labels/7',
		headers: { accept: 'application/json', api_access_token: 'token-1' },
	});
});

it.each([
	['https://chat.example.com/app/accounts/42/settings/inboxes/7', '', '{account_id}', '42'],
	[' https://chat.example.com/support/app/accounts/42 ', '  ', '{account_id}', '42'],
	['https://chat.example.com/api/v1/accounts/8', '', '{account_id}', '8'],
	['https://chat.example.com/app/accounts/42/dashboard', ' 42\u200b', '{account_id}', '42'],
	['https://chat.example.com/app/accounts/42/dashboard', '3', '9', '9'],
])(
	'of %s, Account ID %p and a path of %s takes account %s',
	async (baseUrl, accountId, own, account) => {
		const credential = { ...CREDENTIAL, baseUrl, accountId };
		const { url } = await authenticate(credential, { url: `/api/v1/accounts/${own}/labels` });
		expect(url).toBe(`/api/v1/accounts/${account}/labels`);
	},
);

it('sends the token in the header that the credential names', async () => {
	const credential = { ...CREDENTIAL, tokenHeader: 'api-access-token' };
	const { headers } = await authenticate(credential, { url: '/api/v1/profile' });
	expect(headers).toEqual({ 'api-access-token': 'token-1' });
});

it.each(['url', 'uri'])('accepts an absolute address of its own origin (%s)', async (key) => {
	const address = 'https://chat.example.com/api/v1/profile';
	const request = await authenticate(CREDENTIAL, legacy({ [key]: address }));
	expect(request).toMatchObject({
		[key]: address,
		headers: { api_access_token: 'token-1' },
		allowedDomains: 'chat.example.com',
	});
});

it.each([
	'http://chat.example.com/api',
	'https://chat.example.com:8443/api',
	'https://chat.example.com.elsewhere.example/api',
	'https://chat.example.com@elsewhere.example/api',
	'//elsewhere.example/api',
	'HTTPS://ELSEWHERE.EXAMPLE/api',
])('sends nothing to %p', async (address) => {
	for (const request of [{ url: address }, legacy({ uri: address })]) {
		await expect(authenticate(CREDENTIAL, request)).rejects.toThrow('is sent to no other address');
	}
});

it('says that the chosen operation is missing if a request has no address', async () => {
	await expect(authenticate(CREDENTIAL, { url: '' })).rejects.toThrow(
		'This node does not have the chosen operation',
	);
});

it('refuses every address of another origin', async () => {
	const starts = ['', '/', '//', '\\', '\\\\', '/\\', ' ', '\t', 'https:', 'http:/', '.'];
	const start = fc.constantFrom(...starts);
	await fc.assert(
		fc.asyncProperty(start, fc.webUrl(), async (before, rest) => {
			const sent = await authenticate(CREDENTIAL, { url: before + rest }).catch(() => undefined);
			if (!sent) return;
			const target = new URL(`${sent.baseURL ?? ''}${sent.url}`);
			expect(target.origin).toBe('https://chat.example.com');
		}),
	);
});

it.each<[Record<string, string | undefined>, string]>([
	[{ apiAccessToken: '' }, "'API Access Token' is blank"],
	[{ apiAccessToken: 'a\r\nx: y' }, "'API Access Token' contains a space"],
	[{ accountId: '0' }, "'Account ID' of the credential"],
	[{ baseUrl: 'chat.example.com' }, "'Base URL' doesn't start with https://"],
	[
		{ baseUrl: 'https://chat.example.com/app/accounts/42/dashboard', accountId: '3' },
		"'Account ID' of the credential is 3, but 'Base URL' is a page of account 42. Correct one of them",
	],
])('refuses the credential %j', async (changes, message) => {
	const path = { url: '/api/v1/accounts/{account_id}/labels' };
	await expect(authenticate({ ...CREDENTIAL, ...changes }, path)).rejects.toThrow(message);
});

it('never shows the token in a message', async () => {
	const credential = { ...CREDENTIAL, apiAccessToken: 'secret with space' };
	await expect(authenticate(credential, { url: '/api' })).rejects.toThrow(
		expect.not.objectContaining({ message: expect.stringContaining('secret') }),
	);
});

it('has no field for allowed domains, because n8n would check them too early', () => {
	const credential = new CustomerConversationApi();
	const shown = injectDomainRestrictionFields(credential).filter(({ type }) => type !== 'hidden');
	expect(shown).toEqual(credential.properties.filter(({ type }) => type !== 'hidden'));
	// What n8n does before 2.40, which does not know the flag.
	const names = credential.properties.map(({ name }) => name);
	expect(names).toContain('allowedHttpRequestDomains');
});

it.each(['ENOTFOUND', 'ECONNREFUSED', 'EPROTO'])(
	"says on the form what n8n's test means by %s",
	(code) => {
		const { properties } = new CustomerConversationApi();
		const shown = properties.map(({ displayName }) => displayName).join(' ');
		expect(shown).toMatch(new RegExp(`${code}[:,] `));
	},
);

it('hides the token in its form, and is tested without following redirects', () => {
	const { properties, test } = new CustomerConversationApi();
	const hidden = properties.filter(({ typeOptions }) => typeOptions?.password);
	expect(hidden.map(({ name }) => name)).toEqual(['apiAccessToken']);
	expect(test.request).toMatchObject({ method: 'GET', json: true, disableFollowRedirect: true });
});

/** The message of n8n's test for a 2xx response with this body: of the first rule whose field has its value. */
function failureOf(body: string | IDataObject): string | undefined {
	const { rules = [] } = new CustomerConversationApi().test;
	const properties = rules.flatMap((rule) =>
		rule.type === 'responseSuccessBody' ? [rule.properties] : [],
	);
	return properties.find(({ key, value }) => Object(body)[key] === value)?.message;
}

it('passes the test of a credential for a list of apps', () => {
	expect(failureOf({ payload: [] })).toBeUndefined();
});

it.each(['<html></html>', '', {}, { error: 'nope' }])(
	'fails the test of a credential for a 200 with %j',
	(body) => {
		expect(failureOf(body)).toContain("Check 'Base URL'");
	},
);

/** What the message of n8n's test says to a status. A status with a message of its own needs a row. */
const SAYS: Array<[status: number, words: string]> = [
	...[301, 302, 303, 307, 308].map((status): [number, string] => [status, 'try https://']),
	[401, "check 'Account ID' and 'Token Header'"],
	[402, 'Ask the account owner to change the plan'],
	[403, "Check the user's role, the account's plan and the firewall"],
	[404, "Check 'Account ID' and 'Base URL'"],
];

it('says what to do after each status in the test of a credential', () => {
	const { rules = [] } = new CustomerConversationApi().test;
	const messages = rules.flatMap((rule) =>
		rule.type === 'responseCode' ? [[rule.properties.value, rule.properties.message]] : [],
	);
	expect(messages.sort()).toEqual(
		SAYS.map(([status, words]) => [status, expect.stringContaining(words)]),
	);
});
