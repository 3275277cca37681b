import fc from 'fast-check';
import { RateLimit } from '../../nodes/shared/transport/rateLimit';
import { chances } from '../../tools/simulation/chances';
import { Clock } from '../../tools/simulation/clock';
import { SimulatedRun } from '../../tools/simulation/run';
import {
	fixedWindow,
	type Gate,
	SimulatedService,
	slidingWindow,
	windowFromFirst,
} from '../../tools/simulation/service';

beforeEach(() => void jest.spyOn(Math, 'random').mockImplementation(chances()));

it('always says when it looks again, whatever is refused', () => {
	const step = fc.record({
		refused: fc.boolean(),
		passes: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 70_000 })),
		took: fc.integer({ min: 0, max: 100 }),
		waiting: fc.integer({ min: 0, max: 20 }),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const limit = new RateLimit();
			let now = 1_700_000_000_000;
			for (const { refused, passes, took, waiting } of steps) {
				// A request leaves when there is room, or after its own wait.
				now = limit.opensAt(now) > now ? Math.min(limit.opensAt(now), now + 300_000) : now + passes;
				const at = now + took;
				if (refused) limit.refused(now, at, { waitMs: 2000 }, waiting);
				else limit.took(now, at);
				now = at;
				expect(limit.opensAt(now)).toBeLessThan(now + 300_000);
			}
		}),
		{ numRuns: 5000 },
	);
});

function simulate(startAt: number, latencyMs: number, items: number, gate?: Gate): SimulatedRun {
	const clock = new Clock(startAt);
	const run = new SimulatedRun(clock, new SimulatedService(clock, { latencyMs, gate }), { items });
	clock.run();
	return run;
}

describe.each([
	['go by the clock', fixedWindow],
	['begin with the first request', windowFromFirst],
	['slide along', slidingWindow],
])('where windows %s', (_kind, gate) => {
	it.each([
		[300, 60_000, 700],
		[100, 30_000, 500],
		[100, 10_000, 1000],
		[30, 5000, 400],
		[20, 1000, 700],
	])('%s in %s ms are used to the end, and hardly exceeded again', (requests, windowMs, items) => {
		const starts = [0, 13, 26, 39, 52].map((second) => 1_700_000_040_137 + second * 1000);
		const cases = starts.flatMap((startAt) => [1, 20, 50, 200].map((ms) => [startAt, ms]));
		for (const [startAt, latencyMs] of cases) {
			const { made, refusals, tookMs } = simulate(
				startAt,
				latencyMs,
				items,
				gate(requests, windowMs),
			);
			const again = refusals.filter((at) => at > refusals[0] + latencyMs + 1000);
			const windows = Math.ceil(items / requests);
			const idealMs = (windows - 1) * windowMs + simulate(startAt, latencyMs, items).tookMs;
			expect(made).toBe(items);
			expect(again.length).toBeLessThan(8 + 1.5 * windows);
			expect(tookMs).toBeLessThan(1.3 * idealMs);
		}
	});
});

/** From when on the large one knows the windows; before that, it is not the only one to be refused. */
const KNOWN_WINDOWS = 2.5;

describe.each([
	['go by the clock', fixedWindow],
	['begin with the first request', windowFromFirst],
	['slide along', slidingWindow],
])('beside a large execution where windows %s', (_kind, gate) => {
	it.each([
		[300, 60_000, 72],
		[100, 30_000, 60],
		[50, 10_000, 60],
	])('small ones find room when %s fit into %s ms', (requests, windowMs, most) => {
		const small: SimulatedRun[] = [];
		for (const second of [3, 17, 41]) {
			const clock = new Clock(1_700_000_040_000 + second * 1000);
			const service = new SimulatedService(clock, {
				latencyMs: 50,
				gate: gate(requests, windowMs),
			});
			const large = new SimulatedRun(clock, service, { items: 8 * requests });
			for (let begun = 0; begun < 20; begun++) {
				const begin = () => small.push(new SimulatedRun(clock, service, { items: 3 }));
				clock.after((KNOWN_WINDOWS + 0.2 * begun) * windowMs, begin);
			}
			clock.run();
			expect(large.made).toBe(8 * requests);
			expect(large.refusals.length).toBeLessThan(0.1 * large.made + 60);
		}
		expect(small.filter(({ lost }) => lost > 0).length).toBeLessThanOrEqual(2);
		expect(small.flatMap(({ refusals }) => refusals).length).toBeLessThan(most);
	});
});

it.each([
	['go by the clock', fixedWindow],
	['begin with the first request', windowFromFirst],
	['slide along', slidingWindow],
])(
	'ten large executions that begin one after the other lose hardly anything where windows %s',
	(_kind, gate) => {
		const clock = new Clock(1_700_000_043_000);
		const service = new SimulatedService(clock, { latencyMs: 50, gate: gate(300, 60_000) });
		const runs: SimulatedRun[] = [];
		for (let begun = 0; begun < 10; begun++) {
			clock.after(begun * 7000, () => runs.push(new SimulatedRun(clock, service, { items: 1500 })));
		}
		clock.run();
		expect(runs.reduce((lost, run) => lost + run.lost, 0)).toBeLessThan(0.05 * 15_000);
	},
);

