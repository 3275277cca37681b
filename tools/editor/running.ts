import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal';

/**
 * Claims a user folder for this process, so that no second n8n opens the same database.
 * @returns a function that gives the folder back
 * @throws Refusal if another process that is alive has claimed it
 */
export function claim(userFolder: string): () => void {
	mkdirSync(userFolder, { recursive: true });
	const file = join(userFolder, 'process.id');
	const other = readProcessId(file);
	if (other && isAlive(other)) {
		throw new Refusal(
			`The editor is running already (process ${other}). Stop it with Ctrl-C there.`,
		);
	}
	writeFileSync(file, String(process.pid));
	return () => rmSync(file, { force: true });
}

function readProcessId(file: string): number | undefined {
	try {
		return Number(readFileSync(file, 'utf8')) || undefined;
	} catch {
		return undefined;
	}
}

function isAlive(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	} catch {
		return false;
	}
}
