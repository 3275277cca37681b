import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from './session';

// Without the letters and digits that look alike: people type this.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The owner of the n8n in this user folder: made up once, then remembered there. */
export function ownerOf(userFolder: string): Owner {
	const file = join(userFolder, 'owner.json');
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Owner;
	const owner: Owner = {
		email: 'you@example.com',
		firstName: 'Sample',
		lastName: 'Person',
		password: newPassword(),
	};
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}

// n8n wants eight characters with a capital letter and a digit among them.
function newPassword(): string {
	const random = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]);
	return ['N', 8, ...random].join('');
}
