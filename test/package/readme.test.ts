import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { filesIn, root } from './root';

const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	...filesIn('docs').filter((path) => path.endsWith('.md')),
];

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('README.md', () => {
	it('shows each example workflow', () => {
		const examples = filesIn('examples').filter((path) => path.endsWith('.json'));
		const text = read('README.md');
		expect(examples.filter((path) => !text.includes(`](${path})`))).toEqual([]);
	});
});

describe.each(PAGES)('%s', (path) => {
	it('links to files that exist', () => {
		const links = [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)];
		const missing = links
			.map(([, link]) => link)
			.filter((link) => !existsSync(join(root, dirname(path), link)));
		expect(missing).toEqual([]);
	});

	it('names commands that exist', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
		const named = [...read(path).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});
