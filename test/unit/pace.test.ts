import fc from 'fast-check';

import { Line } from '../../nodes/shared/transport/line';
import { Pace } from '../../nodes/shared/transport/pace';
import { RateLimit } from '../../nodes/shared/transport/rateLimit';
import { Soundings } from '../../nodes/shared/transport/soundings';
import { chances } from '../../tools/simulation/chances';
import { Clock } from '../../tools/simulation/clock';
import { type RunOptions, SimulatedRun } from '../../tools/simulation/run';
import {
	fixedWindow,
	type ServiceOptions,
	SimulatedService,
	slidingWindow,
	tokenBucket,
	windowFromFirst,
} from '../../tools/simulation/service';

beforeEach(() => void jest.spyOn(Math, 'random').mockImplementation(chances()));

/** Seven seconds past a full minute. */
const START = Date.UTC(2026, 0, 2, 3, 4, 7);
const second = (count: number) => START + count * 1000;

function simulate(service: ServiceOptions, ...runs: RunOptions[]): SimulatedRun[] {
	const clock = new Clock(START);
	const simulated = new SimulatedService(clock, service);
	const all = runs.map((run) => new SimulatedRun(clock, simulated, run));
	clock.run(START + 24 * 3_600_000);
	return all;
}

function once(service: ServiceOptions, items: number, most?: number): SimulatedRun {
	return simulate(service, { items, most })[0];
}

/** Between half and one and a half times as long, in no order. */
function jitter(latencyMs: number): ServiceOptions['latencyMs'] {
	let count = 0;
	return () => latencyMs * (0.5 + ((++count * 0.618) % 1));
}

/** The first answer, which may be a lucky one, and all others. */
function firstIn(firstMs: number, latencyMs: number): ServiceOptions['latencyMs'] {
	let count = 0;
	return () => (count++ === 0 ? firstMs : latencyMs);
}

/** Mostly as long as the median, a few times several times as long, as services do. */
function longTail(medianMs: number): ServiceOptions['latencyMs'] {
	const chance = chances();
	return () => medianMs * (chance() / (1 - chance())) ** 0.3;
}

/** One of ten comes from a cache. */
function cached(latencyMs: number): ServiceOptions['latencyMs'] {
	const chance = chances();
	return () => (chance() < 0.1 ? latencyMs / 15 : latencyMs);
}

it('never has more open than it may, and makes all, whatever the service', () => {
	const service = fc.record({
		latencyMs: fc.integer({ min: 1, max: 2000 }),
		threads: fc.integer({ min: 1, max: 500 }),
	});
	const run = fc.record({
		items: fc.integer({ min: 1, max: 1000 }),
		most: fc.integer({ min: 1, max: 512 }),
		ownMs: fc.constantFrom(0.1, 1, 2),
	});
	fc.assert(
		fc.property(service, run, (options, { items, most, ownMs }) => {
			const [{ made, peak }] = simulate(options, { items, most, ownMs });
			expect([made, peak <= most]).toEqual([items, true]);
		}),
		{ numRuns: 50 },
	);
});

