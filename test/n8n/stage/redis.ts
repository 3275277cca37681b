import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/editor/ports';
import { type Daemon, startDaemon } from './daemon';
import { needProgram } from './debian';

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(): Promise<Daemon> {
	const program = await needProgram('redis-server', 'redis-server');
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'redis-'));
	const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
	return await startDaemon(port, [program, ...args], async () => await accepts(port));
}

async function accepts(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}
