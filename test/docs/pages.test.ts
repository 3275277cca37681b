import { existsSync } from 'node:fs';
import path from 'node:path';

import { REPOSITORY } from '../../nodes/shared/failure/topics';
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

test('README.md has pictures with absolute addresses, because npm drops relative ones, and each exists', () => {
	const pictures = [...read('README.md').matchAll(/(?:src|srcset)="([^"]+)"/g)].map(
		([, link]) => link,
	);
	const start = `${REPOSITORY}/raw/main/`;
	expect(pictures.length).toBeGreaterThan(0);
	const missing = pictures.filter(
		(link) => !link.startsWith(start) || !existsSync(path.join(root, link.replace(start, ''))),
	);
	expect(missing).toEqual([]);
});

test('each example has a picture in both themes: if not, run npm run docs -- --pictures', () => {
	const names = filesIn('examples')
		.filter((file) => file.endsWith('.json'))
		.map((file) => path.basename(file, '.json'));
	const pictures = names.flatMap((name) => [`example-${name}-light`, `example-${name}-dark`]);
	const exist = (name: string) => existsSync(path.join(root, `docs/images/${name}.webp`));
	expect(pictures.filter((name) => !exist(name))).toEqual([]);
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
