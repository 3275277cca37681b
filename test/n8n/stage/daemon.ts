import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** A program that runs in the background of a test. */
export interface Daemon {
	port: number;
	stop(): Promise<void>;
}

/**
 * Starts a program and waits until it is ready.
 *
 * @throws Error with the program's output if it ends or isn't ready within a minute
 */
export async function startDaemon(
	port: number,
	[program, ...args]: [string, ...string[]],
	isReady: () => Promise<boolean>,
): Promise<Daemon> {
	const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-4000)));
	}
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	const stop = async () => {
		process.off('exit', kill);
		child.kill('SIGINT');
		await ended;
	};
	const deadline = Date.now() + 60_000;
	while (child.exitCode === null && Date.now() < deadline) {
		if (await isReady()) return { port, stop };
		await pause(100);
	}
	await stop();
	throw new Error(`${program} didn't start:\n${printed}`);
}
