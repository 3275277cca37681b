import { CASES } from '../../cases';
import { read } from '../repository';
import { renewed } from './markdown';
import { operationsTable } from './operationsPage';
import type { GeneratedFile } from './schemaFiles';

const NUMBERS = [
	...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
	...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
];

/** README.md with an updated table of operations, number of nodes and names of operations. */
export function readmeFile(): GeneratedFile {
	const operations = operationsTable((node) => `docs/nodes/${node}.md`);
	const page = renewed(read('README.md'), 'npm run docs', operations);
	const reading = CASES.filter(({ operation }) => operation.kind === 'read');
	const final = CASES.filter((one) => one.final);
	const text = [
		{ phrase: 'Start with tools that only read:', cases: reading },
		{ phrase: "The API can't undo", cases: final },
	].reduce((before, { phrase, cases }) => withNames(before, phrase, cases), withCount(page));
	return { path: 'README.md', text };
}

/** The page with the number of nodes in words. */
function withCount(page: string): string {
	const count = NUMBERS[new Set(CASES.map(({ node }) => node)).size];
	return page.replace(new RegExp(`\\b(?:${NUMBERS.join('|')})(?= nodes\\b)`, 'gi'), (word) =>
		/^[A-Z]/.test(word) ? count[0].toUpperCase() + count.slice(1) : count,
	);
}

/**
 * The page with the names of operations after a phrase, up to the end of the sentence.
 *
 * @throws Error if the page doesn't have the phrase
 */
function withNames(page: string, phrase: string, cases: typeof CASES): string {
	const names = [...new Set(cases.map(({ operation }) => operation.name))];
	const list = new Intl.ListFormat('en-GB').format(names);
	const sentence = new RegExp(`(${phrase}) .+?\\.$`, 'm');
	if (!sentence.test(page)) throw new Error(`README.md has no sentence with "${phrase}"`);
	return page.replace(sentence, `$1 ${list}.`);
}

/** package.json with the resources in its description, for npm's search. */
export function manifestFile(): GeneratedFile {
	const resources = [...new Set(CASES.map(({ resource }) => plural(resource.toLowerCase())))];
	const list = new Intl.ListFormat('en-GB').format(resources);
	const description = `n8n nodes for a customer conversation service: ${list}`;
	const text = read('package.json');
	return {
		path: 'package.json',
		text: text.replace(/"description": ".*"/, `"description": "${description}"`),
	};
}

function plural(word: string): string {
	return word.endsWith('x') ? `${word}es` : `${word}s`;
}
