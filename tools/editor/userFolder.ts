import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { CommandError } from '../commandError';
import { root } from '../repository';
import { packageName } from './places';
import type { Owner } from './session';

/** Where n8n keeps its database, key and packages, from one start to the next. */
export const usualFolder = join(homedir(), `.${packageName}`);

/**
 * Claims a user folder for this process, so that no second n8n opens the same database.
 *
 * @returns its real path, and a function that gives it back
 * @throws CommandError if another process that is alive has claimed it, or if it lies in the
 * repository: there the nodes would find another n8n-workflow than the n8n that runs them, and n8n
 * would not know their errors for its own
 */
export function claim(folder: string): { userFolder: string; release: () => void } {
	mkdirSync(folder, { recursive: true });
	const userFolder = realpathSync(folder);
	if (!relative(realpathSync(root), userFolder).startsWith('..')) {
		throw new CommandError(`${folder} lies in the repository. Choose a folder outside of it.`);
	}
	const file = join(userFolder, 'process.id');
	const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	if (other && isAlive(other)) {
		throw new CommandError(
			`The editor is running already (process ${other}). Stop it with Ctrl-C there.`,
		);
	}
	writeFileSync(file, String(process.pid));
	return { userFolder, release: () => rmSync(file, { force: true }) };
}

function isAlive(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	} catch {
		return false;
	}
}

/** The owner of the n8n in this user folder: made up once, then remembered there. */
export function ownerOf(userFolder: string): Owner {
	const file = join(userFolder, 'owner.json');
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Owner;
	// n8n wants eight characters with a capital letter and a digit among them.
	const password = `N8${randomBytes(5).toString('hex')}`;
	const owner = { email: 'you@example.com', firstName: 'Sample', lastName: 'Person', password };
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}
