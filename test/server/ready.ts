import { setTimeout as pause } from 'node:timers/promises';

import { MARK, request, server } from './service';

/** What `npm run test:server` needs to know of the server. */
const VARIABLES = {
	CUSTOMER_CONVERSATION_URL: 'the Base URL, such as https://conversations.example.com',
	CUSTOMER_CONVERSATION_TOKEN: 'the API access token of an administrator',
	CUSTOMER_CONVERSATION_ACCOUNT: 'the ID of an account for tests, such as 1',
};

/** How long a Chatwoot may take to run a job. */
const JOB_LIMIT_MS = 60_000;

/** Asks the server for its version, and stops the command with a message if the tests would fail or wait for ever. */
export default async function ready(): Promise<void> {
	const missing = Object.entries(VARIABLES).filter(([name]) => !process.env[name]);
	if (missing.length > 0)
		stop(
			'These tests run against a server of your own. Set these environment variables:',
			...missing.map(([name, meaning]) => `  ${name}  ${meaning}`),
			'Use an account for tests: the tests create records, and delete most of them again.',
		);
	const version = await versionOf(server.url);
	process.env.CHATWOOT_RUNS = version;
	if (version !== '' && !(await runsJobs()))
		stop(
			`Chatwoot has not run a job for ${JOB_LIMIT_MS / 1000} seconds.`,
			'The tests of automation rules need these jobs. Start Sidekiq, and run the command again.',
		);
}

function stop(...lines: string[]): never {
	console.error(lines.join('\n'));
	process.exit(1);
}

/** The version of Chatwoot, which it says without a token. Blank if the server doesn't say it. */
async function versionOf(url: string): Promise<string> {
	try {
		const response = await fetch(`${url}/api`);
		const { version } = (await response.json()) as { version?: unknown };
		return typeof version === 'string' ? version : '';
	} catch {
		return '';
	}
}

/** Whether a Chatwoot runs its jobs: one of them deletes an inbox. */
async function runsJobs(): Promise<boolean> {
	const { id } = await request<{ id: number }>('POST', 'inboxes', {
		name: MARK,
		channel: { type: 'api' },
	});
	await request('DELETE', `inboxes/${id}`);
	console.error(`Waits until Chatwoot has run a job, ${JOB_LIMIT_MS / 1000} seconds at most.`);
	const endAt = performance.now() + JOB_LIMIT_MS;
	while (performance.now() < endAt) {
		const { payload } = await request<{ payload: Array<{ id: number }> }>('GET', 'inboxes');
		if (payload.every((inbox) => inbox.id !== id)) return true;
		await pause(500);
	}
	return false;
}
