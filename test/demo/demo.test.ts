import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readExample } from '../../tools/demo/workflowFile';
import { type CommandResult, runCommand } from '../../tools/editor/command';
import { root } from '../../tools/repository';
import { CONTRACT_OPERATIONS } from '../../tools/sandbox/operations';

const folder = mkdtempSync(path.join(tmpdir(), 'demo-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the demo in a process of its own, as `npm run demo --` does after the build. */
async function demo(args: string[]): Promise<CommandResult> {
	const command = ['--import', 'tsx', path.join('tools/demo/main.ts'), ...args];
	// Jest asks its children for colours where it has a terminal.
	const env = { ...process.env, FORCE_COLOR: undefined };
	return await runCommand(process.execPath, command, { cwd: root, env });
}

/** Writes a file to the folder of the test. */
function fileWith(name: string, content: unknown): string {
	const file = path.join(folder, `${name}.json`);
	writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	return file;
}

it('runs all examples, uses all operations of the contract and reports each node', async () => {
	const { code, stdout, stderr } = await demo([]);

	expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	const all = CONTRACT_OPERATIONS.length;
	expect(stdout).toContain(
		`9 of 9 workflows succeeded. They used ${all} of ${all} operations.\n` +
			'Requests that the mock server refused because they break the documented API: 0.',
	);
	expect(stdout).toMatch(
		/Get outbound report by template +outboundReport: getByTemplate +7 +\d+ ms/,
	);
	expect(stdout).toMatch(/Create contact +contact: create +3, failed: 2/);
	expect(stdout).toContain('First item of Below 90%: template_name: spring_sale');
	expect(stdout).toMatch(
		/Skipped, because they need n8n itself:\n {2}examples.ai-agent-contacts\.json/,
	);
	expect(stdout).not.toContain('\u001b');
});

it('prints the reason and exits with code 1 if a workflow fails', async () => {
	const { workflow } = readExample(path.join(root, 'examples', 'tour.json'));
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Complete appointment'
			? { ...node, parameters: { ...node.parameters, appointmentId: '999' } }
			: node,
	);
	const { code, stdout } = await demo([fileWith('unknown', { ...workflow, nodes })]);

	expect(code).toBe(1);
	expect(stdout).toMatch(/✘ +Complete appointment/);
	expect(stdout).toContain('Complete appointment: Appointment 999 could not be found.');
});

it('refuses a file that is no workflow in one line', async () => {
	const { code, stderr } = await demo(['no-such.json']);

	expect(code).toBe(1);
	expect(stderr.trimEnd()).toMatch(/^no-such\.json can't be read: ENOENT.*$/);
});
