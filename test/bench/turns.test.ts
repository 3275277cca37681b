import { inTurns, summaryOf } from '../../tools/bench/measure';

const noSpread = () => ({ median: 1, lower: 1, upper: 1 });
const wide = () => ({ median: 1, lower: 0, upper: 2 });

function noted(names: string[]) {
	const runs: string[] = [];
	const ways = names.map((name) => ({
		name,
		run: async () => {
			runs.push(name);
		},
	}));
	return { runs, ways };
}

it('begins each round with another way, after one round that does not count', async () => {
	const { runs, ways } = noted(['a', 'b', 'c']);
	await inTurns(ways, { atLeast: 3, atMost: 3 }, noSpread);
	expect(runs.join('')).toBe('abc' + 'abc' + 'bca' + 'cab');
});

it('stops after the least number of rounds where the figures lie close together', async () => {
	const { ways } = noted(['a']);
	const series = await inTurns(ways, { atLeast: 2, atMost: 5 }, noSpread);
	expect(series.a).toHaveLength(2);
});

it('adds rounds, up to the most, while the figures are spread wide', async () => {
	const { ways } = noted(['a']);
	const series = await inTurns(ways, { atLeast: 2, atMost: 5 }, wide);
	expect(series.a).toHaveLength(5);
});

it('does not count what a way needs before it begins', async () => {
	const busy = async () => {
		const end = performance.now() + 40;
		while (performance.now() < end);
	};
	const way = { name: 'a', prepare: busy, run: async () => undefined };
	const series = await inTurns([way], { atLeast: 1, atMost: 1 }, noSpread);
	expect(summaryOf(series, 'a', 'wallMs').median).toBeLessThan(40);
});
