import { CASES } from '../../cases';
import { NODES } from '../../cases/nodes';
import { read } from '../../tools/repository';

const page = read('README.md');

const NUMBERS = [
	...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
	...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
];

/** The operations that README.md names below a heading or a phrase, up to the end of the line. */
function namedAfter(phrase: string): string[] {
	const [, text = ''] = new RegExp(`${phrase} (.+)\\.$`, 'm').exec(page) ?? [];
	return text.split(/, | and /).sort();
}

function namesOf(cases: typeof CASES): string[] {
	return [...new Set(cases.map(({ operation }) => operation.name))].sort();
}

test('README.md counts the nodes right', () => {
	const counts = [...page.matchAll(/\b(\w+) nodes\b/gi)]
		.map(([, word]) => NUMBERS.indexOf(word.toLowerCase()))
		.filter((count) => count >= 0);
	expect([...new Set(counts)]).toEqual([NODES.length]);
});

test('README.md names all operations that only read as tools to start with', () => {
	const reading = CASES.filter(({ operation }) => operation.kind === 'read');
	expect(namedAfter('Start with tools that only read:')).toEqual(namesOf(reading));
});

test('README.md names all operations that the API cannot undo', () => {
	expect(namedAfter("The API can't undo")).toEqual(namesOf(CASES.filter(({ final }) => final)));
});
