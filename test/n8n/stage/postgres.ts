import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../tools/editor/command';
import { freePort } from '../../../tools/editor/n8n';
import { type Daemon, startDaemon } from './daemon';
import { needProgram } from './debian';

export interface Postgres extends Daemon {
	/** Runs an SQL statement and returns its rows as text. */
	query(sql: string): Promise<string[][]>;
}

/** Starts PostgreSQL with an empty database. The user is `postgres`, without a password. */
export async function startPostgres(): Promise<Postgres> {
	const need = async (name: string) => await needProgram(name, 'postgresql');
	const [initdb, server] = [await need('initdb'), await need('postgres')];
	const [psql, ready] = [await need('psql'), await need('pg_isready')];
	const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
	const port = await freePort();
	const data = join(folder, 'data');
	await succeed(['chown', ...(isRoot() ? ['postgres'] : [`${process.getuid?.()}`]), folder]);
	await succeed(asServer([initdb, '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']));
	const options = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
	const settings = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const address = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres'];
	const daemon = await startDaemon(
		port,
		asServer([server, '-D', data, '-p', `${port}`, ...settings]),
		async () => (await runCommand(ready, address)).code === 0,
	);
	const query = async (sql: string) => {
		const rows = await succeed([psql, ...address, '-At', '-F', '\t', '-c', sql]);
		return rows
			.split('\n')
			.filter(Boolean)
			.map((row) => row.split('\t'));
	};
	return { ...daemon, query };
}

function isRoot(): boolean {
	return process.getuid?.() === 0;
}

// PostgreSQL refuses to run as root.
function asServer(command: [string, ...string[]]): [string, ...string[]] {
	return isRoot()
		? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
		: command;
}

async function succeed([program, ...args]: string[]): Promise<string> {
	const result = await runCommand(program, args);
	if (result.code !== 0) throw new Error(`${program}: ${result.stderr}`);
	return result.stdout;
}
