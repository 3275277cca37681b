import { inTurns, ratioOf, summaryOf, turnsOf } from '../../tools/bench/measure';

it.each([
	['abc', 6, 2],
	['abcd', 4, 1],
	['abcd', 8, 2],
])('lets each of %s follow each other equally often in %s rounds', (names, rounds, often) => {
	const all = Array.from({ length: rounds }, (_, round) => turnsOf([...names], round).join(''));

	const pairs = [...names].flatMap((one) => [...names].map((other) => one + other));
	const times = pairs.map((pair) => all.filter((round) => round.includes(pair)).length);
	expect(times).toEqual(pairs.map(([one, other]) => (one === other ? 0 : often)));
	expect(new Set(all.map((round) => [...round].sort().join('')))).toEqual(new Set([names]));
});

it('does one round that does not count, and the others in their turns', async () => {
	let runs = '';
	const ways = [...'ab'].map((name) => ({ name, run: async () => void (runs += name) }));

	const series = await inTurns(ways, 2);

	expect(runs).toBe('ab' + 'ab' + 'ba');
	expect(series.a).toHaveLength(2);
});

it('takes ratios within a round, so that a slow round disturbs both ways alike', () => {
	const sample = (cpuMs: number) => ({ cpuMs, wallMs: 0 });
	const series = { a: [1, 10, 3, 2].map(sample), b: [2, 20, 3, 8].map(sample) };

	const ratio = ratioOf(series, 'a', 'b', 'cpuMs');

	expect(ratio).toEqual({ median: 0.5, least: 0.25, most: 1 });
	expect(summaryOf(series, 'a', 'cpuMs')).toEqual({ median: 2.5, least: 1, most: 10 });
});
