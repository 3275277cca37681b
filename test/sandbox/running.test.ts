import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { spawnSandbox, startSandbox } from '../../tools/sandbox';
import { account, ask, sandboxForTests, until } from './support';

const APPS = 'GET integrations/apps';
const MINUTE_MS = 60_000;
const sandbox = sandboxForTests();

async function statusesOf(count: number): Promise<number[]> {
	const replies = await Promise.all(Array.from({ length: count }, () => ask(sandbox(), APPS)));
	return replies.map(({ status }) => status).sort();
}

describe('limits', () => {
	test('let so many requests through in a window', async () => {
		sandbox().configure({ rateLimit: { requests: 2, windowMs: 60 * MINUTE_MS } });

		expect(await statusesOf(4)).toEqual([200, 200, 429, 429]);
		const { headers } = await ask(sandbox(), 'DELETE labels/1');
		expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		sandbox().setDialect('upstream');
		const reply = await ask(sandbox(), 'DELETE labels/1');
		expect([reply.text, reply.headers.get('retry-after')]).toEqual(['Retry later\n', null]);
		expect(sandbox().state.labels).toHaveLength(7);
	});

	test('of a capacity answer 503 beyond those served and those waiting', async () => {
		const serviceMs = 1000;
		sandbox().configure({ capacity: { concurrent: 2, serviceMs, queue: 1 } });
		const start = Date.now();

		expect(await statusesOf(5)).toEqual([200, 200, 200, 503, 503]);
		expect(Date.now() - start).toBeGreaterThanOrEqual(2 * serviceMs - 10);
	});

	test('of time leave requests open together, which is counted', async () => {
		sandbox().configure({ latencyMs: 400 });
		await statusesOf(4);

		expect(sandbox().counts.peak).toBe(4);
		expect(sandbox().requests[0].ms).toBeGreaterThanOrEqual(395);
	});
});

test('what is recorded of a request shows what was sent and how it ended', async () => {
	const lines: string[] = [];
	const service = await startSandbox({ token: 'hush', log: (line) => lines.push(line) });
	const body = { payload: [] };
	await ask(service, 'POST contacts/filter?page=2&sort=%2Dname', { body });
	await ask(service, 'DELETE labels/x');
	await service.close();

	expect(service.requests[0]).toMatchObject({
		...{ number: 1, operation: 'contactFilter', method: 'POST', status: 200, open: 1 },
		...{ path: account('contacts/filter'), url: account('contacts/filter?page=2&sort=%2Dname') },
		...{ query: { page: '2', sort: '-name' }, rawBody: '{"payload":[]}', body, files: [] },
		headers: { api_access_token: 'hush' },
	});
	expect(lines[0]).toMatch(/^[\d:.]{12} POST \S+contacts\/filter\S+ 200 \d+ ms$/);
	expect(lines[1]).toMatch(/labels\/x 400 \d+ ms breaks the contract: path\.id must be int/);
	expect(lines.join()).not.toContain('hush');
});

test.each(['/', '/app', '/app/api/v1/accounts/1/integrations/apps'])(
	'%s is the page of the service',
	async (page) => {
		expect((await ask(sandbox(), `GET ${page}`)).text).toMatch(/^<!DOCTYPE html>/);
	},
);

test('a reset brings back the start, which is the same each time', async () => {
	const other = await startSandbox();
	await other.close();
	sandbox().setDialect('upstream');
	await ask(sandbox(), 'DELETE labels/1');
	sandbox().reset();

	expect(JSON.stringify(sandbox().state)).toBe(JSON.stringify(other.state));
	expect(sandbox().requests).toEqual([]);
	expect((await ask(sandbox(), 'DELETE labels/1')).status).toBe(204);
});

test(
	'100,000 contacts are listed to the end, each value once',
	async () => {
		const large = await startSandbox({ contacts: 100_000 });
		const { json } = await ask(large, 'GET contacts/search?q=example&page=6667&sort=name');
		await large.close();

		expect(json).toMatchObject({ meta: { count: 100_000 } });
		expect((json as { payload: unknown[] }).payload).toHaveLength(10);
		const emails = large.state.contacts.all.flatMap(({ email }) => email ?? []);
		expect(new Set(emails).size).toBe(emails.length);
	},
	MINUTE_MS,
);

describe('over HTTP', () => {
	test('a sandbox is watched and steered, and that is not recorded', async () => {
		const tell = (call: string, body?: unknown) => ask(sandbox(), call, { body, token: null });
		await tell('PUT /sandbox/faults', { kind: 'empty', from: 2 });
		await tell('PUT /sandbox/settings', { dialect: 'upstream' });
		await ask(sandbox(), APPS);
		await ask(sandbox(), APPS);

		expect((await tell('GET /sandbox/counts')).json).toMatchObject({ total: 2 });
		const latest = await tell('GET /sandbox/requests?latest=1');
		expect(latest.json).toMatchObject([{ operation: 'integrationGetApps', fault: 'empty' }]);
		await tell('POST /sandbox/reset');
		expect(sandbox().requests).toEqual([]);
	});

	test.each([
		['PUT /sandbox/faults', { kind: 'gremlin' }, 400, 'no fault is called'],
		['PUT /sandbox/settings', undefined, 400, 'the body is missing'],
		['GET /sandbox/nonsense', undefined, 404, 'The calls under /sandbox are'],
	])('%s with %j is refused', async (call, body, status, words) => {
		const { json, ...reply } = await ask(sandbox(), call, { body });

		expect(reply.status).toBe(status);
		expect((json as { error: string }).error).toContain(words);
	});
});

test(
	'in a process of its own a sandbox answers, is steered, and ends when it is closed',
	async () => {
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
	},
	MINUTE_MS,
);

describe('npm run sandbox', () => {
	function run(...args: string[]) {
		const main = path.join(__dirname, '../../tools/sandbox/main.ts');
		const child = spawn(process.execPath, ['--require', 'tsx/cjs', main, ...args]);
		const written = { output: '', errors: '' };
		child.stdout.on('data', (chunk) => (written.output += String(chunk)));
		child.stderr.on('data', (chunk) => (written.errors += String(chunk)));
		return { child, written, ended: once(child, 'close').then(([code]) => code as number) };
	}

	test(
		'says where it is, with which token, and shows each request',
		async () => {
			const { child, written } = run('--port', '0', '--token', 'mine', '--account', '3');
			while (!written.output.includes('Ctrl-C')) await once(child.stdout, 'data');
			const url = /Base URL +(\S+)/.exec(written.output)?.[1] ?? '';
			const headers = { api_access_token: 'mine' };
			await fetch(`${url}/api/v1/accounts/3/labels/1`, { method: 'DELETE', headers });
			await until(() => written.output.includes('DELETE'));
			child.kill();

			expect(written.output).toMatch(/DELETE \/api\/v1\/accounts\/3\/labels\/1 204 \d+ ms/);
			expect(written.errors).toBe('');
		},
		MINUTE_MS,
	);

	test.each([
		[['--port', 'abc'], /^error: .*'abc' is invalid\. It must be a whole number\.$/],
		[['--port', 'TAKEN'], /^Error: Port \d+ is taken\. Choose another with --port, or --port 0 /],
	])(
		'refuses %j in one line',
		async (args, message) => {
			const { port } = new URL(sandbox().url);
			const { ended, written } = run(...args.map((arg) => arg.replace('TAKEN', port)));

			expect(await ended).toBe(1);
			expect(written.errors.trimEnd()).toMatch(message);
		},
		MINUTE_MS,
	);
});
