import { CASES } from '../../cases';
import { DEVELOP, type Difference, DIFFERENCES, TESTED } from '../../cases/chatwoot';
import { read } from '../repository';
import { renewed, table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** docs/compatibility.md with its tables renewed: what Chatwoot's versions differ in, and undocumented parts. */
export function compatibilityFile(): GeneratedFile {
	const path = 'docs/compatibility.md';
	const text = [differenceTable(), lastRun()].join('\n\n');
	const page = renewed(read(path), 'npm run docs', text);
	return { path, text: renewed(page, 'npm run docs from cases', undocumentedTable()) };
}

/** The parts of each operation's requests that the contract marks as undocumented. */
function undocumentedTable(): string {
	const rows = CASES.map(({ title, exchanges }) => {
		const parts = new Set(exchanges.flatMap(({ undocumented = [] }) => undocumented));
		return [title, [...parts].map((part) => `\`${part}\``).join(', ')];
	});
	return table(
		['Operation', 'Undocumented parts'],
		rows.filter(([, parts]) => parts !== ''),
	);
}

/** When the tests ran on the tested versions. A test holds that all of them work but those of what a version lacks. */
function lastRun(): string {
	const versions = TESTED.map(({ version }) => version).join(', ');
	const [date] = [...TESTED, DEVELOP]
		.map((tested) => tested.date)
		.sort()
		.slice(-1);
	const all = `${versions}, and develop of ${DEVELOP.day}`;
	return `Tested on ${all}, last on ${date}. All other tests pass on each of them.`;
}

/** What differs, and which versions have it. */
function differenceTable(): string {
	const part = (title: string, sentBy: Difference['sentBy']) => [
		[`**${title}**`, '', ''],
		...DIFFERENCES.filter((difference) => difference.sentBy === sentBy).map(row),
	];
	const rows = [...part('In the form', 'form'), ...part('Only in JSON fields', 'json')];
	return table(['What', 'Works', 'Otherwise'], rows);
}

function row({ what, since }: Difference): string[] {
	const changes = Object.entries(since);
	const works = changes.flatMap(([from, effect], index) =>
		effect === 'works' ? [period(index === 0 ? undefined : from, changes[index + 1]?.[0])] : [],
	);
	const others = changes.map(([, effect]) => effect).filter((effect) => effect !== 'works');
	const name = what.replace(/^[a-z]/, (letter) => letter.toUpperCase());
	return [name, works.join(' and '), [...new Set(others)].join(', ')];
}

/** `from 4.7 on`, `before 4.11` or `from 4.7 to before 4.11`; at least one end is given. */
function period(from: string | undefined, before: string | undefined): string {
	if (from === undefined) return `before ${before}`;
	return before === undefined ? `from ${from} on` : `from ${from} to before ${before}`;
}
