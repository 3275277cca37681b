import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { credentialFor, loadPackage, oneNode, outputOf, runWorkflow } from '../../tools/engine';
import { read } from '../../tools/repository';
import type { Sandbox, startSandbox } from '../../tools/sandbox';
import { WorkingCopy } from './workingCopy';

/** A step of docs/contributing/add-an-operation.md: a file alone, or with the line below or instead of which the text is put. */
const STEP = /^`([\w/.]+)`(?:, (below|instead of) `([^`]+)`)?:\n\n```\w+\n([\s\S]*?)^```/gm;

/** The unit tests and those that walk over all operations, but for the matrix: that takes a minute. */
const GUARDS = 'test/(unit/|docs/(?!generatedFiles)|sandbox/contract|engine/(operations|examples))';
const PACKAGE_GUARDS = 'test/package/(architecture|packageJson|publicNames)';

const TYPE = 'n8n-nodes-customer-conversation.conversation';

describe('the steps of docs/contributing/add-an-operation.md, done on a copy of the repository', () => {
	const copy = new WorkingCopy();
	let sandbox: Sandbox;

	beforeAll(async () => {
		followSteps(copy.folder);
		for (const words of commandsAfterwards()) copy.npm(...words);
		const own = module.require(join(copy.folder, 'tools/sandbox')) as {
			startSandbox: typeof startSandbox;
		};
		sandbox = await own.startSandbox({ accountId: 702 });
	}, 600_000);

	afterAll(async () => {
		await sandbox.close();
		copy.remove();
	});

	it('pass the guards and the tests that walk over the operations', () => {
		expect(() => copy.npm('exec', '--', 'jest', GUARDS, PACKAGE_GUARDS)).not.toThrow();
	}, 300_000);

	it('give a node that reads all pages of the new list, and no page more', async () => {
		const parameters = { operation: 'getMany', returnAll: true, options: { status: 'open' } };
		const packages = [await loadPackage(copy.folder)];
		const run = await runWorkflow(oneNode({ type: TYPE, parameters }, packages), {
			packages,
			credentials: credentialFor(sandbox),
		});

		expect(outputOf(run, 'Node')).toEqual(
			Array.from({ length: 30 }, (_, index) => ({
				json: { id: 2 * index + 1, status: 'open' },
				pairedItem: { item: 0 },
			})),
		);
		expect(sandbox.requests.map(({ url }) => url).sort()).toEqual(
			[1, 2].map((page) => `/api/v1/accounts/702/conversations?status=open&page=${page}`),
		);
	});
});

/** Writes the files that the page shows, and draws the icons that it asks for. */
function followSteps(folder: string): void {
	const steps = read('docs/contributing/add-an-operation.md');
	for (const [, path, place, line, text] of steps.matchAll(STEP)) {
		const file = join(folder, path);
		mkdirSync(dirname(file), { recursive: true });
		const kept = place === 'below' ? 1 : 0;
		writeFileSync(file, line ? edited(readFileSync(file, 'utf8'), line, kept, text) : text);
	}
	for (const [, icon, dark = ''] of steps.matchAll(/`(icons\/conversation(\.dark)?\.svg)`/g)) {
		copyFileSync(join(folder, `icons/inbox${dark}.svg`), join(folder, icon));
	}
}

/** The commands before a commit, such as the linters, but for the tests: those are picked below. */
function commandsAfterwards(): string[][] {
	const [, after] = read('CONTRIBUTING.md').split('Before you commit:');
	const [block] = after.split('\n```\n\n');
	return [...block.matchAll(/^npm (run (?!test).+)$/gm)].map(([, words]) => words.split(' '));
}

/** A text with another one in it, after a line that is kept or instead of it, indented in the same way. */
function edited(file: string, line: string, kept: 0 | 1, text: string): string {
	const lines = file.split('\n');
	const at = lines.findIndex((candidate) => candidate.trim() === line);
	if (at < 0) throw new Error(`No line is ${line}`);
	const neighbour = lines[at + kept].trim() === '' ? lines[at] : lines[at + kept];
	const [indent] = neighbour.match(/^\s*/) ?? [''];
	const added = text
		.trimEnd()
		.split('\n')
		.map((one) => (one === '' ? '' : indent + one));
	return [...lines.slice(0, at + kept), ...added, ...lines.slice(at + 1)].join('\n');
}
