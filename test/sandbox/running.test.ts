import { spawnSandbox, startSandbox } from '../../tools/sandbox';
import { account, ask, askFor, sandboxForTests, type Reply } from './support';

const APPS = 'GET integrations/apps';
const HOUR_MS = 3_600_000;

async function statusesOf(count: number, request: () => Promise<Reply>): Promise<number[]> {
	const replies = await Promise.all(Array.from({ length: count }, request));
	return replies.map(({ status }) => status).sort();
}

describe('limits', () => {
	const sandbox = sandboxForTests();
	const limited = { requests: 2, windowMs: HOUR_MS };

	test('let so many requests through in a window, and say when it ends', async () => {
		sandbox().configure({ rateLimit: limited });
		const statuses = await statusesOf(4, () => askFor(sandbox(), APPS));
		const { headers } = await askFor(sandbox(), 'DELETE labels/1');

		expect(statuses).toEqual([200, 200, 429, 429]);
		expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		expect(sandbox().state.labels).toHaveLength(7);
	});

	test.each([
		{ dialect: 'upstream' as const, rateLimit: limited },
		{ rateLimit: { ...limited, retryAfter: false } },
	])('keep to themselves when the window ends with %j', async (settings) => {
		sandbox().configure(settings);
		await statusesOf(2, () => askFor(sandbox(), APPS));

		expect((await askFor(sandbox(), APPS)).headers.get('retry-after')).toBeNull();
	});

	test('can be for one operation', async () => {
		sandbox().configure({ rateLimit: { ...limited, requests: 0, operation: 'labelDelete' } });

		expect((await askFor(sandbox(), 'DELETE labels/1')).status).toBe(429);
		expect((await askFor(sandbox(), APPS)).status).toBe(200);
	});

	test('of a capacity answer 503 beyond those served and those waiting', async () => {
		const serviceMs = 1000;
		sandbox().configure({ capacity: { concurrent: 2, serviceMs, queue: 1 } });
		const start = Date.now();

		const statuses = await statusesOf(5, () => askFor(sandbox(), APPS));
		expect(statuses).toEqual([200, 200, 200, 503, 503]);
		expect(Date.now() - start).toBeGreaterThanOrEqual(2 * serviceMs - 10);
	});

	test('of time leave requests open together, which is counted', async () => {
		sandbox().configure({ latencyMs: 400 });
		await statusesOf(4, () => askFor(sandbox(), APPS));

		expect(sandbox().counts.peak).toBe(4);
		expect(sandbox().requests[0].ms).toBeGreaterThanOrEqual(395);
	});
});

describe('what is recorded', () => {
	test('of a request shows what was sent and how it ended', async () => {
		const lines: string[] = [];
		const sandbox = await startSandbox({ token: 'hush', log: (line) => lines.push(line) });
		const body = { payload: [] };
		await askFor(sandbox, 'POST contacts/filter?page=2&sort=%2Dname', { body });
		await askFor(sandbox, 'DELETE labels/x');
		await sandbox.close();

		expect(sandbox.requests[0]).toMatchObject({
			...{ number: 1, operation: 'contactFilter', method: 'POST', status: 200, open: 1 },
			...{ path: account('contacts/filter'), url: account('contacts/filter?page=2&sort=%2Dname') },
			...{ query: { page: '2', sort: '-name' }, rawBody: '{"payload":[]}', body, files: [] },
			headers: { api_access_token: 'hush' },
		});
		expect(lines[0]).toMatch(/^[\d:.]{12} POST \S+contacts\/filter\S+ 200 \d+ ms$/);
		expect(lines[1]).toMatch(/labels\/x 400 \d+ ms breaks the contract: path\.id must be an/);
		expect(lines.join()).not.toContain('hush');
	});

	test('is the latest, while all are counted', async () => {
		const sandbox = await startSandbox({ recordLimit: 2 });
		for (const id of [1, 2, 3, 4, 5]) await askFor(sandbox, `DELETE labels/${id}`);
		await sandbox.close();

		expect(sandbox.requests.map((request) => request.number)).toEqual([4, 5]);
		expect(sandbox.counts).toMatchObject({ total: 5, peak: 1, statuses: { 204: 5 } });
	});
});

