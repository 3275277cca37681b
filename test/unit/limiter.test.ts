import { Limiter, NotSent } from '../../nodes/shared/transport/limiter';
import { Again } from '../../nodes/shared/transport/turns';
import { answer } from '../fixtures/answers';

/** A request that a test answers when it likes. */
interface Request {
	item: number;
	answer: (value?: unknown) => void;
	fail: (error: Error) => void;
}

/** A limiter, and the requests that it has let out. */
class Bench {
	readonly open: Request[] = [];
	readonly started: number[] = [];
	readonly limiter: Limiter;
	private readonly controller = new AbortController();

	constructor(
		max: number,
		private readonly status = 429,
		patienceMs?: number,
	) {
		this.limiter = new Limiter(max, this.controller.signal, patienceMs);
	}

	/** Asks for one request of an item; resolves with its answer, or with what it was refused with. */
	async ask(item: number, wanted?: () => boolean): Promise<unknown> {
		const request = async () => {
			this.started.push(item);
			const given = new Promise<unknown>((resolve, fail) => {
				this.open.push({ item, answer: resolve, fail });
			});
			await this.limiter.watch(
				given.then(
					(value) => answer(value instanceof Again ? this.status : 200),
					() => answer(200),
				),
			);
			return await given;
		};
		return await this.limiter.run(item, request, wanted).catch((error: unknown) => error);
	}

	cancel(): void {
		this.controller.abort();
	}

	/** Answers the oldest open request. */
	async answer(value: unknown = 'done'): Promise<void> {
		this.open.shift()?.answer(value);
		await settled();
	}

	/** Answers all that are open at this moment. */
	async answerAll(value: unknown = 'done'): Promise<void> {
		for (const request of this.open.splice(0)) request.answer(value);
		await settled();
	}
}

/** Lets everything happen that waits for nothing but its turn in the event loop. */
async function settled(): Promise<void> {
	await jest.advanceTimersByTimeAsync(1);
	await new Promise((resolve) => setImmediate(resolve));
}

/** A limiter that these items have asked for a request; the first is open. */
async function asking(max: number, items: number | number[], status?: number, patienceMs?: number) {
	const bench = new Bench(max, status, patienceMs);
	const list = typeof items === 'number' ? Array.from({ length: items }, (_, item) => item) : items;
	const all = list.map((item) => bench.ask(item));
	await settled();
	return { bench, all };
}

/** A limiter that was in full swing when a request was refused, and has rested since. */
async function refusedOnce(max: number, status?: number, patienceMs?: number): Promise<Bench> {
	const { bench } = await asking(max, 100, status, patienceMs);
	await bench.answer();
	await bench.answer(new Again(1000));
	await bench.answerAll();
	await jest.advanceTimersByTimeAsync(1000);
	await settled();
	return bench;
}

const LONG = new Again(3_600_000);

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'performance'] });
	jest
		.spyOn(performance, 'eventLoopUtilization')
		.mockImplementation(() => ({ idle: Date.now(), active: 0, utilization: 0 }));
});
afterEach(() => jest.useRealTimers());

it('lets the first request go alone', async () => {
	const { bench } = await asking(6, 30);
	expect(bench.open).toHaveLength(1);
	await bench.answer();
	expect(bench.open).toHaveLength(6);
});

it('rests no longer when the clock of the machine is put back', async () => {
	const { bench, all } = await asking(6, 12);
	await bench.answer(new Again(1000));
	jest.setSystemTime(Date.now() - 3_600_000);
	for (let second = 0; second < 15; second++) {
		await jest.advanceTimersByTimeAsync(1000);
		await bench.answerAll();
	}
	expect(await Promise.all(all)).toEqual(Array(12).fill('done'));
});