it.each<[string, ServiceOptions, number, number]>([
	['has no limit at 1 ms', { latencyMs: 1 }, 1000, 1700],
	['has no limit at 200 ms', { latencyMs: 200 }, 1000, 2200],
	['has no limit at 2,000 ms', { latencyMs: 2000 }, 1000, 13_000],
	['has no limit at 2,000 ms, for longer', { latencyMs: 2000 }, 5000, 35_000],
	['has one thread', { latencyMs: 200, threads: 1 }, 100, 20_200],
	['has five threads', { latencyMs: 50, threads: 5 }, 1000, 10_300],
	['has 100 threads', { latencyMs: 200, threads: 100 }, 3000, 7200],
	['lets 100 wait and no more', { latencyMs: 50, threads: 20, queue: 100 }, 1000, 3000],
	['takes now half as long, now one and a half times', { latencyMs: jitter(200) }, 2000, 9000],
	['is slow, and takes half as long or longer at times', { latencyMs: jitter(800) }, 1000, 9000],
	['answers the first one soonest', { latencyMs: firstIn(30, 80) }, 5000, 12_000],
	['takes now a fifth as long, now five times', { latencyMs: longTail(200) }, 10_000, 60_000],
	['takes much longer at times, 500 ms mostly', { latencyMs: longTail(500) }, 10_000, 120_000],
	['takes much longer at times, 300 ms mostly', { latencyMs: longTail(300) }, 10_000, 100_000],
	['answers some from a cache', { latencyMs: cached(300) }, 10_000, 60_000],
	['becomes slower', { latencyMs: (now) => (now < second(3) ? 50 : 500) }, 3000, 20_000],
	['becomes quicker', { latencyMs: (now) => (now < second(6) ? 500 : 50) }, 3000, 9000],
	[
		'gets more threads',
		{ latencyMs: 50, threads: (now) => (now < second(5) ? 5 : 100) },
		4000,
		13_000,
	],
	['fails now and then', { latencyMs: 200, faultEach: 100 }, 3000, 45_000],
	['varies and fails now and then', { latencyMs: jitter(200), faultEach: 100 }, 3000, 60_000],
	['has 100,000 to do', { latencyMs: 20 }, 100_000, 160_000],
])('is nearly as fast as can be where the service %s', (_name, service, items, withinMs) => {
	const { made, lost, tookMs } = once(service, items);
	expect({ made, lost }).toEqual({ made: items, lost: 0 });
	expect(tookMs).toBeLessThan(withinMs);
});

it.each([5, 20])('opens not much more than a service with %s threads takes', (threads) => {
	const { widths } = once({ latencyMs: 50, threads }, 2000);
	const settled = widths.slice(widths.length / 2).map(([, width]) => width);
	expect(Math.min(...settled)).toBeGreaterThanOrEqual(threads);
	expect(Math.max(...settled)).toBeLessThanOrEqual(3 * threads);
});

it.each<[string, () => ServiceOptions, number, number, number]>([
	['300 a minute', () => ({ latencyMs: 1, gate: fixedWindow(300, 60_000) }), 700, 114, 35],
	[
		'300 a minute, and says so',
		() => ({ latencyMs: 1, gate: fixedWindow(300, 60_000), tells: true }),
		700,
		116,
		35,
	],
	['300 in any minute', () => ({ latencyMs: 1, gate: slidingWindow(300, 60_000) }), 700, 138, 35],
	['20 a second', () => ({ latencyMs: 1, gate: fixedWindow(20, 1000) }), 700, 39, 80],
	['100 in ten seconds', () => ({ latencyMs: 5, gate: fixedWindow(100, 10_000) }), 1000, 96, 60],
	['10 a second on average', () => ({ latencyMs: 5, gate: tokenBucket(10, 50) }), 1000, 100, 260],
])('uses up a rate limit of %s and hardly exceeds it', (_name, service, items, seconds, most) => {
	const { made, tookMs, refusals } = once(service(), items);
	expect(made).toBe(items);
	expect(tookMs / 1000).toBeLessThan(seconds);
	expect(refusals.length).toBeLessThanOrEqual(most);
});

it('is refused at most twice in a window when it knows how many fit', () => {
	const { refusals } = once({ latencyMs: 5, gate: fixedWindow(100, 60_000) }, 1500);
	const windows = new Map<number, number>();
	for (const at of refusals) {
		const window = Math.floor(at / 60_000);
		windows.set(window, (windows.get(window) ?? 0) + 1);
	}
	const [, ...later] = windows.values();
	expect(later.length).toBeGreaterThan(10);
	expect(Math.max(...later)).toBeLessThanOrEqual(2);
});

it('believes what the service says of its rate limit: how many fit, and when the next window opens', () => {
	const limit = new RateLimit();
	limit.took(0, 10, { remaining: 2 });
	expect(limit.room(10, 9)).toBe(2);
	limit.took(1, 20, { remaining: 0, resetMs: 500 });
	expect([20, 519, 520].map((now) => limit.room(now, 9))).toEqual([0, 0, 1]);
	expect(limit.opensAt(20)).toBe(520);
	limit.took(520, 530, { remaining: 1, resetMs: 500 });
	expect(limit.room(530, 9)).toBe(1);
});

