import { inTurns, ratioOf, summaryOf } from '../../tools/bench/measure';

it('begins each round with another way, after one round that does not count', async () => {
	let runs = '';
	const ways = ['a', 'b', 'c'].map((name) => ({ name, run: async () => void (runs += name) }));

	const series = await inTurns(ways, 3);

	expect(runs).toBe('abc' + 'abc' + 'bca' + 'cab');
	expect(series.a).toHaveLength(3);
});

it('takes ratios within a round, so that a slow round disturbs both ways alike', () => {
	const sample = (cpuMs: number) => ({ cpuMs, wallMs: 0 });
	const series = { a: [1, 10, 3, 2].map(sample), b: [2, 20, 3, 8].map(sample) };

	const ratio = ratioOf(series, 'a', 'b', 'cpuMs');

	expect(ratio).toEqual({ median: 0.5, least: 0.25, most: 1 });
	expect(summaryOf(series, 'a', 'cpuMs')).toEqual({ median: 2.5, least: 1, most: 10 });
});
