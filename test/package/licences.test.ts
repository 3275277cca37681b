import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../tools/repository';

interface Lockfile {
	packages: Record<string, { license?: string }>;
}

/** Licences that ask for no more than to be named, and those that choose between such. */
const PERMISSIVE =
	/^(?:0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC-BY-4\.0|ISC|MIT|Python-2\.0|Unlicense|\(AFL-2\.1 OR BSD-3-Clause\)|\(MIT OR CC0-1\.0\))$/;

/** n8n's own packages: fair code, used here to test against n8n and never shipped. */
const N8N = /(?:^|\/)node_modules\/(?:@n8n\/|@n8n_io\/|n8n-)[^/]+$/;

/** Say nothing in their package.json; their licence files say MIT. */
const MIT_BY_FILE = /(?:^|\/)node_modules\/(?:buildcheck|cpu-features|ssh2)$/;

describe('the development dependencies', () => {
	it('bring no licence that would surprise, their own dependencies included', () => {
		const { packages } = JSON.parse(
			readFileSync(join(root, 'package-lock.json'), 'utf8'),
		) as Lockfile;
		const surprises = Object.entries(packages)
			.filter(([path]) => path !== '' && !N8N.test(path) && !MIT_BY_FILE.test(path))
			.map(([path, { license }]) => ({ path, license: license ?? 'none' }))
			.filter(({ license }) => !PERMISSIVE.test(license));
		expect(surprises).toEqual([]);
	});
});
