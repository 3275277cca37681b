import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { connectSandbox, type SandboxClient } from './client';
import { settingsFrom, type SandboxOptions, type Tokens } from './settings';

/** Options that can be handed to another process. */
export type SpawnOptions = Omit<SandboxOptions, 'log' | 'now'>;

/** A sandbox in a process of its own. */
export interface SpawnedSandbox extends SandboxClient {
	readonly accountId: number;
	readonly tokens: Tokens;
	/** ID of the process, for measurements. */
	readonly pid: number;
	/** Ends the process and waits until it is gone. */
	close(): Promise<void>;
}

/** What the child says once it is up, or why it can't be. */
export type ChildMessage = { url: string } | { error: string };

const CHILD = path.join(__dirname, 'child.ts');

async function firstMessage(child: ChildProcess): Promise<ChildMessage> {
	const message = once(child, 'message').then(([content]) => content as ChildMessage);
	const exit = once(child, 'exit').then(([code]) => ({ error: `it exited with ${code}` }));
	return Promise.race([message, exit]);
}

/**
 * Starts a sandbox in a process of its own, so that its work is not counted to the caller's.
 * Throws where it can't start. It ends with the caller's process.
 */
export async function spawnSandbox(options: SpawnOptions = {}): Promise<SpawnedSandbox> {
	const child = fork(CHILD, [JSON.stringify(options)], { execArgv: ['--require', 'tsx/cjs'] });
	const message = await firstMessage(child);
	if ('error' in message) {
		child.kill();
		throw new Error(`The sandbox could not start: ${message.error}`);
	}

	const { accountId, tokens } = settingsFrom(options);
	return {
		...connectSandbox(message.url),
		accountId,
		tokens,
		pid: child.pid ?? 0,
		close: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const gone = once(child, 'exit');
			child.kill();
			await gone;
		},
	};
}
