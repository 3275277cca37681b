import { type Difference, DIFFERENCES, effectOn, lackedBy, TESTED } from '../../cases/chatwoot';
import { read } from '../repository';
import { renewed, table } from './markdown';
import type { GeneratedFile } from './schemaFiles';

/** docs/compatibility.md with its tables of Chatwoot's versions renewed. */
export function compatibilityFile(): GeneratedFile {
	const path = 'docs/compatibility.md';
	const text = [differenceTable(), PRINTED, lineTable()].join('\n\n');
	return { path, text: renewed(read(path), 'npm run docs', text) };
}

const PRINTED = '`npm run test:server` printed these lines:';

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

/** What `npm run test:server` printed on each tested version. */
function lineTable(): string {
	const rows = TESTED.map(({ version, date, works, of }) => {
		const lacks = lackedBy(version).map(({ what }) => what);
		return [date, `${version}: ${works} of ${of}; lacks ${lacks.join(', ')}`];
	});
	return table(['Date', 'Line'], rows);
}
