import { DIALECT_NAMES, type Sandbox } from '../../tools/sandbox';
import { account, ask, sandboxForTests, type Asking, type Reply } from './support';

const APPS = account('integrations/apps');

function asRole(sandbox: Sandbox, role: 'agent' | 'bot' | 'outsider'): Asking {
	return { token: sandbox.tokens[role] };
}

describe.each(DIALECT_NAMES)('access in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test.each(['api_access_token', 'Api-Access-Token'])('is given by the header %s', async (name) => {
		const headers = { [name]: sandbox().tokens.administrator };

		expect((await ask(sandbox(), 'GET', APPS, { token: null, headers })).status).toBe(200);
	});

	test('is not given by a bearer token', async () => {
		const headers = { authorization: `Bearer ${sandbox().tokens.administrator}` };

		expect((await ask(sandbox(), 'GET', APPS, { token: null, headers })).status).toBe(401);
	});

	test.each([
		['no token', null],
		['an unknown token', 'wrong'],
	])('is refused with %s', async (_what, token) => {
		expect((await ask(sandbox(), 'GET', APPS, { token })).status).toBe(401);
	});

	test('is refused to users of another account', async () => {
		expect((await ask(sandbox(), 'GET', APPS, asRole(sandbox(), 'outsider'))).status).toBe(401);
		expect((await ask(sandbox(), 'GET', '/api/v1/accounts/2/integrations/apps')).status).toBe(401);
	});

	test('does not find an unknown account', async () => {
		expect((await ask(sandbox(), 'GET', '/api/v1/accounts/77/integrations/apps')).status).toBe(404);
	});

	test('to appointments is refused to bots', async () => {
		const path = account('appointments/1/complete');
		const { status } = await ask(sandbox(), 'POST', path, asRole(sandbox(), 'bot'));

		expect(status).toBe(dialect === 'upstream' ? 401 : 403);
		expect(sandbox().state.appointments[0].status).toBe('pending');
	});

	test('to an inbox is refused to agents who are not members of it', async () => {
		const path = account('inbox_members/3');
		const { status } = await ask(sandbox(), 'GET', path, asRole(sandbox(), 'agent'));

		expect(status).toBe(dialect === 'upstream' ? 401 : 403);
	});

	test('is judged before the contract is', async () => {
		const body = { nickname: 'A' };
		const { status } = await ask(sandbox(), 'POST', account('contacts'), { body, token: 'wrong' });

		expect(status).toBe(401);
		expect(sandbox().requests[0].problem).toBe('body must not have "nickname"');
	});
});

describe('the words of the upstream dialect', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream' });

	test.each([
		[
			'no token',
			{ errors: ['You need to sign in or sign up before continuing.'] },
			{ token: null },
		],
		['an unknown token', { error: 'Invalid Access Token' }, { token: 'wrong' }],
	])('say that it was %s', async (_what, json, asking) => {
		expect((await ask(sandbox(), 'GET', APPS, asking)).json).toEqual(json);
	});

	test.each<[string, (sandbox: Sandbox) => Promise<Reply>, string]>([
		[
			'the account is foreign',
			(running) => ask(running, 'GET', '/api/v1/accounts/2/integrations/apps'),
			'You are not authorized to access this account',
		],
		[
			'an agent may not delete',
			(running) => ask(running, 'DELETE', account('labels/1'), asRole(running, 'agent')),
			'You are not authorized to do this action',
		],
		[
			'an agent may not change rules',
			(running) =>
				ask(running, 'PATCH', account('automation_rules/1'), {
					...asRole(running, 'agent'),
					body: { active: false },
				}),
			'You are not authorized to do this action',
		],
		[
			'an agent may not list rules',
			(running) => ask(running, 'GET', account('automation_rules'), asRole(running, 'agent')),
			'You are not authorized to do this action',
		],
		[
			'bots have no access',
			(running) =>
				ask(running, 'POST', account('catalogs/1/push_to_partner'), asRole(running, 'bot')),
			'Access to this endpoint is not authorized for bots',
		],
	])('say that %s', async (_what, request, error) => {
		const { status, json } = await request(sandbox());

		expect(status).toBe(401);
		expect(json).toEqual({ error });
	});
});

describe('the documented dialect', () => {
	const sandbox = sandboxForTests();

	test('lets agents delete labels, for it does not show that they may not', async () => {
		const { status } = await ask(
			sandbox(),
			'DELETE',
			account('labels/1'),
			asRole(sandbox(), 'agent'),
		);

		expect(status).toBe(204);
	});
});

describe('other tokens and accounts', () => {
	const sandbox = sandboxForTests({ token: 'another', accountId: 5 });

	test('are taken from the options', async () => {
		const { status } = await ask(sandbox(), 'GET', '/api/v1/accounts/5/integrations/apps', {
			token: 'another',
		});

		expect(status).toBe(200);
		expect(sandbox().tokens.agent).toBe('another-agent');
	});
});
