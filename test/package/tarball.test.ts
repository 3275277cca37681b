import { pack, type Tarball } from '../../tools/tarball';
import { filesIn, root } from '../../tools/repository';
import { CASES } from '../cases';
import { WorkingCopy } from './workingCopy';

/** 60 kB for the first thirteen operations, and room for each further one. */
const MAX_BYTES = 60_000 + 600 * (CASES.length - 13);

describe('the published tarball', () => {
	const copy = new WorkingCopy();
	let tarball: Tarball;

	beforeAll(() => {
		tarball = pack(root, copy.folder);
	});

	afterAll(() => copy.remove());

	it('holds what `npm run build` makes of the nodes and credential, codex files, schemas and icons, and no more', () => {
		expect([...tarball.files].sort()).toEqual(
			[
				'LICENSE.md',
				'README.md',
				'index.js',
				'package.json',
				...filesIn('credentials').map(built),
				...filesIn('nodes').map(built),
				...filesIn('icons').map(built),
			].sort(),
		);
	});

	it('stays within its budget: if not, take something out of what is published; a further operation brings 600 bytes of room', () => {
		expect(tarball.bytes).toBeLessThanOrEqual(MAX_BYTES);
	});

	it('comes out the same, byte for byte, from another build in another folder', () => {
		copy.build();
		expect(pack(copy.folder, copy.folder).integrity).toBe(tarball.integrity);
	}, 180_000);
});

function built(source: string): string {
	return `dist/${source.replace(/\.ts$/, '.js')}`;
}
