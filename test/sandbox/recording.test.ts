import { startSandbox } from '../../tools/sandbox';
import { account, ask, sandboxForTests } from './support';

describe('a recorded request', () => {
	const sandbox = sandboxForTests();

	test('shows what was sent and how it ended', async () => {
		const body = { payload: [] };
		await ask(sandbox(), 'POST', account('contacts/filter?page=2'), { body });

		expect(sandbox().requests).toEqual([
			{
				number: 1,
				operation: 'contactFilter',
				method: 'POST',
				path: account('contacts/filter'),
				url: account('contacts/filter?page=2'),
				query: { page: '2' },
				headers: expect.objectContaining({
					'content-type': 'application/json',
					api_access_token: sandbox().tokens.administrator,
				}),
				rawBody: '{"payload":[]}',
				body,
				files: [],
				status: 200,
				arrivedAt: expect.any(Number),
				ms: expect.any(Number),
				open: 1,
			},
		]);
	});

	test('keeps the path as it was sent', async () => {
		await ask(sandbox(), 'GET', account('contacts/search?q=%2B49%2030&sort=-name'));

		expect(sandbox().requests[0]).toMatchObject({
			url: account('contacts/search?q=%2B49%2030&sort=-name'),
			query: { q: '+49 30', sort: '-name' },
		});
	});

	test('is one of the latest, while all are counted', async () => {
		const small = await startSandbox({ recordLimit: 2 });
		for (let id = 1; id <= 5; id += 1) await ask(small, 'DELETE', account(`labels/${id}`));
		await small.close();

		expect(small.requests.map((request) => request.number)).toEqual([4, 5]);
		expect(small.counts).toEqual({
			total: 5,
			open: 0,
			peak: 1,
			problems: 0,
			operations: { labelDelete: 5 },
			statuses: { 204: 5 },
		});
	});

	test('is forgotten when the requests are cleared', async () => {
		await ask(sandbox(), 'GET', account('integrations/apps'));
		sandbox().clearRequests();

		expect(sandbox().requests).toEqual([]);
		expect(sandbox().counts.total).toBe(0);
	});
});

describe('the log', () => {
	test('has one line for each request', async () => {
		const lines: string[] = [];
		const sandbox = await startSandbox({ log: (line) => lines.push(line) });
		await ask(sandbox, 'GET', account('integrations/apps'));
		await ask(sandbox, 'DELETE', account('labels/x'));
		await sandbox.close();

		expect(lines).toEqual([
			expect.stringMatching(
				/^\d\d:\d\d:\d\d\.\d{3} GET \/api\/v1\/accounts\/1\/integrations\/apps 200 \d+ ms$/,
			),
			expect.stringMatching(
				/DELETE .*labels\/x 400 \d+ ms breaks the contract: path\.id must be an integer/,
			),
		]);
	});

	test('never shows the token', async () => {
		const lines: string[] = [];
		const sandbox = await startSandbox({ token: 'hush', log: (line) => lines.push(line) });
		await ask(sandbox, 'GET', account('integrations/apps'));
		await sandbox.close();

		expect(lines.join()).not.toContain('hush');
	});
});

describe('paths outside the API', () => {
	const sandbox = sandboxForTests();

	test.each(['/', '/app', '/app/api/v1/accounts/1/integrations/apps'])(
		'%s shows the page of the service',
		async (path) => {
			const { status, text } = await ask(sandbox(), 'GET', path);

			expect([status, text.startsWith('<!DOCTYPE html>')]).toEqual([200, true]);
		},
	);

	test('an API path twice is not found', async () => {
		const path = '/api/v1/api/v1/accounts/1/integrations/apps';

		expect((await ask(sandbox(), 'GET', path)).status).toBe(404);
	});
});
