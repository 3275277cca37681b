import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain, n8nHome } from '../../../tools/editor/install';
import { freePort } from '../../../tools/editor/n8n';
import type { Stored } from '../../../tools/editor/examples';
import { Session } from '../stage/session';
import { root } from '../../../tools/repository';
import { WorkingCopy } from '../../package/workingCopy';
import { startSandbox } from '../../../tools/sandbox';
import { CASES } from '../../../cases';
import { owner } from '../stage/stage';
import { readExamples } from '../../../tools/editor/examples';
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

/** Starts the editor command, works in its n8n once it says that it is ready, and ends it. */
async function inEditor(
	work: (session: Session, url: string) => Promise<void>,
	...[args, ...more]: Parameters<typeof startEditor>
): Promise<void> {
	const port = await freePort();
	const editor = startEditor(['--port', `${port}`, ...args], ...more);
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
		}, []);
	});

	test('keeps the workflows for the next start, and adds no example twice', async () => {
		await inEditor(async (session) => {
			const names = (await session.workflows()).map(({ name }) => name);
			const examples = readExamples().map(({ name }) => name);
			expect(names.sort()).toEqual([...examples, 'Unknown label'].sort());
		}, []);
	});

	test('works on the service at --base-url, where its tour only previews what is final', async () => {
		const service = await startSandbox();
		// The sandbox's credential and tour are there from before, and must not turn to this service.
		const here = ({ name }: Stored) => name.endsWith(` at ${new URL(service.url).host}`);
		const work = async (session: Session, url: string) => {
			const [stored] = (await session.request<Stored[]>('GET', '/rest/credentials')).filter(here);
			const credentials = await session.request<{ data: object }>(
				'GET',
				`/rest/credentials/${stored.id}?includeData=true`,
			);
			expect(credentials.data).toMatchObject({ baseUrl: service.url, accountId: '1' });
			const tested = await session.request('POST', '/rest/credentials/test', { credentials });
			expect(tested).toMatchObject({ status: 'OK' });

			const [tour] = (await session.workflows()).filter(
				(stored) => here(stored) && stored.name.startsWith('Tour'),
			);
			const { status } = await (await Executions.open(session, url)).run(tour, 'Start the tour');
			expect(status).toBe('success');
			const final = CASES.filter(({ operation: { fields } }) =>
				fields.some(({ name }) => name === 'irreversibleNotice'),
			);
			const unsent = CASES.filter(({ id }) => !(id in service.counts.operations));
			expect(unsent).toEqual(final);
		};
		await inEditor(work, ['--base-url', service.url], {
			CUSTOMER_CONVERSATION_TOKEN: service.tokens.administrator,
		});
		await service.close();
	});

	test('restarts n8n with the change when a source is saved', async () => {
		const copy = new WorkingCopy();
		copy.build();
		symlinkSync(join(n8nHome, 'node_modules'), join(copy.folder, 'test/n8n/node_modules'));
		const work = async (session: Session) => {
			const source = join(copy.folder, 'nodes/Label/Label.node.ts');
			const changed = readFileSync(source, 'utf8').replace(
				'Conversation Label',
				'Conversation Tag',
			);
			writeFileSync(source, changed);
			// While n8n restarts, it refuses connections.
			const nodes = async () => await session.text('/types/nodes.json').catch(() => '');
			await until(async () => /Conversation Tag/.test(await nodes()) || undefined);
		};
		await inEditor(work, [], {}, copy.folder);
		copy.remove();
	});

	test('says that its port is taken, and how to take another', async () => {
		const port = await freePort();
		const other = createServer().listen(port, '127.0.0.1');
		const editor = startEditor(['--port', `${port}`]);
		expect(await editor.ended).toBe(1);
		expect(editor.printed()).toContain(`npm start -- --port ${port + 1}`);
		other.close();
	});

	test.each([
		['ENOSPC', 'The disk is full: n8n needs 4 GB'],
		['ENOTFOUND', 'The download of n8n failed (ENOTFOUND). Check the network'],
		['E503', 'The download of n8n failed (E503). Check the network'],
	])('says why n8n could not be installed (%s), and what to do', (code, says) => {
		expect(explain(`npm error code ${code}`).message).toContain(says);
	});
});
