import { DIALECT_NAMES } from '../../tools/sandbox';
import { ask, askFor, sandboxForTests } from './support';

const APPS = 'GET integrations/apps';

describe.each(DIALECT_NAMES)('access in the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });
	const forbidden = dialect === 'upstream' ? 401 : 403;

	test.each([
		['api_access_token', 200],
		['Api-Access-Token', 200],
		['authorization', 401],
	])('by the header %s is answered with %i', async (name, status) => {
		const headers = { [name]: sandbox().tokens.administrator };

		expect((await askFor(sandbox(), APPS, { token: null, headers })).status).toBe(status);
	});

	test.each([
		['without a token', APPS, null, 401],
		['with an unknown token', APPS, 'wrong', 401],
		['to users of another account', APPS, 'sandbox-token-outsider', 401],
		['to bots on appointments', 'POST appointments/1/complete', 'sandbox-token-bot', forbidden],
		['to agents of other inboxes', 'GET inbox_members/3', 'sandbox-token-agent', forbidden],
	])('is refused %s', async (_what, request, token, status) => {
		expect((await askFor(sandbox(), request, { token })).status).toBe(status);
	});

	test.each([
		[2, 401],
		[77, 404],
	])('to account %i is answered with %i', async (id, status) => {
		const path = `/api/v1/accounts/${id}/integrations/apps`;

		expect((await ask(sandbox(), 'GET', path)).status).toBe(status);
	});

	test('is judged before the contract is', async () => {
		const body = { nickname: 'A' };

		expect((await askFor(sandbox(), 'POST contacts', { body, token: 'wrong' })).status).toBe(401);
		expect(sandbox().requests[0].problem).toBe('body must not have "nickname"');
	});
});

describe('the words of the upstream dialect', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream' });
	const unauthorized = { error: 'You are not authorized to do this action' };

	test.each([
		[APPS, null, { errors: ['You need to sign in or sign up before continuing.'] }],
		[APPS, 'wrong', { error: 'Invalid Access Token' }],
		['DELETE labels/1', 'sandbox-token-agent', unauthorized],
		['GET automation_rules', 'sandbox-token-agent', unauthorized],
		[
			'POST catalogs/1/push_to_partner',
			'sandbox-token-bot',
			{ error: 'Access to this endpoint is not authorized for bots' },
		],
	])('on %s with the token %s', async (request, token, json) => {
		expect((await askFor(sandbox(), request, { token })).json).toEqual(json);
	});
});

describe('the documented dialect', () => {
	const sandbox = sandboxForTests({ token: 'another', accountId: 5 });

	test('takes token and account from the options, and lets agents delete labels', async () => {
		const token = 'another-agent';
		const { status } = await ask(sandbox(), 'DELETE', '/api/v1/accounts/5/labels/1', { token });

		expect(status).toBe(204);
	});
});
