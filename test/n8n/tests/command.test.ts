import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { explain } from '../../../tools/editor/install';
import { packageName } from '../../../tools/editor/places';
import { freePort, isFree } from '../../../tools/editor/ports';
import { ownerOf, usualFolder } from '../../../tools/editor/userFolder';
import { Session, type Stored } from '../../../tools/editor/session';
import { filesIn, root } from '../../../tools/repository';
import { startSandbox } from '../../../tools/sandbox';
import { CASES } from '../../cases';
import { Executions, until } from '../stage/executions';
import { byId, packageNode, start, store } from '../stage/workflows';

/** A folder of the tests' own, so that an editor that is open in this clone is left alone. */
const folder = mkdtempSync(join(tmpdir(), 'editor-'));

/** Starts the editor command in a process group of its own. */
function startEditor(args: string[], env: NodeJS.ProcessEnv = {}, clone = root) {
	const command = ['--import', 'tsx', 'tools/editor/main.ts', '--folder', folder, ...args];
	const child = spawn(process.execPath, command, {
		cwd: clone,
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
	work: (session: Session, url: string, printed: () => string) => Promise<void>,
	...[args, ...more]: Parameters<typeof startEditor>
): Promise<void> {
	const port = await freePort();
	const editor = startEditor(['--port', `${port}`, ...args], ...more);
	try {
		await until(async () => {
			if (!editor.alive()) throw new Error(editor.printed());
			return editor.printed().includes('sign in as') || undefined;
		});
		const url = `http://localhost:${port}`;
		await work(await Session.open(url, ownerOf(folder)), url, editor.printed);
	} finally {
		// As from a terminal: once for this process, and once more from the one that started it.
		if (editor.alive()) editor.interrupt();
		if (editor.alive()) editor.interrupt();
		await editor.ended;
	}
	expect(await editor.ended).toBe(0);
	expect([editor.alive(), await isFree(port)]).toEqual([false, true]);
}

/** The repository's own files in another folder, with the packages that are installed here. */
function copyOfRepository(): string {
	const clone = mkdtempSync(join(tmpdir(), 'clone-'));
	const installed = ['node_modules', join('test', 'n8n', 'node_modules')];
	const left = [...installed, '.git'].map((name) => join(root, name));
	cpSync(root, clone, { recursive: true, filter: (source) => !left.includes(source) });
	for (const folder of installed) symlinkSync(join(root, folder), join(clone, folder));
	return clone;
}

/** While n8n loads a package again it knows none of its nodes for a moment. */
function unlessUnknown(error: Error): string {
	if (!error.message.includes('Unrecognized node type')) throw error;
	return error.message;
}

describe('the editor command', () => {
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	test('opens an n8n that can be signed in to as it says, and leaves nothing behind after Ctrl-C', async () => {
		await inEditor(async (_session, url, printed) => {
			const [, email, password] = /sign in as (\S+) with the password (\S+)/.exec(printed()) ?? [];
			const session = await Session.open(url, { ...ownerOf(folder), email, password });
			expect(await session.workflows()).not.toEqual([]);
		}, []);
	});

	test('starts within 20 s again, and runs the nodes on the classes of its own n8n, so that an error keeps its status', async () => {
		const began = Date.now();
		await inEditor(async (session, url) => {
			// More on a machine that does other things at the same time.
			const busy = Math.max(1, loadavg()[0] / cpus().length);
			expect((Date.now() - began) / busy).toBeLessThan(20_000);
			const [credential] = await session.request<Stored[]>('GET', '/rest/credentials');
			const parameters = { operation: 'delete', labelId: byId('4711') };
			const deletion = packageNode('label', parameters, credential);
			const workflow = await store(session, 'Unknown label', start, deletion);
			const { data } = await (await Executions.open(session, url)).run(workflow);
			expect(data?.resultData.error).toMatchObject({ httpCode: '404' });
		}, []);
	});

	test('with --watch builds what is saved, and n8n loads it again within 5 s', async () => {
		const clone = copyOfRepository();
		const nodeInfos = [{ name: `${packageName}.label`, version: 1 }];
		const file = join(clone, 'nodes', 'Label', 'operations', 'delete.ts');
		const work = async (session: Session, _url: string, printed: () => string) => {
			const source = readFileSync(file, 'utf8');
			writeFileSync(file, source.replace("action: 'Delete label'", "action: 'Drop the label'"));
			const saved = Date.now();
			await until(async () => {
				const described = session.request('POST', '/rest/node-types', { nodeInfos });
				const now = JSON.stringify(await described.catch(unlessUnknown));
				return now.includes('Drop the label') || undefined;
			});
			expect(Date.now() - saved).toBeLessThan(5000);
			// While it builds it cannot hear Ctrl-C, and must end n8n nevertheless.
			const files = filesIn('nodes').map((name) => join(clone, name));
			for (const each of files) writeFileSync(each, readFileSync(each));
			await until(async () => printed().split('Built').length > 3 || undefined);
		};
		await inEditor(work, ['--watch'], {}, clone);
		rmSync(clone, { recursive: true });
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

	test('keeps out of the repository, whose n8n-workflow is not the one of the n8n that runs', async () => {
		expect(relative(root, usualFolder)).toMatch(/^\.\./);
		const editor = startEditor(['--folder', join(root, '.tmp', 'editor')]);
		expect(await editor.ended).toBe(1);
		expect(editor.printed()).toContain('lies in the repository. Choose a folder outside of it.');
	});

	test('says that its port is taken, and how to take another', async () => {
		const port = await freePort();
		const other = createServer().listen(port, '127.0.0.1');
		const editor = startEditor(['--port', `${port}`]);
		expect(await editor.ended).toBe(1);
		expect(editor.printed()).toContain(`Port ${port} is taken by another program`);
		expect(editor.printed()).toContain(`npm run tool:editor -- --port ${port + 1}`);
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
