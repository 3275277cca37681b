import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startSandbox } from '../../tools/sandbox';
import { until } from './support';

const MAIN = path.join(__dirname, '../../tools/sandbox/main.ts');
const MINUTE_MS = 60_000;

function run(...args: string[]) {
	const child = spawn(process.execPath, ['--require', 'tsx/cjs', MAIN, ...args]);
	const written = { output: '', errors: '' };
	child.stdout.on('data', (chunk) => (written.output += String(chunk)));
	child.stderr.on('data', (chunk) => (written.errors += String(chunk)));
	return { child, written, ended: once(child, 'close').then(([code]) => code as number) };
}

test(
	'npm run sandbox says where it is, with which token, and shows each request',
	async () => {
		const { child, written, ended } = run(
			...['--port', '0', '--token', 'mine', '--account', '3'],
			...['--dialect', 'upstream', '--rate-limit', '1'],
		);
		while (!written.output.includes('Ctrl-C')) await once(child.stdout, 'data');
		const url = /Base URL +(\S+)/.exec(written.output)?.[1] ?? '';
		const remove = async () =>
			await fetch(`${url}/api/v1/accounts/3/labels/1`, {
				method: 'DELETE',
				headers: { api_access_token: 'mine' },
			});
		const statuses = [(await remove()).status, (await remove()).status, (await remove()).status];
		await until(() => written.output.includes('DELETE'));
		child.kill('SIGINT');

		expect(statuses).toEqual(expect.arrayContaining([200, 429]));
		expect(await ended).toBe(0);
		expect(written.output).toMatch(/DELETE \/api\/v1\/accounts\/3\/labels\/1 200 \d+ ms/);
		expect(written).toMatchObject({
			output: expect.stringContaining('The sandbox has stopped.'),
			errors: '',
		});
	},
	MINUTE_MS,
);

test(
	'npm run sandbox refuses arguments in one line',
	async () => {
		const { port, close } = await startSandbox();
		const runs = [run('--port', 'abc'), run('now'), run('--port', String(port))];
		expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([1, 1, 1]);
		await close();

		const [number, argument, taken] = runs.map(({ written }) => written.errors.trimEnd());
		expect(number).toMatch(/^error: .*'abc' is invalid\. It must be a whole number\.$/);
		expect(argument).toMatch(/^error: too many arguments\..*$/);
		expect(taken).toBe(
			`Error: Port ${port} is taken. Choose another with --port, or --port 0 for any.`,
		);
	},
	MINUTE_MS,
);