it('gives up in little more than a minute where the rate limit never opens', () => {
	const { lost, tookMs, refusals } = once({ latencyMs: 1, gate: () => 1000 }, 30);
	expect(lost).toBe(30);
	expect(tookMs).toBeLessThan(85_000);
	expect(refusals.length).toBeLessThan(50);
});

it('sends no more than sixty requests of ten thousand where the rate limit never opens', () => {
	const { lost, tookMs, requests } = once({ latencyMs: 50, gate: () => 1000 }, 10_000);
	expect(lost).toBe(10_000);
	expect(requests).toBeLessThanOrEqual(60);
	expect(tookMs).toBeLessThan(6 * 60_000);
});

it('goes on soon after a second of refusals, where there is no rate limit', () => {
	for (const second of [3, 26, 56]) {
		const start = 1_700_000_040_000 + second * 1000;
		const clock = new Clock(start);
		const gate = (now: number) => (now >= start + 3000 && now < start + 4000 ? 1000 : 0);
		const service = new SimulatedService(clock, { latencyMs: 1000, gate });
		const run = new SimulatedRun(clock, service, { items: 20_000 });
		clock.run();
		expect(run.tookMs).toBeLessThan(400_000);
	}
});

it.each([
	['429', { status: 429, afterMs: 30 }, 95],
	['503', { status: 503, afterMs: 30 }, 36],
	['503 after four seconds', { status: 503, afterMs: 4000 }, 50],
	['503 after five minutes', { status: 503, afterMs: 300_000 }, 60],
])('is not held up by one item that gets a %s each time', (_name, always, seconds) => {
	const items = 20_000;
	for (const item of [1, items / 2]) {
		const run = once({ latencyMs: 30, refuses: { item, ...always } }, items);
		expect([run.made, run.lost]).toEqual([items - 1, 1]);
		expect((run.lastMadeAt - START) / 1000).toBeLessThan(seconds);
	}
});

it.each([10_000, Infinity])(
	'is not held up at a sounding by an item that hangs, with a patience of %s ms',
	(patienceMs) => {
		const refuses = { item: 300, status: 503, afterMs: 300_000 };
		const run = { items: 1200, most: 4, patienceMs };
		const [{ made, lastMadeAt }] = simulate({ latencyMs: 50, refuses }, run);
		expect(made).toBe(1199);
		expect((lastMadeAt - START) / 1000).toBeLessThan(25);
	},
);

it.each([
	['a rate limit', { gate: fixedWindow(20, 5000) }, 250],
	['a service that refuses now and then', { faultEach: 100 }, 200],
])(
	'is not held up at %s by an item that hangs and must not be sent twice',
	(_what, odd, seconds) => {
		const refuses = { item: 5, status: 503, afterMs: 300_000 };
		const run = { items: 200, patienceMs: Infinity };
		const [{ made, lastMadeAt }] = simulate({ latencyMs: 50, refuses, ...odd }, run);
		expect(made).toBe(199);
		expect((lastMadeAt - START) / 1000).toBeLessThan(seconds);
	},
);

it('is not held up by an item that is not answered beside a rate limit', () => {
	const refuses = { item: 50, status: 503, afterMs: 300_000 };
	const gate = fixedWindow(100, 10_000);
	const { made, lastMadeAt } = once({ latencyMs: 30, refuses, gate }, 1000);
	expect(made).toBe(999);
	expect((lastMadeAt - START) / 1000).toBeLessThan(250);
});

it('sends hardly more than once what a service refuses while it is down, though it answers the rest', () => {
	const threads = (now: number) => (now > second(3) && now < second(13) ? 0 : 500);
	const { made, requests } = once({ latencyMs: 300, threads, queue: 0 }, 4000);
	expect(made).toBe(4000);
	expect(requests).toBeLessThan(4000 + 100);
});

it('gives up in twelve minutes where a rate limit closes for good and asks for a minute each time', () => {
	const gate = (now: number) => (now < second(2) ? 0 : 60_000);
	const { lost, tookMs } = once({ latencyMs: 100, gate, tells: true }, 2000);
	expect(lost).toBeGreaterThan(0);
	expect(tookMs).toBeLessThan(12 * 60_000);
});