describe.each([
	['go by the clock', fixedWindow],
	['begin with the first request', windowFromFirst],
	['slide along', slidingWindow],
])('where windows %s and the service says when to come again', (_kind, gate) => {
	it.each([
		[300, 60_000],
		[100, 30_000],
		[50, 10_000],
	])(
		'of two executions that share %s in %s ms none gets twice of the other',
		(requests, windowMs) => {
			let [early, late] = [0, 0];
			for (const phase of [0, 1, 2, 3]) {
				for (const gap of [0.12, 0.31]) {
					const clock = new Clock(1_700_000_040_137 + phase * 13_719);
					const limited = { latencyMs: 50, gate: gate(requests, windowMs), tells: true };
					const service = new SimulatedService(clock, limited);
					const begin = () => new SimulatedRun(clock, service, { items: 4 * requests });
					const runs = [begin()];
					clock.after(gap * windowMs, () => runs.push(begin()));
					clock.run();
					const bothUntil = Math.min(...runs.map(({ endedAt }) => endedAt));
					const [first, second] = runs.map(({ widths }) =>
						widths.filter(([at]) => at <= bothUntil),
					);
					early += first.length;
					late += second.length;
					expect(runs.map(({ made }) => made)).toEqual([4 * requests, 4 * requests]);
				}
			}
			expect(Math.max(early, late) / Math.min(early, late)).toBeLessThan(2);
		},
	);
});

it.each([2, 5, 10, 20, 100])(
	'is refused about once in ten windows of a second into which %s fit, and uses them up',
	(requests) => {
		for (const gate of [fixedWindow, windowFromFirst, slidingWindow]) {
			for (const tells of [true, false]) {
				const clock = new Clock(1_700_000_040_137);
				const limited = { latencyMs: 50, gate: gate(requests, 1000), tells };
				const service = new SimulatedService(clock, limited);
				const run = new SimulatedRun(clock, service, { items: 60 * requests });
				clock.run();
				const later = run.refusals.filter((at) => at > run.startedAt + 10_000);
				expect(run.made).toBe(60 * requests);
				expect(later.length).toBeLessThanOrEqual(15);
				expect(run.tookMs).toBeLessThan(1.2 * 60_000);
			}
		}
	},
);

it.each([
	['go by the clock', fixedWindow],
	['begin with the first request', windowFromFirst],
	['slide along', slidingWindow],
])('takes no neighbour who was quicker for a longer window, where windows %s', (_kind, gate) => {
	for (let phase = 0; phase < 8; phase++) {
		const clock = new Clock(1_700_000_040_137 + phase * 2719);
		const shared = gate(20, 1000);
		const endsAt = clock.now + 35_000;
		const useUp = (): void => {
			while (shared(clock.now) === 0);
			if (clock.now < endsAt) clock.after(1000, useUp);
		};
		clock.after(15_000 - ((phase * 2719) % 1000), useUp);
		const service = new SimulatedService(clock, { latencyMs: 50, gate: shared, tells: true });
		const run = new SimulatedRun(clock, service, { items: 1200 });
		clock.run();
		expect(run.made).toBe(1200);
		expect(run.tookMs).toBeLessThan(120_000);
	}
});

it('finds out that a limit is no more', () => {
	const clock = new Clock(1_700_000_040_137);
	const limited = slidingWindow(5, 1000);
	const gate = (now: number) => (now < 1_700_000_060_000 ? limited(now) : 0);
	const run = new SimulatedRun(clock, new SimulatedService(clock, { latencyMs: 50, gate }), {
		items: 3000,
	});
	clock.run();
	expect(run.tookMs).toBeLessThan(60_000);
});

it('uses a limit per second to the end beside one per minute', () => {
	for (const second of [0, 17, 31, 48]) {
		const [perSecond, perMinute] = [fixedWindow(10, 1000), fixedWindow(300, 60_000)];
		const gate = (now: number) => perSecond(now) || perMinute(now);
		const { made, tookMs } = simulate(1_700_000_040_000 + second * 1000, 50, 700, gate);
		expect(made).toBe(700);
		expect(tookMs).toBeLessThan(1.4 * 129_000);
	}
});

it('goes by what it has seen where the service speaks of another limit', () => {
	const limit = new RateLimit();
	const minute = 1_700_000_040_000;
	const day = { remaining: 5000, resetMs: 80_000_000 };
	for (let sent = 0; sent < 100; sent++) limit.took(minute + sent, minute + sent + 50, day);
	limit.refused(minute + 100, minute + 150, { waitMs: 2000 }, 20);
	limit.took(minute + 60_700, minute + 60_750, day);
	expect(limit.room(minute + 60_750, 99)).toBe(99);
});