describe('a sandbox', () => {
	const sandbox = sandboxForTests();

	test.each(['/', '/app', '/app/api/v1/accounts/1/integrations/apps'])(
		'shows the page of the service at %s',
		async (path) => {
			expect((await ask(sandbox(), 'GET', path)).text).toMatch(/^<!DOCTYPE html>/);
		},
	);

	test('is as it was after a reset, and the same each time', async () => {
		const other = await startSandbox();
		await other.close();
		sandbox().configure({ dialect: 'upstream' });
		await askFor(sandbox(), 'DELETE labels/1');
		sandbox().reset();

		expect(JSON.stringify(sandbox().state)).toBe(JSON.stringify(other.state));
		expect(sandbox().requests).toEqual([]);
		expect((await askFor(sandbox(), 'DELETE labels/1')).status).toBe(204);
	});

	test('of 100,000 contacts is listed to the end, each value once', async () => {
		const large = await startSandbox({ contacts: 100_000 });
		const { json } = await askFor(large, 'GET contacts/search?q=example&page=6667&sort=name');
		await large.close();

		expect(json).toMatchObject({ meta: { count: 100_000 } });
		expect((json as { payload: unknown[] }).payload).toHaveLength(10);
		const emails = large.state.contacts.all.flatMap(({ email }) => email ?? []);
		expect(new Set(emails).size).toBe(emails.length);
	});

	test('is watched and steered over HTTP, which is not recorded', async () => {
		const tell = (method: string, call: string, body?: unknown) =>
			ask(sandbox(), method, `/sandbox${call}`, { body, token: null });
		await tell('PUT', '/faults', { kind: 'html', times: 1 });
		await tell('POST', '/faults', { kind: 'empty', from: 2 });
		await tell('PUT', '/settings', { dialect: 'upstream' });
		await askFor(sandbox(), APPS);
		await askFor(sandbox(), 'DELETE labels/1');

		expect((await tell('GET', '/counts')).json).toMatchObject({ total: 2 });
		const latest = await tell('GET', '/requests?operation=labelDelete&latest=1');
		expect(latest.json).toMatchObject([{ operation: 'labelDelete', fault: 'empty' }]);
		await tell('POST', '/reset');
		expect(sandbox().requests).toEqual([]);
	});

	test.each([
		['PUT', '/faults', { kind: 'gremlin' }, 400, 'no fault is called'],
		['PUT', '/settings', { dialect: 'latin' }, 400, 'the dialects are documented and upstream'],
		['PUT', '/settings', { colour: 1 }, 400, '"colour" can\'t be set'],
		['PUT', '/settings', undefined, 400, 'the body is missing'],
		['GET', '/nonsense', undefined, 404, 'The calls under /sandbox are'],
	])('refuses %s %s with %j', async (method, call, body, status, words) => {
		const { json, ...reply } = await ask(sandbox(), method, `/sandbox${call}`, { body });

		expect(reply.status).toBe(status);
		expect((json as { error: string }).error).toContain(words);
	});
});

describe('a sandbox in a process of its own', () => {
	test('answers, is steered, and ends when it is closed', async () => {
		const spawned = await spawnSandbox({ token: 'mine', dialect: 'upstream' });
		await spawned.configure({ dialect: 'documented' });
		const { status } = await fetch(`${spawned.url}${account('labels/1')}`, {
			method: 'DELETE',
			headers: { api_access_token: spawned.tokens.administrator },
		});
		const { total } = await spawned.counts();
		const port = Number(new URL(spawned.url).port);
		await expect(spawnSandbox({ port })).rejects.toThrow('could not start: listen EADDRINUSE');
		await spawned.close();

		expect([status, total]).toEqual([204, 1]);
		await expect(fetch(spawned.url)).rejects.toThrow('fetch failed');
	}, 60_000);
});