it('gives up as soon where a service was down before its rate limit closed for good, and the other way', () => {
	for (const until of [1, 2, 3, 5]) {
		const down = (now: number) => (now < second(until) ? 0 : 500);
		const closed = (now: number) => (now < second(until) ? 1000 : 0);
		const limitedAtLast: ServiceOptions = { latencyMs: 30, threads: down, queue: 0 };
		limitedAtLast.gate = (now) => (now < second(until) ? 0 : 1000);
		expect(once(limitedAtLast, 1000).tookMs).toBeLessThan(330_000);
		const downAtLast: ServiceOptions = { latencyMs: 30, threads: 0, queue: 0, gate: closed };
		expect(once(downAtLast, 1000).tookMs).toBeLessThan(60_000);
	}
});

it.each([6_000, 15_000, 40_000])(
	'takes a service for silent no sooner than answers take, at %s ms',
	(latencyMs) => {
		const { made, requests } = once({ latencyMs, threads: 1, queue: 0 }, 60, 10);
		expect(made).toBe(60);
		expect(requests - made).toBeLessThanOrEqual(30);
	},
);

it.each([
	[3, 300, 125],
	[10, 600, 75],
])('takes no wait for a window for silence, where %s fit into a minute', (fit, items, most) => {
	const { refusals } = once({ latencyMs: 5, gate: slidingWindow(fit, 60_000) }, items);
	expect(refusals.length).toBeLessThanOrEqual(most);
});

it('loses no item while a part of a service is down for a minute', () => {
	const refuses = { item: 20, status: 503, afterMs: 30, until: second(60) };
	expect(once({ latencyMs: 30, refuses }, 2000).lost).toBe(0);
});

it('opens no more than it may beside a request that does not answer', () => {
	const refuses = { item: 5, status: 503, afterMs: 60_000 };
	expect(once({ latencyMs: 30, refuses }, 100, 1).peak).toBe(1);
});

it('uses the whole limit again when others have ended', () => {
	for (const gate of [fixedWindow(1000, 60_000), windowFromFirst(1000, 60_000)]) {
		const clock = new Clock(START);
		const service = new SimulatedService(clock, { latencyMs: 50, gate });
		const large = new SimulatedRun(clock, service, { items: 20_000 });
		clock.after(180_000, () => void new SimulatedRun(clock, service, { items: 1500 }));
		clock.run();
		expect(large.tookMs).toBeLessThan(1.1 * 1_230_000);
	}
});

describe.each([
	[2, 300],
	[10, 300],
	[100, 100],
])('%s runs of %s items at once', (count, items) => {
	const runs = Array.from({ length: count }, () => ({ items }));

	it('share a service: none gets twice of another, and nothing is idle', () => {
		const service = { latencyMs: 50, threads: 5 };
		const all = simulate(service, ...runs);
		const firstEnd = Math.min(...all.map(({ endedAt }) => endedAt));
		const shares = all.map(({ widths }) => widths.filter(([at]) => at <= firstEnd).length);
		expect(Math.max(...shares) / Math.min(...shares)).toBeLessThanOrEqual(2);
		const lastEnd = Math.max(...all.map(({ endedAt }) => endedAt));
		expect(once(service, items * count).tookMs / (lastEnd - START)).toBeGreaterThan(0.9);
	});

	it('share a rate limit, and lose nothing', () => {
		const all = simulate({ latencyMs: 5, gate: fixedWindow(300, 60_000) }, ...runs);
		expect(all.map(({ made }) => made)).toEqual(runs.map(({ items }) => items));
		const lastEnd = Math.max(...all.map(({ endedAt }) => endedAt));
		expect((lastEnd - START) / 60_000).toBeLessThan((count * items * 1.1) / 300 + 1);
	});
});

it('goes on soon at a service that has become slower and whose times vary, whenever it began', () => {
	for (let at = 14; at < 20; at++) {
		const chance = chances();
		for (let drawn = 0; drawn < at; drawn++) chance();
		const clock = new Clock(second(at - 7));
		const slower = clock.now + 10_000;
		const latencyMs = (now: number) => (now < slower ? 50 : 600) * (0.5 + chance());
		const run = new SimulatedRun(clock, new SimulatedService(clock, { latencyMs }), {
			items: 12_000,
		});
		clock.run();
		expect(run.tookMs).toBeLessThan(120_000);
	}
});

