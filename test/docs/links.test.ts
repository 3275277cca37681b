import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const PAGES = ['docs/operations.md', 'docs/recipes.md'];

function textOf(file: string): string {
	return readFileSync(path.join(ROOT, file), 'utf8');
}

/** The targets of the links of a page, as written. */
function linksIn(text: string): string[] {
	return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
}

/** What a link to a heading is called, as GitHub makes it. */
function anchorsIn(text: string): string[] {
	const headings = text.match(/^#+ .*/gm) ?? [];
	return headings.map((heading) =>
		heading
			.replace(/^#+ /, '')
			.toLowerCase()
			.replace(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);
}

function isBroken(page: string, link: string): boolean {
	const [target, anchor] = link.split('#');
	const file = target === '' ? page : path.join(path.dirname(page), target);
	if (!existsSync(path.join(ROOT, file))) return true;
	return anchor !== undefined && !anchorsIn(textOf(file)).includes(anchor);
}

test.each(PAGES)('the links of %s lead somewhere', (page) => {
	const links = linksIn(textOf(page)).filter((link) => !/^https?:/.test(link));

	expect(links.filter((link) => isBroken(page, link))).toEqual([]);
});

test.each(readdirSync(path.join(ROOT, 'nodes')).filter((folder) => folder !== 'shared'))(
	'the documentation link of %s leads to its section',
	(folder) => {
		const codex = textOf(`nodes/${folder}/${folder}.node.json`);
		const [anchor] = codex.match(/(?<=docs\/operations\.md#)[\w-]+/) ?? [];

		expect(anchorsIn(textOf('docs/operations.md'))).toContain(anchor);
	},
);

test('the recipes name the fields as the nodes do', () => {
	const titles = ['Max Concurrent Requests', 'Max Retries', 'On Duplicate', 'Query Parameters'];
	const operations = textOf('docs/operations.md');

	const named = titles.filter((title) => textOf('docs/recipes.md').includes(title));
	expect(named).toEqual(titles);
	for (const title of named) expect(operations).toContain(`**${title}**`);
});
