import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openEngine } from '../../tools/demo/engine';
import { CommandError } from '../../tools/commandError';
import { readExample } from '../../tools/demo/workflowFile';
import { CONTRACT_OPERATIONS } from '../../tools/sandbox/operations';
import { sandboxForTests } from '../sandbox/support';
import { demo, type Ending } from './command';

const EXAMPLE = path.join('examples', 'scheduled-report.json');
const TOUR = path.join('examples', 'tour.json');
const TOKEN = 'CUSTOMER_CONVERSATION_TOKEN';

jest.setTimeout(120_000);

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'demo-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file in a folder of the test. */
function fileWith(content: unknown): string {
	const file = path.join(folder, 'workflow.json');
	writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	return file;
}

/** One line on stderr, as it is shown; fails if there is another or none. */
function lineOf({ stderr }: Ending): string {
	const [line, ...others] = stderr.trimEnd().split('\n');
	expect(others).toEqual([]);
	return line;
}

describe('all examples', () => {
	let ending: Ending;

	beforeAll(async () => {
		ending = await demo([]);
	});

	it('succeed and use all operations of the contract', () => {
		expect(ending).toMatchObject({ code: 0, stderr: '' });
		expect(ending.stdout).toContain('6 of 6 succeeded.');
		const all = CONTRACT_OPERATIONS.length;
		expect(ending.stdout).toContain(`${all} of the ${all} operations of the contract were used.`);
		expect(ending.stdout).toContain('Requests that broke the contract: 0.');
	});

	it('are told node by node, with items in and out and time', () => {
		expect(ending.stdout).toMatch(
			/Get report by template +outboundReport: getByTemplate +1 +→ 7 +\d+ ms/,
		);
		expect(ending.stdout).toMatch(
			/Create contact +contact: create +6 +→ 3, and 3 to the error output/,
		);
	});

	it('show their first records', () => {
		expect(ending.stdout).toMatch(/template_name: order_confirmation, language: en/);
	});

	it('name the one that is left out', () => {
		expect(ending.stdout).toMatch(/Left out: examples.ai-agent-contacts\.json/);
	});

	it('read well where there is no terminal', () => {
		expect(ending.stdout).not.toContain('\u001b');
	});
});

describe('one workflow', () => {
	it('that fails gives the reason and exit code 1', async () => {
		const { workflow } = readExample(TOUR);
		const nodes = workflow.nodes.map((node) =>
			node.name === 'Complete'
				? { ...node, parameters: { ...node.parameters, appointmentId: '999' } }
				: node,
		);
		const { code, stdout } = await demo([fileWith({ ...workflow, nodes })]);
		expect(code).toBe(1);
		expect(stdout).toMatch(/✘ +Complete/);
		expect(stdout).toContain('Complete: Appointment 999 could not be found.');
	});

	it('is refused in one line if there is no such file', async () => {
		const ending = await demo(['no-such.json']);
		expect(ending.code).toBe(1);
		expect(lineOf(ending)).toBe('There is no file no-such.json that can be read.');
	});

	it.each([
		['is not JSON', 'hello', /is no workflow: it is not JSON\.$/],
		[
			'is JSON of another kind',
			{ name: 'x' },
			/is no workflow: it has no nodes and connections\.$/,
		],
		['has no trigger', { nodes: [], connections: {} }, /has no trigger to start from\.$/],
		[
			'needs n8n itself',
			{ nodes: [{ name: 'Tell', type: 'n8n-nodes-base.slack' }], connections: {} },
			/needs n8n itself, for the node "Tell" \(n8n-nodes-base\.slack\)\. Import it there\.$/,
		],
	])('is refused in one line if it %s', async (_what, content, message) => {
		const ending = await demo([fileWith(content)]);
		expect(ending.code).toBe(1);
		expect(lineOf(ending)).toMatch(message);
	});
});

describe('colours', () => {
	const refused = async (env: NodeJS.ProcessEnv) => (await demo(['no-such.json'], env)).stderr;

	it('are used where they are wanted', async () => {
		expect(await refused({ FORCE_COLOR: '1' })).toContain('\u001b');
	});

	it('are left out if NO_COLOR is set', async () => {
		expect(await refused({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain('\u001b');
	});
});

describe('arguments that make no sense', () => {
	it.each([
		['an unknown option', ['--fast'], "unknown option '--fast'"],
		['two workflows', ['a.json', 'b.json'], /too many arguments/],
		['an account that is no number', ['--account', 'one'], /It must be the number of an account/],
		[
			'a service without a workflow',
			['--base-url', 'http://127.0.0.1:9'],
			/^Name the workflow to run/,
		],
	])('such as %s end with one line and exit code 2', async (_what, args, message) => {
		const ending = await demo(args, { [TOKEN]: '' });
		expect(ending.code).toBe(2);
		expect(lineOf(ending)).toMatch(message);
	});
});

describe('a real service', () => {
	const sandbox = sandboxForTests({ token: 'token-of-the-test', accountId: 3 });

	const onService = async (token: string, account: string) =>
		await demo([EXAMPLE, '--base-url', sandbox().url, '--account', account], { [TOKEN]: token });

	it('runs the workflow, and the token is not shown', async () => {
		const { code, stdout, stderr } = await onService('token-of-the-test', '3');
		expect(code).toBe(0);
		expect(sandbox().counts.operations.outboundReportGetByTemplate).toBe(1);
		expect(stdout + stderr).not.toContain('token-of-the-test');
	});

	it('without a token is refused in one line', async () => {
		const ending = await onService('', '3');
		expect(ending.code).toBe(1);
		expect(lineOf(ending)).toMatch(`Put the API access token of ${sandbox().url} into`);
	});

	it('with a wrong token is refused in one line, before the workflow begins', async () => {
		const ending = await onService('wrong', '3');
		expect(ending.code).toBe(1);
		expect(lineOf(ending)).toBe(
			`${sandbox().url} can not be used: Invalid Access Token. Check the token in ${TOKEN}, and --account.`,
		);
		expect(sandbox().counts.operations.outboundReportGetByTemplate).toBeUndefined();
	});

	it('that can not be reached is refused in one line', async () => {
		const ending = await demo([EXAMPLE, '--base-url', 'http://127.0.0.1:9'], { [TOKEN]: 'any' });
		expect(ending.code).toBe(1);
		expect(lineOf(ending)).toMatch(/^http:\/\/127\.0\.0\.1:9 can not be used: The service refused/);
	});
});

describe('the package', () => {
	it('is asked to be built if it is not', async () => {
		await expect(openEngine(folder)).rejects.toThrow(CommandError);
		await expect(openEngine(folder)).rejects.toThrow('npm run build');
	});
});
