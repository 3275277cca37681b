import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/editor/n8n';
import { Session } from '../stage/session';
import { WorkingCopy } from '../../package/workingCopy';
import { root } from '../../../tools/repository';
import { owner } from '../stage/stage';
import { readExamples, type Stored } from '../../../tools/editor/examples';
import { Executions, until } from '../stage/executions';
import { byId, packageNode, start, store } from '../stage/workflows';

/** A folder of the tests' own, so that an editor that is open in this clone is left alone. */
const folder = mkdtempSync(join(tmpdir(), 'editor-'));

/** Starts the editor command in a process group of its own. */
function startEditor(args: string[], env: NodeJS.ProcessEnv = {}, cwd = root) {
	const command = ['--import', 'tsx', 'tools/editor/main.ts', '--folder', folder, ...args];
	const child = spawn(process.execPath, command, {
		cwd,
		detached: true,
		env: { ...process.env, FORCE_COLOR: '0', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
	}
	const group = -(child.pid ?? 0);
	const alive = () => {
		try {
			return process.kill(group, 0);
		} catch {
			return false;
		}
	};
	return {
		printed: () => text,
		/** Sends Ctrl-C to the group, as a terminal does. */
		interrupt: () => process.kill(group, 'SIGINT'),
		/** Resolves to the exit code. */
		ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
		alive,
	};
}

/** Starts the editor command, works in its n8n once it says that it is ready, and ends it. Returns what it printed. */
async function inEditor(
	work: (session: Session, url: string) => Promise<void>,
	env: NodeJS.ProcessEnv = {},
	{ args = [], cwd = root }: { args?: string[]; cwd?: string } = {},
): Promise<string> {
	const port = await freePort();
	const editor = startEditor(['--port', `${port}`, ...args], env, cwd);
	try {
		await until(async () => {
			if (!editor.alive()) throw new Error(editor.printed());
			return editor.printed().includes('Open http') || undefined;
		});
		const url = `http://localhost:${port}`;
		await work(await Session.open(url, owner), url);
	} finally {
		// As from a terminal: once for this process, and once more from the one that started it.
		if (editor.alive()) editor.interrupt();
		if (editor.alive()) editor.interrupt();
		await editor.ended;
	}
	expect(await editor.ended).toBe(0);
	expect(editor.alive()).toBe(false);
	return editor.printed();
}

describe('npm start', () => {
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('opens an n8n with all examples, whose nodes run on its own classes, so that an error keeps its status', async () => {
		await inEditor(async (session, url) => {
			const names = (await session.workflows()).map(({ name }) => name);
			expect(names.sort()).toEqual(
				readExamples()
					.map(({ name }) => name)
					.sort(),
			);
			const [credential] = await session.request<Stored[]>('GET', '/rest/credentials');
			const parameters = { operation: 'delete', labelId: byId('4711') };
			const deletion = packageNode('label', parameters, credential);
			const workflow = await store(session, 'Unknown label', start, deletion);
			const { data } = await (await Executions.open(session, url)).run(workflow);
			expect(data?.resultData.error).toMatchObject({ httpCode: '404' });
		});
	});

	test('keeps the workflows for the next start, adds no example twice, and logs what you ask for', async () => {
		const work = async (session: Session) => {
			const names = (await session.workflows()).map(({ name }) => name);
			const examples = readExamples().map(({ name }) => name);
			expect(names.sort()).toEqual([...examples, 'Unknown label'].sort());
		};
		const printed = await inEditor(work, { N8N_LOG_LEVEL: 'info' });
		const [, log = ''] = /n8n's log is (\S+)\./.exec(printed) ?? [];
		expect(readFileSync(log, 'utf8')).toContain('Editor is now accessible');
	});

	test('with --watch, serves the text of a field as it was saved last, without a restart', async () => {
		const copy = new WorkingCopy();
		cpSync(join(root, 'dist'), join(copy.folder, 'dist'), { recursive: true });
		const modules = 'test/n8n/node_modules';
		symlinkSync(join(root, modules), join(copy.folder, modules), 'junction');
		const source = join(copy.folder, 'nodes/Label/operations/delete.ts');
		const text = readFileSync(source, 'utf8');
		const served = async (session: Session) => await session.text('/types/nodes.json');
		const work = async (session: Session) => {
			expect(await served(session)).toContain('"Label to delete"');
			writeFileSync(source, text.replace('Label to delete', 'Label to remove'));
			await until(
				async () => (await served(session)).includes('"Label to remove"') || undefined,
				60_000,
			);
		};
		try {
			await inEditor(work, {}, { args: ['--watch'], cwd: copy.folder });
		} finally {
			copy.remove();
		}
	});

	test('says that its port is taken, and how to take another', async () => {
		const port = await freePort();
		const other = createServer().listen(port, '127.0.0.1');
		const editor = startEditor(['--port', `${port}`]);
		expect(await editor.ended).toBe(1);
		expect(editor.printed()).toContain(`npm start -- --port ${port + 1}`);
		other.close();
	});
});
