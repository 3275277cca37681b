import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import axios from 'axios';
import { startSandbox } from '../../tools/sandbox';
import { account, ask, sandboxForTests, until } from './support';

const APPS = 'GET integrations/apps';
const DAY_MS = 24 * 3600 * 1000;
const sandbox = sandboxForTests();

async function statusesOf(count: number): Promise<number[]> {
	const replies = await Promise.all(Array.from({ length: count }, () => ask(sandbox(), APPS)));
	return replies.map(({ status }) => status).sort();
}

describe('limits', () => {
	test('let only the allowed requests through in a window', async () => {
		sandbox().configure({ rateLimit: { requests: 2, windowMs: Number.MAX_SAFE_INTEGER } });

		expect(await statusesOf(4)).toEqual([200, 200, 429, 429]);
		const { headers } = await ask(sandbox(), 'DELETE labels/1');
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
		sandbox().setDialect('upstream');
		const reply = await ask(sandbox(), 'DELETE labels/1');
		expect([reply.text, reply.headers['retry-after']]).toEqual(['Retry later\n', undefined]);
		expect(sandbox().state.labels).toHaveLength(7);
	});

	test('serve two requests at once, and refuse the others', async () => {
		sandbox().configure({ capacity: { concurrent: 2, serviceMs: 200 } });

		expect(await statusesOf(4)).toEqual([200, 200, 503, 503]);
		expect(await statusesOf(1)).toEqual([200]);
	});
});

test('what is recorded of a request shows what was sent and how it ended', async () => {
	const lines: string[] = [];
	const service = await startSandbox({
		token: 'hush',
		dialect: 'upstream',
		log: (line) => lines.push(line),
	});
	const body = { payload: [] };
	await ask(service, 'POST contacts/filter?page=2&sort=%2Dname', { body });
	await ask(service, 'DELETE labels/x');
	await service.close();

	expect(service.requests[0]).toMatchObject({
		...{ number: 1, operation: 'contactFilter', method: 'POST', status: 200, inFlight: 1 },
		...{ path: account('contacts/filter'), url: account('contacts/filter?page=2&sort=%2Dname') },
		...{ query: { page: '2', sort: '-name' }, rawBody: '{"payload":[]}', body, files: [] },
		headers: { api_access_token: 'hush' },
	});
	expect(lines[0]).toMatch(/^[\d:.]{12} POST \S+contacts\/filter\S+ 200 \d+ ms$/);
	expect(lines[1]).toMatch(/labels\/x 400 \d+ ms breaks the contract: path\.id must be int/);
	expect(lines.join()).not.toContain('hush');
});

test('over HTTP a sandbox is watched and steered, and that is not recorded', async () => {
	const tell = (call: string, body?: unknown) => ask(sandbox(), call, { body, token: null });
	await tell('PUT /sandbox/faults', { kind: 'status', status: 502, from: 2 });
	await tell('PUT /sandbox/settings', { dialect: 'upstream' });
	await ask(sandbox(), APPS);
	await ask(sandbox(), APPS);

	expect((await tell('GET /sandbox/counts')).json).toMatchObject({ total: 2 });
	const latest = await tell('GET /sandbox/requests?latest=1');
	expect(latest.json).toMatchObject([{ operation: 'integrationGetApps', fault: 'status' }]);
	await tell('POST /sandbox/reset');
	expect(sandbox().requests).toEqual([]);
});

describe('npm run tool:sandbox', () => {
	function run(...args: string[]) {
		const main = path.join(__dirname, '../../tools/sandbox/main.ts');
		const child = spawn(process.execPath, ['--require', 'tsx/cjs', main, ...args]);
		const written = { output: '', errors: '' };
		child.stdout.on('data', (chunk) => (written.output += String(chunk)));
		child.stderr.on('data', (chunk) => (written.errors += String(chunk)));
		return { child, written };
	}

	test('says where it is, with which token, shows each request, and has contacts of today', async () => {
		const { child, written } = run('--port', '0', '--dialect', 'upstream');
		while (!written.output.includes('Ctrl-C')) await once(child.stdout, 'data');
		const url = /Base URL +(\S+)/.exec(written.output)?.[1] ?? '';
		const headers = { api_access_token: 'sandbox-token' };
		const newest = `${url}${account('contacts/search?q=example&sort=-created_at')}`;
		const { data } = await axios.get<{ payload: { created_at: number }[] }>(newest, { headers });
		await axios.delete(`${url}${account('labels/1')}`, { headers });
		await until(() => written.output.includes('DELETE'));
		child.kill();

		expect(Date.now() - data.payload[0].created_at * 1000).toBeLessThan(DAY_MS);
		expect(written.output).toMatch(/Token +sandbox-token /);
		expect(written.output).toMatch(/DELETE \/api\/v1\/accounts\/1\/labels\/1 200 \d+ ms/);
		expect(written.errors).toBe('');
	});
});
