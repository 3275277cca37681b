import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { RequestCounts } from './recorder';
import { tokensOf, type LiveSettings, type SandboxOptions, type Tokens } from './settings';

/** Options that can be handed to another process. */
export type SpawnOptions = Omit<SandboxOptions, 'log' | 'now'>;

/** A sandbox in a process of its own; every call throws where it is refused. */
export interface SpawnedSandbox {
	readonly url: string;
	readonly tokens: Tokens;
	counts(): Promise<RequestCounts>;
	configure(changes: Partial<LiveSettings>): Promise<void>;
	reset(): Promise<void>;
	/** Ends the process and waits until it is gone. */
	close(): Promise<void>;
}

/** What the child says once it is up, or why it can't be. */
export type ChildMessage = { url: string } | { error: string };

/**
 * Starts a sandbox in a process of its own, so that its work is not counted to the caller's.
 * Throws where it can't start. It ends with the caller's process.
 */
export async function spawnSandbox(options: SpawnOptions = {}): Promise<SpawnedSandbox> {
	const child = fork(path.join(__dirname, 'child.ts'), [JSON.stringify(options)], {
		execArgv: ['--require', 'tsx/cjs'],
	});
	const gone = once(child, 'exit');
	const message = await Promise.race([
		once(child, 'message').then(([content]) => content as ChildMessage),
		gone.then(([code]) => ({ error: `it exited with ${code}` })),
	]);
	if ('error' in message) {
		child.kill();
		throw new Error(`The sandbox could not start: ${message.error}`);
	}

	const ask = async (method: string, call: string, body?: unknown): Promise<unknown> => {
		const address = `${message.url}/sandbox${call}`;
		const response = await fetch(address, { method, body: JSON.stringify(body) });
		const answer = await response.text();
		if (!response.ok) throw new Error(`${method} ${call}: ${answer}`);
		return answer === '' ? undefined : JSON.parse(answer);
	};
	return {
		url: message.url,
		tokens: tokensOf(options.token),
		counts: async () => (await ask('GET', '/counts')) as RequestCounts,
		configure: async (changes) => void (await ask('PUT', '/settings', changes)),
		reset: async () => void (await ask('POST', '/reset')),
		close: async () => {
			child.kill();
			await gone;
		},
	};
}
