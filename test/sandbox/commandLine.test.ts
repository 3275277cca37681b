import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startSandbox } from '../../tools/sandbox';
import { account, until } from './support';

const MAIN = path.join(__dirname, '../../tools/sandbox/main.ts');

interface Run {
	child: ChildProcess;
	/** What it has written so far. */
	output: () => string;
	errors: () => string;
	/** The exit code, once it has ended. */
	ended: Promise<number | null>;
}

function gather(stream: NodeJS.ReadableStream | null): () => string {
	let text = '';
	stream?.on('data', (chunk) => {
		text += String(chunk);
	});
	return () => text;
}

function run(...args: string[]): Run {
	const child = spawn(process.execPath, ['--require', 'tsx/cjs', MAIN, ...args]);
	return {
		child,
		output: gather(child.stdout),
		errors: gather(child.stderr),
		ended: once(child, 'close').then(([code]) => code as number | null),
	};
}

async function sandboxUrl({ output, child }: Run): Promise<string> {
	const deadline = Date.now() + 50_000;
	while (!output().includes('Ctrl-C')) {
		if (child.exitCode !== null || Date.now() > deadline) throw new Error(output());
		await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
	}
	return /Base URL +(\S+)/.exec(output())?.[1] ?? '';
}

describe('npm run sandbox', () => {
	test('says where it is, with which token, and shows each request', async () => {
		const sandbox = run(
			'--port',
			'0',
			'--token',
			'mine',
			'--account',
			'3',
			'--dialect',
			'upstream',
		);
		const url = await sandboxUrl(sandbox);
		const response = await fetch(`${url}/api/v1/accounts/3/labels/1`, {
			method: 'DELETE',
			headers: { api_access_token: 'mine' },
		});
		await until(() => sandbox.output().includes('DELETE'));
		sandbox.child.kill('SIGINT');

		expect(response.status).toBe(200);
		expect(await sandbox.ended).toBe(0);
		expect(sandbox.output()).toMatch(/DELETE \/api\/v1\/accounts\/3\/labels\/1 200 \d+ ms/);
		expect(sandbox.output()).toContain('The sandbox has stopped.');
		expect(sandbox.errors()).toBe('');
	}, 60_000);

	test('takes a rate limit', async () => {
		const sandbox = run('--port', '0', '--rate-limit', '1');
		const url = await sandboxUrl(sandbox);
		const get = () =>
			fetch(url + account('integrations/apps'), { headers: { api_access_token: 'sandbox-token' } });
		const statuses = [await get(), await get(), await get()].map(({ status }) => status);
		sandbox.child.kill('SIGTERM');

		expect(statuses).toContain(429);
		expect(await sandbox.ended).toBe(0);
	}, 60_000);

	test.each([
		[
			['--port', 'abc'],
			/^Error: .*'abc' is invalid\. It must be a whole number from 0 to 65535\.\n$/,
		],
		[['--dialect', 'latin'], /^Error: .*Allowed choices are documented, upstream\.\n$/],
		[['--colour'], /^Error: unknown option '--colour'\n$/],
		[['now'], /^Error: too many arguments\. Expected 0 arguments but got 1\.\n$/],
		[['--host', '192.0.2.1'], /^Error: 192\.0\.2\.1 is no address of this machine\. .*\n$/],
	])(
		'refuses %j in one line',
		async (args, line) => {
			const sandbox = run(...args);

			expect(await sandbox.ended).toBe(1);
			expect(sandbox.errors()).toMatch(line);
		},
		60_000,
	);

	test('says in one line that the port is taken', async () => {
		const first = await startSandbox();
		const second = run('--port', String(first.port));
		const code = await second.ended;
		await first.close();

		expect(code).toBe(1);
		expect(second.errors()).toBe(
			`Error: Port ${first.port} is taken. Choose another with --port, or --port 0 for any free one.\n`,
		);
	}, 60_000);
});