/** The 95th percentile of what a neighbour waits, in a while of a service that runs share. */
function neighbourOf(options: ServiceOptions, starts: number[], from: number, to: number): number {
	const clock = new Clock(START);
	const service = new SimulatedService(clock, options);
	for (const start of starts) {
		clock.at(start, () => void new SimulatedRun(clock, service, { items: 20_000 }));
	}
	const waits: number[] = [];
	const ask = () => {
		const { now } = clock;
		service.request(() => {
			if (now >= from) waits.push(clock.now - now);
			ask();
		});
	};
	clock.at(START, ask);
	clock.run(to);
	return waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.95)];
}

it.each([1, 2, 10])('leaves a neighbour room beside %s runs at a small service', (count) => {
	const starts = Array.from({ length: count }, () => START);
	const p95 = neighbourOf({ latencyMs: 50, threads: 5 }, starts, START, second(30));
	expect(p95).toBeLessThanOrEqual(320);
});

it('does not take a line that is served three at a time for a service that varies', () => {
	const starts = [START, START];
	const p95 = neighbourOf({ latencyMs: 350, threads: 3 }, starts, START, second(60));
	expect(p95).toBeLessThanOrEqual(1100);
});

it.each<[number, string, ServiceOptions, number]>([
	[2, '50 ms', { latencyMs: 50, threads: 5 }, 320],
	[10, '50 ms', { latencyMs: 50, threads: 5 }, 320],
	[10, 'some 50 ms', { latencyMs: jitter(50), threads: 5 }, 400],
	[10, 'some 200 ms', { latencyMs: jitter(200), threads: 20 }, 700],
])(
	'lets no line grow beside %s runs that begin one after the other and last, at %s',
	(count, _latency, service, most) => {
		const starts = Array.from({ length: count }, (_, run) => START + run * 500);
		expect(neighbourOf(service, starts, second(60), second(120))).toBeLessThanOrEqual(most);
	},
);

/** How many answers each run gets in the second minute, of runs that begin one after the other. */
function sharesOf(options: ServiceOptions, count: number): number[] {
	const clock = new Clock(START);
	const service = new SimulatedService(clock, options);
	const runs: SimulatedRun[] = [];
	for (let run = 0; run < count; run++) {
		const begin = () => void runs.push(new SimulatedRun(clock, service, { items: 100_000 }));
		clock.at(START + run * 500, begin);
	}
	clock.run(second(120));
	return runs.map(({ widths }) => widths.filter(([at]) => at > second(60)).length);
}

it.each<[number, string, ServiceOptions]>([
	[2, 'five threads', { latencyMs: 50, threads: 5 }],
	[10, 'five threads', { latencyMs: 50, threads: 5 }],
	[2, '100 threads', { latencyMs: 200, threads: 100 }],
	[10, '100 threads', { latencyMs: 200, threads: 100 }],
])(
	'gives none of %s runs that begin one after the other four times of another at a service with %s',
	(count, _threads, service) => {
		const shares = sharesOf(service, count);
		expect(Math.max(...shares) / Math.min(...shares)).toBeLessThanOrEqual(4);
	},
);

/** A time up to which n8n has had hardly anything to do. */
const idleAt = (at: number) => ({ at, idleMs: at });

it('lets one request go beside one that hangs at a sounding, and no other before that is answered', () => {
	const pace = new Pace(8, Infinity);
	let at = START;
	for (; pace.room(at, 1, 5) > 1 || at === START; at += 20) {
		pace.answered(pace.sent(idleAt(at), 1), idleAt(at + 50));
	}
	const sounds = pace.opensAt(at) + 200;
	expect(pace.room(sounds, 1, 5)).toBe(2);
	pace.starts(sounds);
	expect(pace.room(sounds + 3_600_000, 2, 5)).toBeLessThanOrEqual(2);
});

