import { type Difference, DIFFERENCES, effectOn, TESTED } from '../../cases/chatwoot';
import { read } from '../repository';
import { renewed, table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** docs/compatibility.md with its table of Chatwoot's versions renewed. */
export function compatibilityFile(): GeneratedFile {
	const path = 'docs/compatibility.md';
	const text = [differenceTable(), lastRun()].join('\n\n');
	return { path, text: renewed(read(path), 'npm run docs', text) };
}

/** When the tests ran on the tested versions. A test holds that all of them work but those of what a version lacks. */
function lastRun(): string {
	const [date] = TESTED.map((tested) => tested.date)
		.sort()
		.slice(-1);
	return `Last run of \`npm run test:server\` on ${date}: all other tests pass on each of these versions.`;
}

/** What differs, and what each tested version does. */
function differenceTable(): string {
	const head = ['What', 'Changed in', ...TESTED.map(({ version }) => version)];
	const part = (title: string, sentBy: Difference['sentBy']) => [
		[`**${title}**`, ...head.slice(1).map(() => '')],
		...DIFFERENCES.filter((difference) => difference.sentBy === sentBy).map(row),
	];
	const rows = [...part('In the form', 'form'), ...part('Only in JSON fields', 'json')];
	return table(head, rows);
}

function row(difference: Difference): string[] {
	const { what, since } = difference;
	const effects = TESTED.map(({ version }) => effectOn(version, difference));
	return [
		what.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
		Object.keys(since).slice(1).join(', '),
		...effects.map((effect) => (effect === 'works' ? 'yes' : effect)),
	];
}
