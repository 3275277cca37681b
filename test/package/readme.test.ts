import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';

import { loadPackage } from '../../tools/engine';
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
	it('lists each operation with its endpoint', async () => {
		const { nodes } = await loadPackage(root);
		const rows = read('README.md')
			.split('\n')
			.filter((line) => /^\| .*\/api\/v\d\/accounts\/\{/.test(line))
			.map((line) => line.replace(/\s+/g, ' ').trim());
		expect(rows).toEqual(Object.values(nodes).flatMap(operationRows).sort());
	});

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

function operationRows({ description }: INodeType): string[] {
	const node = description.displayName.replace('Customer Conversation ', '');
	const operation = description.properties.find(({ name }) => name === 'operation');
	return (operation?.options as INodePropertyOptions[])
		.filter(({ routing }) => routing)
		.map(({ name, routing }) => {
			const { method, url } = routing?.request ?? {};
			return `| ${node} | ${name} | \`${String(method)} ${String(url)}\` |`;
		});
}
