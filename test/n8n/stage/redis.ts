import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../tools/editor/command';
import { freePort } from '../../../tools/editor/n8n';
import { type Daemon, startDaemon } from './daemon';
import { needProgram } from './debian';

/** Starts Redis without persistence. */
export async function startRedis(): Promise<Daemon> {
	const program = await needProgram('redis-server', 'redis-server');
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'redis-'));
	const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
	const ping = ['-p', `${port}`, 'ping'];
	const isReady = async () => (await runCommand('redis-cli', ping)).code === 0;
	return await startDaemon(port, [program, ...args], isReady);
}
