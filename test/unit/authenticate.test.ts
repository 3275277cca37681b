import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { authenticate } from '../../credentials/authenticate';

const CREDENTIAL = {
	baseUrl: 'https://chat.example.com/support/',
	apiAccessToken: ' token-1 ',
	accountId: '3',
	tokenHeader: 'api_access_token',
};

type LegacyRequest = IHttpRequestOptions & { uri?: string };

function legacy(request: Partial<LegacyRequest>): LegacyRequest {
	return request as LegacyRequest;
}

it('completes a path with the address, the account and the token', async () => {
	const request = await authenticate(CREDENTIAL, {
		url: '/api/v1/accounts/{account_id}/labels/7',
		headers: { accept: 'application/json' },
	});
	expect(request).toMatchObject({
		baseURL: 'https://chat.example.com/support',
		url: '/api/v1/accounts/3/labels/7',
		headers: { accept: 'application/json', api_access_token: 'token-1' },
	});
});

it('leaves an account that the path already has', async () => {
	const { url } = await authenticate(CREDENTIAL, { url: '/api/v1/accounts/9/labels/7' });
	expect(url).toBe('/api/v1/accounts/9/labels/7');
});

it.each([
	['https://chat.example.com/app/accounts/42/settings/inboxes/7', '', '42'],
	[' https://chat.example.com/support/app/accounts/42/ ', '  ', '42'],
	['https://chat.example.com/api/v1/accounts/8', '', '8'],
	['https://chat.example.com/app/accounts/42/dashboard', '3', '3'],
])('takes the account from %s, unless Account ID is %p', async (baseUrl, accountId, account) => {
	const { url } = await authenticate(
		{ ...CREDENTIAL, baseUrl, accountId },
		{ url: '/api/v1/accounts/{account_id}/labels' },
	);
	expect(url).toBe(`/api/v1/accounts/${account}/labels`);
});

it('asks for no account where the path needs none of the credential', async () => {
	const { url } = await authenticate({ ...CREDENTIAL, accountId: '' }, { url: '/api/v1/profile' });
	expect(url).toBe('/api/v1/profile');
});

it('sends the token in the other header where that is chosen', async () => {
	const request = await authenticate(
		{ ...CREDENTIAL, tokenHeader: 'api-access-token' },
		{ url: '/api' },
	);
	expect(request.headers).toEqual({ 'api-access-token': 'token-1' });
});

it('changes nothing of the request that it is given', async () => {
	const request = Object.freeze({ url: '/api', headers: Object.freeze({ a: 'b' }) });
	await authenticate(CREDENTIAL, request);
	expect(request).toEqual({ url: '/api', headers: { a: 'b' } });
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
	'https://elsewhere.example/api',
	'http://chat.example.com/api',
	'https://chat.example.com:8443/api',
	'https://chat.example.com.elsewhere.example/api',
	'https://chat.example.com@elsewhere.example/api',
	'//elsewhere.example/api',
	'\\\\elsewhere.example/api',
	'/\\elsewhere.example/api',
	' https://elsewhere.example/api',
	'HTTPS://ELSEWHERE.EXAMPLE/api',
	'https:elsewhere.example/api',
	'https:/elsewhere.example/api',
	'ftp://chat.example.com/api',
	'data:text/plain,x',
	'javascript:alert(1)',
])('sends nothing to %p', async (address) => {
	await expect(authenticate(CREDENTIAL, { url: address })).rejects.toThrow(
		'Its token is sent to no other address',
	);
	await expect(authenticate(CREDENTIAL, legacy({ uri: address }))).rejects.toThrow(
		'Its token is sent to no other address',
	);
});

it('lets no address leave its origin, however it is written', async () => {
	const start = fc.constantFrom(
		'',
		'/',
		'//',
		'\\',
		'\\\\',
		'/\\',
		' ',
		'\t',
		'https:',
		'http:/',
		'.',
	);
	await fc.assert(
		fc.asyncProperty(start, fc.webUrl(), async (before, rest) => {
			const sent = await authenticate(CREDENTIAL, { url: before + rest }).catch(() => undefined);
			if (!sent) return;
			const target = new URL(`${sent.baseURL ?? ''}${sent.url}`);
			expect(target.origin).toBe('https://chat.example.com');
		}),
		{ numRuns: 10_000 },
	);
});

it.each<[Record<string, string | undefined>, string]>([
	[{ apiAccessToken: '' }, "'API Access Token' is blank"],
	[{ apiAccessToken: undefined }, "'API Access Token' is blank"],
	[{ apiAccessToken: 'a b' }, "'API Access Token' contains a space"],
	[{ apiAccessToken: 'a\r\nx: y' }, "'API Access Token' contains a space"],
	[{ apiAccessToken: 'tökén' }, "'API Access Token' contains a space"],
	[{ accountId: '0' }, "'Account ID' of the credential"],
	[{ accountId: '1/../2' }, "'Account ID' of the credential"],
	[{ accountId: undefined }, "'Account ID' of the credential"],
	[{ baseUrl: 'chat.example.com' }, "'Base URL' has no scheme"],
])('refuses the credential %j', async (changes, message) => {
	const path = { url: '/api/v1/accounts/{account_id}/labels' };
	await expect(authenticate({ ...CREDENTIAL, ...changes }, path)).rejects.toThrow(message);
});

it('never repeats the token in a message', async () => {
	const credential = { ...CREDENTIAL, apiAccessToken: 'secret with space' };
	await expect(authenticate(credential, { url: '/api' })).rejects.toThrow(
		expect.not.objectContaining({ message: expect.stringContaining('secret') }),
	);
});
