import { existsSync } from 'node:fs';
import path from 'node:path';

import manifest from '../../package.json';
import { filesIn, read, root } from '../../tools/repository';
import { anchorsIn } from './anchors';

const PAGES = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	'examples/README.md',
	...filesIn('docs').filter((file) => file.endsWith('.md')),
];

function isBroken(page: string, link: string): boolean {
	const [target, anchor] = link.split('#');
	const file = target === '' ? page : path.join(path.dirname(page), target);
	if (!existsSync(path.join(root, file))) return true;
	return anchor !== undefined && !anchorsIn(read(file)).includes(anchor);
}

describe.each(PAGES)('%s', (page) => {
	test('has links that lead somewhere', () => {
		const links = [
			...read(page).matchAll(/(?:\]\(|(?:src|srcset|href)=")(?!https?:|mailto:)([^)"\s]+)/g),
		];
		expect(links.map(([, link]) => link).filter((link) => isBroken(page, link))).toEqual([]);
	});

	test('names commands that exist', () => {
		const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
		expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
	});
});

// An absolute address shows nothing in a clone, in a fork, or before the repository has its address.
test('README.md has pictures with relative paths, so that a clone and GitHub show them', () => {
	const pictures = [...read('README.md').matchAll(/<(?:img|source) .*(?:src|srcset)="([^"]+)"/g)];
	expect(pictures.length).toBeGreaterThan(0);
	expect(pictures.map(([, link]) => link).filter((link) => link.startsWith('http'))).toEqual([]);
});

test('each picture is on a page', () => {
	const text = PAGES.map(read).join('');
	const pictures = filesIn('docs/images').map((file) => path.basename(file));
	expect(pictures.filter((name) => !text.includes(`images/${name}`))).toEqual([]);
});

test('examples/README.md shows each example workflow', () => {
	const examples = filesIn('examples').filter((file) => file.endsWith('.json'));
	const page = read('examples/README.md');
	expect(examples.filter((file) => !page.includes(`](${path.basename(file)})`))).toEqual([]);
});

test.each(filesIn('nodes').filter((file) => file.endsWith('.node.json')))(
	'the documentation link of %s leads to a page that exists, without an anchor',
	(codex) => {
		const [link = ''] = read(codex).match(/(?<=blob\/main\/)[^"]+/) ?? [];
		expect(existsSync(path.join(root, link))).toBe(true);
	},
);
