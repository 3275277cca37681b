import { ratioOf } from '../../tools/bench/measure';
import { spread, summarize } from '../../tools/bench/statistics';

it('gives the median and the middle half of a series, whatever its order', () => {
	expect(summarize([5, 1, 4, 2, 3])).toEqual({ median: 3, lower: 2, upper: 4 });
});

it('lies between the two in the middle of an even series', () => {
	expect(summarize([1, 2, 3, 10]).median).toBe(2.5);
});

it('refuses a series of nothing', () => {
	expect(() => summarize([])).toThrow('Nothing was measured');
});

it('calls the spread a part of the median', () => {
	expect(spread({ median: 10, lower: 9, upper: 12 })).toBeCloseTo(0.3);
});

it('takes ratios within a round, so that a slow round disturbs both ways alike', () => {
	const sample = (cpuMs: number) => ({ cpuMs, wallMs: 0 });
	const series = {
		ours: [sample(1), sample(10), sample(1)],
		theirs: [sample(2), sample(20), sample(2)],
	};
	expect(ratioOf(series, 'ours', 'theirs', 'cpuMs')).toEqual({
		median: 0.5,
		lower: 0.5,
		upper: 0.5,
	});
});