it('gives a place beside one that hangs where refusals have left one only, and looks for it often', () => {
	const pace = new Pace(8, Infinity);
	let at = START;
	pace.answered(pace.sent(idleAt(at), 1), idleAt(at + 50));
	for (at += 100; pace.wide > 1; at += 100) pace.overloaded(pace.sent(idleAt(at), 1), at);
	pace.answered(pace.sent(idleAt(at), 2), idleAt(at + 50));
	expect(pace.room(at + 5000, 1, 5)).toBe(1);
	expect(pace.opensAt(at + 5000)).toBe(at + 5250);
	expect(pace.room(at + 10_100, 1, 5)).toBe(2);
});

describe('a sounding', () => {
	const line = new Line();
	line.drainMs = 100;

	it('is made by all at the same moments of the clock, until what stands in line is answered', () => {
		const soundings = new Soundings();
		const due = [1, 5000, 7999].map((ms) => soundings.due(ms, false, line));
		expect(due).toEqual([undefined, undefined, undefined]);
		const until = soundings.due(8020, false, line);
		expect(until).toBeGreaterThanOrEqual(8100);
		expect(until).toBeLessThanOrEqual(8150);
		expect(soundings.due(8030, false, line)).toBeUndefined();
	});

	it('may come that much later again where there is a line, so that fewer see each other', () => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		const latest = [90, 50].map((base) => {
			const soundings = new Soundings();
			const seen = Object.assign(new Line(), { drainMs: 100, base });
			soundings.due(1, false, seen);
			return soundings.due(8020, false, seen);
		});
		expect(latest).toEqual([8150, 8200]);
	});

	it('is over when the others have sent theirs as well', () => {
		const soundings = new Soundings();
		soundings.due(1, false, line);
		soundings.due(8020, false, line);
		expect(soundings.endsAt).toBe(8200);
	});

	it('is made half as often after one that says nothing new, and soon again in doubt', () => {
		const soundings = new Soundings();
		soundings.due(1, false, line);
		soundings.due(8000, false, line);
		soundings.heard(false);
		expect(soundings.due(24_010, false, line)).toBeUndefined();
		expect(soundings.due(32_010, false, line)).toBeDefined();
		soundings.heard(false);
		expect(soundings.due(40_010, true, line)).toBeDefined();
	});

	it('is not worth it to a run that has just begun, nor often where answers take long', () => {
		const young = new Soundings();
		expect([7990, 8010].map((now) => young.due(now, false, line))).toEqual([undefined, undefined]);
		expect(young.due(16_010, false, line)).toBeDefined();
		const slow = new Line();
		slow.drainMs = 1500;
		const soundings = new Soundings();
		soundings.due(1, false, slow);
		expect(soundings.due(24_010, false, slow)).toBeUndefined();
		expect(soundings.due(32_010, false, slow)).toBeDefined();
	});
});

it('opens more although the answers arrive together, before anything else is sent', () => {
	const pace = new Pace(512);
	pace.answered(pace.sent(idleAt(0), 1), idleAt(200));
	const sent = Array.from({ length: pace.wide }, (_, open) => pace.sent(idleAt(200), open + 1));
	for (const each of sent) pace.answered(each, idleAt(400));
	expect(pace.wide).toBeGreaterThan(2 * sent.length);
});

it('opens no more while its places are not all in use', () => {
	const pace = new Pace(512);
	pace.answered(pace.sent(idleAt(0), 1), idleAt(200));
	const before = pace.wide;
	for (let at = 200; at < 20_000; at += 200)
		pace.answered(pace.sent(idleAt(at), 5), idleAt(at + 200));
	expect(pace.wide).toBe(before);
});

it('opens more where a profiler hides that n8n is idle, and hardly more than a small service takes', () => {
	const run = { items: 3000, idleSeen: 0.05 };
	const [wide] = simulate({ latencyMs: 50 }, run);
	expect(wide.tookMs).toBeLessThan(6000);
	const [small] = simulate({ latencyMs: 50, threads: 5 }, run);
	expect(small.peak).toBeLessThan(30);
});

it('opens no more while n8n has no time for more answers', () => {
	const pace = new Pace(512);
	pace.answered(pace.sent(idleAt(0), 1), idleAt(200));
	const before = pace.wide;
	for (let at = 200; at < 20_000; at += 10)
		pace.answered(pace.sent({ at, idleMs: 200 }, before), { at: at + 200, idleMs: 200 });
	expect(pace.wide).toBe(before);
});
