import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withDrawing } from '../../tools/docs/diagram';
import { filesIn, root } from './root';

const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');

describe('docs/architecture.md', () => {
	it('draws the code as it is; `npx tsx tools/docs/diagram.ts` draws it anew', () => {
		expect(withDrawing(page)).toBe(page);
	});

	it('says what each shared file and each file of the credential does', () => {
		const described = [
			...page.matchAll(/^\| `((?:nodes\/shared|credentials)(?:\/\w+)+[\w.]*\.ts)` +\|/gm),
		];
		expect(described.map(([, path]) => path).sort()).toEqual([
			...filesIn('credentials'),
			...filesIn('nodes/shared'),
		]);
	});

	it('names no file that does not exist', () => {
		const files = [...filesIn('nodes'), ...filesIn('credentials')];
		const missing = [...page.matchAll(/`([\w/]+(?:\.\w+)*\.ts)`/g)]
			.map(([, path]) => path)
			.filter((path) => !path.startsWith('tools/'))
			.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)));
		expect(missing).toEqual([]);
	});
});
