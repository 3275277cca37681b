import {
	connectSandbox,
	spawnSandbox,
	type Sandbox,
	type SpawnedSandbox,
} from '../../tools/sandbox';
import { account, ask, sandboxForTests } from './support';

const APPS = account('integrations/apps');

function tell(sandbox: Sandbox, method: string, path: string, body?: unknown) {
	return ask(sandbox, method, `/sandbox${path}`, { body, token: null });
}

describe('the control surface', () => {
	const sandbox = sandboxForTests();

	test('shows the requests, and those for one operation', async () => {
		await ask(sandbox(), 'GET', APPS);
		await ask(sandbox(), 'DELETE', account('labels/1'));
		const deletes = await tell(sandbox(), 'GET', '/requests?operation=labelDelete');

		expect((await tell(sandbox(), 'GET', '/requests')).json).toHaveLength(2);
		expect(deletes.json).toEqual([expect.objectContaining({ operation: 'labelDelete' })]);
	});

	test('shows the latest requests', async () => {
		await ask(sandbox(), 'GET', APPS);
		await ask(sandbox(), 'DELETE', account('labels/1'));

		expect((await tell(sandbox(), 'GET', '/requests?latest=1')).json).toMatchObject([
			{ number: 2 },
		]);
	});

	test('is not recorded itself', async () => {
		await tell(sandbox(), 'GET', '/counts');

		expect(sandbox().counts.total).toBe(0);
	});

	test('forgets the requests', async () => {
		await ask(sandbox(), 'GET', APPS);
		await tell(sandbox(), 'DELETE', '/requests');

		expect(sandbox().requests).toEqual([]);
	});

	test('changes the settings', async () => {
		await tell(sandbox(), 'PUT', '/settings', { rateLimit: { requests: 0, windowMs: 3_600_000 } });

		expect((await ask(sandbox(), 'GET', APPS)).status).toBe(429);
	});

	test('resets everything', async () => {
		await ask(sandbox(), 'DELETE', account('labels/1'));
		await tell(sandbox(), 'POST', '/reset');

		expect(sandbox().state.labels).toHaveLength(7);
	});

	test.each([
		['an unknown fault', 'PUT', '/faults', { kind: 'gremlin' }, 400, 'no fault is called'],
		[
			'an unknown dialect',
			'PUT',
			'/settings',
			{ dialect: 'latin' },
			400,
			'the dialects are documented and upstream',
		],
		['an unknown setting', 'PUT', '/settings', { colour: 1 }, 400, '"colour" can\'t be set'],
		['a missing body', 'PUT', '/settings', undefined, 400, 'the body is missing'],
		['an unknown call', 'GET', '/nonsense', undefined, 404, 'The calls under /sandbox are'],
	])('refuses %s in words', async (_what, method, path, body, status, words) => {
		const { json, ...reply } = await tell(sandbox(), method, path, body);

		expect(reply.status).toBe(status);
		expect((json as { error: string }).error).toContain(words);
	});

	test('is spoken to by the client', async () => {
		const client = connectSandbox(sandbox().url);
		await client.setFault({ kind: 'status', status: 500, times: 1 });
		await client.addFault({ kind: 'html' });
		await ask(sandbox(), 'GET', APPS);
		const requests = await client.requests('integrationGetApps');
		await client.setFault(null);
		await client.clearRequests();

		expect(requests).toMatchObject([{ status: 500, fault: 'status' }]);
		expect(await client.counts()).toMatchObject({ total: 0 });
		expect((await ask(sandbox(), 'GET', APPS)).status).toBe(200);
	});

	test('tells the client why it refuses', async () => {
		const client = connectSandbox(sandbox().url);

		await expect(client.configure({ colour: 1 } as object)).rejects.toThrow(
			'"colour" can\'t be set',
		);
	});
});

describe('a sandbox in a process of its own', () => {
	let spawned: SpawnedSandbox | undefined;

	afterEach(() => spawned?.close());

	test('answers, is steered, and ends when it is closed', async () => {
		spawned = await spawnSandbox({ token: 'mine', dialect: 'upstream', contacts: 20 });
		await spawned.setDialect('documented');
		const response = await fetch(`${spawned.url}${account('labels/1')}`, {
			method: 'DELETE',
			headers: { api_access_token: spawned.tokens.administrator },
		});
		const counts = await spawned.counts();
		await spawned.close();

		expect(response.status).toBe(204);
		expect(counts.total).toBe(1);
		await expect(fetch(spawned.url)).rejects.toThrow('fetch failed');
	}, 60_000);

	test('says why it could not start', async () => {
		spawned = await spawnSandbox();
		const port = Number(new URL(spawned.url).port);

		await expect(spawnSandbox({ port })).rejects.toThrow(
			'The sandbox could not start: listen EADDRINUSE',
		);
	}, 60_000);
});
