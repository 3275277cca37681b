import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { RequestCounts } from './recorder';
import { settingsFrom, type LiveSettings, type SandboxOptions, type Tokens } from './settings';

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

const CHILD = path.join(__dirname, 'child.ts');

/**
 * Starts a sandbox in a process of its own, so that its work is not counted to the caller's.
 * Throws where it can't start. It ends with the caller's process.
 */
export async function spawnSandbox(options: SpawnOptions = {}): Promise<SpawnedSandbox> {
	const child = fork(CHILD, [JSON.stringify(options)], { execArgv: ['--require', 'tsx/cjs'] });
	const gone = once(child, 'exit');
	const message = await Promise.race([
		once(child, 'message').then(([content]) => content as ChildMessage),
		gone.then(([code]) => ({ error: `it exited with ${code}` })),
	]);
	const close = async () => {
		child.kill();
		await gone;
	};
	if ('error' in message) {
		await close();
		throw new Error(`The sandbox could not start: ${message.error}`);
	}

	const { url } = message;
	return {
		url,
		tokens: settingsFrom(options).tokens,
		counts: async () => JSON.parse(await ask(url, 'GET', '/counts')) as RequestCounts,
		configure: async (changes) => void (await ask(url, 'PUT', '/settings', changes)),
		reset: async () => void (await ask(url, 'POST', '/reset')),
		close,
	};
}

async function ask(url: string, method: string, call: string, body?: unknown): Promise<string> {
	const response = await fetch(`${url}/sandbox${call}`, { method, body: JSON.stringify(body) });
	const answer = await response.text();
	if (!response.ok) throw new Error(`${method} ${call}: ${answer}`);
	return answer;
}