it('never has more open than it may, and sends all, in the order in which they were asked', async () => {
	const { bench, all } = await asking(4, 50);
	let peak = 0;
	while (bench.open.length > 0) {
		peak = Math.max(peak, bench.open.length);
		await bench.answer();
	}
	expect(peak).toBe(4);
	expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, () => 'done'));
	expect(bench.started).toEqual(Array.from({ length: 50 }, (_, item) => item));
});

it('sends together what answers make room for that arrive together', async () => {
	const { bench } = await asking(3, 10);
	await bench.answer();
	for (const request of bench.open.splice(0, 2)) request.answer();
	await new Promise((resolve) => setImmediate(resolve));
	expect(bench.open).toHaveLength(1);
	await settled();
	expect(bench.open).toHaveLength(3);
});

it('hands on what a request answers or fails with, and gives its place free', async () => {
	const { bench, all } = await asking(1, 3);
	await bench.answer('one');
	bench.open.shift()?.fail(new Error('two'));
	await settled();
	await bench.answer('three');
	expect(await Promise.all(all)).toEqual(['one', new Error('two'), 'three']);
});

it('lets items with many requests take turns', async () => {
	const { bench } = await asking(1, [0, 0, 0, 0, 1, 1, 2]);
	while (bench.open.length > 0) await bench.answer();
	expect(bench.started.slice(0, 5)).toEqual([0, 1, 2, 0, 1]);
	expect(bench.started).toHaveLength(7);
});

describe('after a refusal', () => {
	it('sends the refused one first, alone', async () => {
		const bench = await refusedOnce(5);
		expect(bench.open.map(({ item }) => item)).toEqual([1]);
	});

	it('goes on with half as many where the service had no room', async () => {
		const bench = await refusedOnce(8, 503);
		await bench.answer();
		expect(bench.open).toHaveLength(4);
	});

	it('lets others go on as soon as a rate limit opens, while the refused one waits', async () => {
		const { bench } = await asking(2, 20);
		await bench.answer();
		await bench.answer(new Again(20_000, { statedMs: 5000 }));
		await bench.answer();
		await jest.advanceTimersByTimeAsync(4900);
		expect(bench.open).toHaveLength(0);
		await jest.advanceTimersByTimeAsync(100);
		await settled();
		expect(bench.open.map(({ item }) => item)).toEqual([3]);
	});

	it('goes on at once where it was the only one that is refused', async () => {
		const { bench } = await asking(2, 20);
		await bench.answer();
		await bench.answer(new Again(20_000, {}, true));
		expect(bench.open.map(({ item }) => item)).toEqual([2, 3]);
	});

	it('waits ten seconds for one that does not answer, and goes on beside it', async () => {
		const { bench } = await asking(3, 20, 503);
		await bench.answer();
		await bench.answer(new Again(1000));
		await bench.answer();
		await jest.advanceTimersByTimeAsync(10_900);
		expect(bench.open.map(({ item }) => item)).toEqual([3]);
		await jest.advanceTimersByTimeAsync(100);
		await settled();
		expect(bench.open.map(({ item }) => item)).toEqual([3, 1]);
	});

	it('goes on with one beside it, although the clock of the machine is put forward', async () => {
		const bench = await refusedOnce(9, 503);
		jest.setSystemTime(Date.now() + 3_600_000);
		await jest.advanceTimersByTimeAsync(1000);
		expect(bench.open).toHaveLength(2);
	});

	it('sends nothing beside one that does not answer where that may be lost too', async () => {
		const bench = await refusedOnce(9, 503, Infinity);
		await jest.advanceTimersByTimeAsync(600_000);
		expect(bench.open).toHaveLength(1);
	});
});

