import path from 'node:path';

import { runCommand } from '../../tools/editor/command';
import { root } from '../../tools/repository';
import { sandboxForTests } from './support';

const JEST = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const CONFIG = path.join('test', 'server', 'jest.config.js');

/** Runs the command in a process of its own, as `npm run test:server` does after the build. */
async function testServer(env: Record<string, string>) {
	const { PATH, HOME } = process.env;
	const options = { cwd: root, env: { PATH, HOME, ...env } };
	return await runCommand(process.execPath, [JEST, '--config', CONFIG], options);
}

describe('a server of the Chatwoot family', () => {
	const sandbox = sandboxForTests({ dialect: 'upstream', now: Date.now });

	const commandFor = async (token: string) =>
		await testServer({
			CUSTOMER_CONVERSATION_URL: sandbox().url,
			CUSTOMER_CONVERSATION_TOKEN: token,
			CUSTOMER_CONVERSATION_ACCOUNT: '1',
		});

	it('passes, also if requests get a 429, and keeps nothing of the tests but what they cannot delete', async () => {
		const { state, tokens } = sandbox();
		sandbox().setFault({ kind: 'rateLimit', operation: 'contactCreate', times: 2 });
		const before = [state.inboxes, state.labels, state.agentBots, state.automationRules];
		const counts = before.map(({ length }) => length);

		const { code, stderr } = await commandFor(tokens.administrator);
		expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
		expect(stderr).toMatch(/Tests: +\d+ passed, \d+ total/);
		expect(state.contacts.created).toEqual([]);
		expect(before.map(({ length }) => length)).toEqual(counts);
		// The mock server isn't a Chatwoot, so it doesn't say a version.
		const undocumented = sandbox().requests.filter(({ problem }) => problem !== undefined);
		expect(undocumented.map(({ url }) => url)).toEqual(['/api']);
		expect(sandbox().counts.statuses[429]).toBe(2);
		const [, works, all] = /A server of unknown version: (\d+) of (\d+)\n/.exec(stderr) ?? [];
		expect({ works, all }).toEqual({ works: all, all: expect.stringMatching(/^\d+$/) });
	});

	it('says why nothing could be prepared, and nothing of what follows from it', async () => {
		const { code, stderr } = await commandFor('wrong');

		expect(code).toBe(1);
		expect(stderr).toContain('Request failed with status code 401');
		expect(stderr).not.toMatch(/Cannot (read|destructure)/);
		expect(stderr).toMatch(/A server of unknown version: 0 of (\d+); \1 failed\n/);
	});
});
