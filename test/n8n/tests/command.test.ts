import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { explain } from '../../../editor/install';
import { repository } from '../../../editor/places';
import { freePort, isFree } from '../../../editor/ports';
import { until } from '../stage/executions';

const tsx = join(repository, 'node_modules', 'tsx', 'dist', 'cli.mjs');

/** The editor command, started in a process group of its own. */
interface Editor {
	printed(): string;
	/** Sends Ctrl-C to the group, as a terminal does. */
	interrupt(): void;
	/** Resolves to the exit code. */
	ended: Promise<number | null>;
	alive(): boolean;
}

function startEditor(...args: string[]): Editor {
	const child: ChildProcess = spawn(process.execPath, [tsx, 'editor/main.ts', ...args], {
		cwd: repository,
		detached: true,
		env: { ...process.env, FORCE_COLOR: '0' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
	}
	const group = -(child.pid ?? 0);
	const alive = () => {
		try {
			return process.kill(group, 0);
		} catch {
			return false;
		}
	};
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	return { printed: () => text, interrupt: () => process.kill(group, 'SIGINT'), ended, alive };
}

describe('the editor command', () => {
	test('opens an n8n that can be signed in to, and leaves nothing behind after Ctrl-C', async () => {
		const port = await freePort();
		const editor = startEditor('--port', `${port}`);
		const [, email, password] = await until(async () => {
			if (!editor.alive()) throw new Error(editor.printed());
			return /sign in as (\S+) with the password (\S+)/.exec(editor.printed()) ?? undefined;
		});
		const signedIn = await fetch(`http://localhost:${port}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: email, password }),
		});
		expect(signedIn.status).toBe(200);

		editor.interrupt();
		expect(await editor.ended).toBe(0);
		expect(editor.alive()).toBe(false);
		expect(await isFree(port)).toBe(true);
	});

	test('says that its port is taken, and how to take another', async () => {
		const other: Server = createServer();
		const port = await freePort();
		await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
		const editor = startEditor('--port', `${port}`);
		expect(await editor.ended).toBe(1);
		expect(editor.printed()).toContain(`Port ${port} is taken by another program`);
		expect(editor.printed()).toContain(`npm run editor -- --port ${port + 1}`);
		other.close();
	});

	test('says that the disk is full', () => {
		expect(explain('npm error code ENOSPC').message).toMatch(/disk is full: n8n needs 4 GB/);
	});

	test.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'E503'])(
		'says that the download failed (%s), and what to check',
		(code) => {
			expect(explain(`npm error code ${code}`).message).toMatch(
				`The download of n8n failed (${code}). Check the network`,
			);
		},
	);
});
