import { type Outcome, OUTCOMES } from '../../nodes/shared/http/outcome';
import { read } from '../../tools/repository';

/** The outcomes whose statuses each section of docs/reliability.md names. */
const SECTIONS: Record<string, Array<keyof typeof OUTCOMES>> = {
	'The service has a rate limit': ['rateLimited'],
	'A response takes too long': ['timedOut'],
	'The service is down': ['unreached', 'lost', 'lostLate', 'timedOut'],
	'The service responds with 500': ['serverError'],
};

/** The error statuses in a text, with those between `520 to 524`. */
function statusesIn(text: string): number[] {
	const named = [...text.matchAll(/\b([45]\d\d)(?: to ([45]\d\d))?\b/g)];
	const all = named.flatMap(([, first, last = first]) =>
		Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
	);
	return [...new Set(all)].sort();
}

test.each(Object.entries(SECTIONS))(
	'docs/reliability.md names under "%s" the statuses that http/outcome.ts has',
	(heading, outcomes) => {
		const [, section = ''] =
			new RegExp(`^## ${heading}\n(.*?)(?=^## |$(?![^]))`, 'ms').exec(
				read('docs/reliability.md'),
			) ?? [];
		const statuses = outcomes.flatMap((name) =>
			((OUTCOMES[name] as Outcome).responses ?? []).map((one) =>
				typeof one === 'number' ? one : one.status,
			),
		);
		expect(statusesIn(section)).toEqual(statuses.sort());
	},
);

test('SECTIONS above names for each outcome that passes by itself a section of docs/reliability.md', () => {
	const transient = Object.entries<Outcome>(OUTCOMES).filter(([, { isTransient }]) => isTransient);
	const named: string[] = Object.values(SECTIONS).flat();
	expect(transient.map(([name]) => name).filter((name) => !named.includes(name))).toEqual([]);
});