describe.each<[string, (bench: Bench) => void, string]>([
	['the end of a run', ({ limiter }) => limiter.end('It is over'), 'It is over'],
	['a cancelled execution', (bench) => bench.cancel(), 'The execution was cancelled'],
])('%s', (_what, ends, reason) => {
	it('refuses all that wait for their turn, and lets an open request finish', async () => {
		const { bench, all } = await asking(1, 4);
		await bench.answer();
		ends(bench);
		expect(await Promise.all(all.slice(2))).toEqual([new NotSent(reason), new NotSent(reason)]);
		await bench.answer('done');
		expect(await all[1]).toBe('done');
		expect(bench.started).toEqual([0, 1]);
	});

	it('ends a wait between attempts, and leaves no timer behind', async () => {
		const { bench, all } = await asking(1, 1);
		await bench.answer(LONG);
		ends(bench);
		expect(await all[0]).toBeInstanceOf(NotSent);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('refuses what is asked for afterwards', async () => {
		const bench = new Bench(1);
		ends(bench);
		expect(await bench.ask(0)).toEqual(new NotSent(reason));
		expect(bench.started).toEqual([]);
	});
});

describe('what is no longer of use', () => {
	it('ends while it waits for its turn; an open request and other items go on', async () => {
		const { bench, all } = await asking(1, [0, 0, 1]);
		bench.limiter.withdraw(0);
		expect(await all[1]).toBeInstanceOf(NotSent);
		await bench.answer('first');
		await bench.answer('other');
		expect([await all[0], await all[2]]).toEqual(['first', 'other']);
	});

	it('keeps no other item back whose time has come meanwhile', async () => {
		const bench = new Bench(4);
		bench.limiter.rest(100);
		void bench.ask(0);
		void bench.ask(1);
		await settled();
		jest.setSystemTime(Date.now() + 150);
		bench.limiter.withdraw(0);
		await settled();
		expect(bench.started).toEqual([1]);
	});

	it('is not sent when its turn comes', async () => {
		const bench = new Bench(1);
		const [unwanted, other] = [bench.ask(0, () => false), bench.ask(1)];
		await settled();
		await bench.answer();
		expect(await unwanted).toBeInstanceOf(NotSent);
		expect(await other).toBe('done');
		expect(bench.started).toEqual([1]);
	});

	it('is not sent again, but the others wait as long as it had to', async () => {
		const { bench } = await asking(1, 1);
		let wanted = true;
		const unwanted = bench.ask(1, () => wanted);
		void bench.ask(2);
		await bench.answer();
		wanted = false;
		await bench.answer(new Again(5000, { statedMs: 5000 }));
		expect(await unwanted).toBeInstanceOf(NotSent);
		await jest.advanceTimersByTimeAsync(4900);
		expect(bench.started).toEqual([0, 1]);
		await jest.advanceTimersByTimeAsync(100);
		await settled();
		expect(bench.started).toEqual([0, 1, 2]);
	});

	it('ends while it waits between attempts, and leaves no timer behind', async () => {
		const { bench, all } = await asking(1, 1);
		await bench.answer(LONG);
		bench.limiter.withdraw(0);
		expect(await all[0]).toBeInstanceOf(NotSent);
		expect(jest.getTimerCount()).toBe(0);
	});
});

it('is idle when no request is open any more', async () => {
	const { bench } = await asking(2, 3);
	await bench.answer();
	let idle = false;
	const waiting = bench.limiter.idle().then(() => (idle = true));
	await bench.answer();
	expect(idle).toBe(false);
	await bench.answer();
	await waiting;
	await bench.limiter.idle();
});

it('leaves nothing behind at the signal of the execution', async () => {
	const { signal } = new AbortController();
	const added = jest.spyOn(signal, 'addEventListener');
	const removed = jest.spyOn(signal, 'removeEventListener');
	expect(await new Limiter(1, undefined).run(0, async () => 'done')).toBe('done');
	const limiter = new Limiter(2, signal);
	await Promise.all([0, 1, 2].map((item) => limiter.run(item, async () => 'done')));
	const [[, listener]] = added.mock.calls;
	expect(removed).toHaveBeenLastCalledWith('abort', listener);
	expect(new Set(added.mock.calls.map(([, one]) => one)).size).toBe(1);
});
