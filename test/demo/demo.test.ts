import path from 'node:path';

import { runCommand } from '../../tools/editor/command';
import { root } from '../../tools/repository';
import { CONTRACT_OPERATIONS } from '../../tools/sandbox/operations';

it('runs all examples, uses all operations of the contract and reports each node', async () => {
	const command = ['--import', 'tsx', path.join('tools', 'demo', 'main.ts')];
	// Jest asks its children for colours where it has a terminal.
	const env = { ...process.env, FORCE_COLOR: undefined };
	const { code, stdout, stderr } = await runCommand(process.execPath, command, { cwd: root, env });

	expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	const all = CONTRACT_OPERATIONS.length;
	expect(stdout).toContain(
		`13 of 13 workflows succeeded. They used ${all} of ${all} operations.\n` +
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
