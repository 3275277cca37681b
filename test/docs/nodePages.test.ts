import { CASES } from '../../cases';
import { NODES } from '../../cases/nodes';
import { everyProperty } from '../../cases/properties';
import { run } from '../../tools/docs/runs';
import { read } from '../../tools/repository';
import { sandboxForTests } from '../sandbox/support';

const sandbox = sandboxForTests();

const PAGES = NODES.map(({ description: { name } }) => `docs/nodes/${name}.md`);

/** The texts of a page without code: its paragraphs, and the cells of its tables. */
function textsOf(page: string): string[] {
	return read(page)
		.replace(/^```[\s\S]*?^```/gm, '')
		.split(/\n|<br>|(?<!\\)\|/)
		.map((text) => text.trim());
}

/** The tables of a page, each as the first cells of its rows. */
function tablesOf(page: string): string[][] {
	const tables = read(page).match(/(?:^\|.*\n)+/gm) ?? [];
	return tables.map((table) =>
		[...table.matchAll(/^\| (.*?)(?:<br>.*?)? \|/gm)].map(([, cell]) => cell),
	);
}

/** The texts that come too often in a list. */
function repeated(texts: string[], allowed: number): string[] {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return [...counts].filter(([, count]) => count > allowed).map(([text]) => text);
}

describe.each(PAGES)('%s', (page) => {
	it('has no sentence three times', () => {
		const sentences = textsOf(page).flatMap((text) => text.split(/(?<=\.) /));
		expect(
			repeated(
				sentences.filter((text) => /\w \w.*\.$/.test(text)),
				2,
			),
		).toEqual([]);
	});

	it('has one row for a label in each table', () => {
		expect(tablesOf(page).flatMap((cells) => repeated(cells, 1))).toEqual([]);
	});
});

it.each(NODES.map(({ description }) => description))(
	'the page of $name says what the notices of its form say',
	({ name, properties }) => {
		const notices = everyProperty(properties).filter(({ type }) => type === 'notice');
		const page = read(`docs/nodes/${name}.md`);
		expect(notices.filter(({ displayName }) => !page.includes(displayName))).toEqual([]);
	},
);

const IN_CHATWOOT = CASES.filter(({ operation }) => operation.inChatwoot);

it.each(IN_CHATWOOT)(
	"a user with the role Agent may run $title, unless its page says that it's for administrators",
	async (one) => {
		const { error } = await run(sandbox(), one, one.example, { asAgent: true });

		const refusal = 'You are not authorized to do this action';
		expect(error?.message).toBe(one.onlyFor === 'administrators' ? refusal : undefined);
	},
);

/** What docs/reliability.md says of the operations that are retried, looked up or sent once after a lost response. */
const AFTER_LOST_RESPONSE = new Map(
	read('docs/reliability.md')
		.split(/^- (?=\*\*(?:Retried|Looked up|Sent once))/m)
		.slice(1)
		.map((entry) => [/\*\*(.*?)\*\*/.exec(entry)?.[1], entry.split('\n\n')[0]]),
);

it.each(CASES.filter(({ operation }) => operation.safety !== 'read'))(
	'docs/reliability.md says of $title what its page says',
	({ node, resource, operation: { name } }) => {
		const row = new RegExp(
			`^\\| \\[${name}\\]\\(.*\\| (Retried|Looked up|Sent once)[^|]*\\|$`,
			'm',
		);
		const [, how] = row.exec(read(`docs/nodes/${node}.md`)) ?? [];
		const words = [resource, name].map((word) => expect.stringContaining(word) as string);
		for (const word of words) expect(AFTER_LOST_RESPONSE.get(how)).toEqual(word);
	},
);
