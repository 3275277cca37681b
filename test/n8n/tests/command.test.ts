import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { explain } from '../../../tools/editor/install';
import { packageName, repository } from '../../../tools/editor/places';
import { freePort, isFree } from '../../../tools/editor/ports';
import { ownerOf, usualFolder } from '../../../tools/editor/userFolder';
import { Session, type Stored } from '../../../tools/editor/session';
import { startSandbox } from '../../../tools/sandbox';
import { Executions, until } from '../stage/executions';

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

interface Credential {
	data: { baseUrl: string; accountId: string };
}

/** A folder of the tests' own, so that an editor that is open in this clone is left alone. */
const folder = mkdtempSync(join(tmpdir(), 'editor-'));

function startEditor(args: string[], env: NodeJS.ProcessEnv = {}, clone = repository): Editor {
	const command = [tsx, 'tools/editor/main.ts', '--folder', folder, ...args];
	const child: ChildProcess = spawn(process.execPath, command, {
		cwd: clone,
		detached: true,
		env: { ...process.env, FORCE_COLOR: '0', ...env },
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

/** The repository's own files in another folder, with the packages that are installed here. */
function copyOfRepository(): string {
	const clone = mkdtempSync(join(tmpdir(), 'clone-'));
	const installed = ['node_modules', join('test', 'n8n', 'node_modules')];
	const left = [...installed, '.git'].map((name) => join(repository, name));
	cpSync(repository, clone, { recursive: true, filter: (source) => !left.includes(source) });
	for (const folder of installed) symlinkSync(join(repository, folder), join(clone, folder));
	return clone;
}

/** Resolves to the e-mail address and the password that it prints when it is ready. */
async function ready(editor: Editor): Promise<[email: string, password: string]> {
	return await until(async () => {
		if (!editor.alive()) throw new Error(editor.printed());
		const [, email, password] =
			/sign in as (\S+) with the password (\S+)/.exec(editor.printed()) ?? [];
		return email ? [email, password] : undefined;
	});
}

describe('the editor command', () => {
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('opens an n8n that can be signed in to, and leaves nothing behind after Ctrl-C', async () => {
		const port = await freePort();
		const editor = startEditor(['--port', `${port}`]);
		const [email, password] = await ready(editor);
		const signedIn = await fetch(`http://localhost:${port}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: email, password }),
		});
		expect(signedIn.status).toBe(200);

		// As from a terminal: once for this process, and once more from the one that started it.
		editor.interrupt();
		editor.interrupt();
		expect(await editor.ended).toBe(0);
		expect(editor.alive()).toBe(false);
		expect(await isFree(port)).toBe(true);
	});

	test('runs the nodes on the classes of its own n8n, so that an error keeps its status', async () => {
		const port = await freePort();
		const editor = startEditor(['--port', `${port}`]);
		await ready(editor);
		const session = await Session.open(`http://localhost:${port}`, ownerOf(folder));
		const [{ id, name }] = await session.request<Stored[]>('GET', '/rest/credentials');
		const common = { typeVersion: 1, position: [0, 0] };
		const workflow = await session.createWorkflow({
			name: 'Unknown label',
			nodes: [
				{ ...common, name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
				{
					...common,
					name: 'Delete',
					type: `${packageName}.label`,
					parameters: { operation: 'delete', labelId: { __rl: true, mode: 'id', value: 4711 } },
					credentials: { customerConversationApi: { id, name } },
				},
			],
			connections: { Start: { main: [[{ node: 'Delete', type: 'main', index: 0 }]] } },
		});
		const executions = await Executions.open(session, `http://localhost:${port}`);
		const { data } = await executions.run(workflow);
		expect(data?.resultData.error).toMatchObject({ httpCode: '404' });

		editor.interrupt();
		await editor.ended;
	});

	test('with --watch builds what is saved, and n8n loads it again within 5 s', async () => {
		const clone = copyOfRepository();
		const port = await freePort();
		const editor = startEditor(['--watch', '--port', `${port}`], {}, clone);
		await ready(editor);
		const session = await Session.open(`http://localhost:${port}`, ownerOf(folder));
		const nodeInfos = [{ name: `${packageName}.label`, version: 1 }];
		const described = async () =>
			JSON.stringify(await session.request('POST', '/rest/node-types', { nodeInfos }));

		const file = join(clone, 'nodes', 'Label', 'operations', 'delete.ts');
		const source = readFileSync(file, 'utf8');
		writeFileSync(file, source.replace("action: 'Delete label'", "action: 'Drop the label'"));
		const saved = Date.now();
		await until(async () => (await described()).includes('Drop the label') || undefined);
		expect(Date.now() - saved).toBeLessThan(5000);

		editor.interrupt();
		await editor.ended;
		rmSync(clone, { recursive: true });
	});

	test('fills the credential in for the service at --base-url', async () => {
		const service = await startSandbox();
		const port = await freePort();
		const editor = startEditor(['--port', `${port}`, '--base-url', service.url], {
			CUSTOMER_CONVERSATION_TOKEN: service.tokens.administrator,
		});
		await ready(editor);
		const session = await Session.open(`http://localhost:${port}`, ownerOf(folder));
		const [stored] = await session.request<Stored[]>('GET', '/rest/credentials');
		const path = `/rest/credentials/${stored.id}?includeData=true`;
		const credential = await session.request<Credential>('GET', path);
		expect(credential.data).toMatchObject({ baseUrl: service.url, accountId: '1' });
		const tested = await session.request<{ status: string }>('POST', '/rest/credentials/test', {
			credentials: credential,
		});
		expect(tested.status).toBe('OK');
		expect(service.counts.statuses).toEqual({ 200: 1 });

		editor.interrupt();
		await editor.ended;
		await service.close();
	});

	test('keeps out of the repository, whose n8n-workflow is not the one of the n8n that runs', async () => {
		expect(relative(repository, usualFolder)).toMatch(/^\.\./);
		const editor = startEditor(['--folder', join(repository, '.tmp', 'editor')]);
		expect(await editor.ended).toBe(1);
		expect(editor.printed()).toContain('lies in the repository. Choose a folder outside of it.');
	});

	test('asks for the token of a service that is named without one', async () => {
		const options = ['--port', `${await freePort()}`, '--base-url', 'https://service.example.com'];
		const editor = startEditor(options, { CUSTOMER_CONVERSATION_TOKEN: '' });
		expect(await editor.ended).toBe(1);
		expect(editor.printed()).toContain(
			'Put the API access token of https://service.example.com into the variable CUSTOMER_CONVERSATION_TOKEN',
		);
	});

	test('says that its port is taken, and how to take another', async () => {
		const other: Server = createServer();
		const port = await freePort();
		await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
		const editor = startEditor(['--port', `${port}`]);
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
