import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesIn, root } from '../../tools/repository';
import { pack, type Tarball, unpack } from '../../tools/tarball';
import { WorkingCopy } from './workingCopy';

describe('the published tarball', () => {
	const copy = new WorkingCopy();
	let tarball: Tarball;

	beforeAll(() => {
		tarball = pack(root, copy.folder);
		copy.build();
	});

	afterAll(() => copy.remove());

	it('holds the emitted files of nodes and credential, codex files, schemas, icons and README, and no more', () => {
		expect([...tarball.files].sort()).toEqual(
			[
				'LICENSE.md',
				'README.md',
				'index.js',
				'package.json',
				...['credentials', 'nodes', 'icons'].flatMap(filesIn).flatMap(built),
			].sort(),
		);
	});

	it('holds what tsc emits and the assets as they are, byte for byte', () => {
		const unpacked = unpack(tarball, join(copy.folder, 'unpacked'));
		const changed = tarball.files.filter((path) => {
			const original = readFileSync(join(copy.folder, originalOf(path)));
			return !readFileSync(join(unpacked, path)).equals(original);
		});
		expect(changed).toEqual([]);
	});

	it('is the same from a second build in another folder', () => {
		expect(pack(copy.folder, copy.folder).integrity).toBe(tarball.integrity);
	});
});

/** What becomes of a source file in the build. */
function built(source: string): string[] {
	const target = `dist/${source}`;
	if (!source.endsWith('.ts')) return [target];
	return ['.js', '.d.ts'].map((extension) => target.replace(/\.ts$/, extension));
}

/** Where a published file comes from: an asset is a copy of a source file. */
function originalOf(path: string): string {
	return /^dist\/.+\.(json|svg)$/.test(path) ? path.replace(/^dist\//, '') : path;
}
