import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import axios from 'axios';
import { account, until } from './support';

const DAY_MS = 24 * 3600 * 1000;

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
