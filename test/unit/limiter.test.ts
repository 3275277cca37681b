import type { Answer } from '../../nodes/shared/transport/answer';
import { Again, Limiter, NotSent } from '../../nodes/shared/transport/limiter';

const TAKEN: Answer = { status: 200, headers: {}, body: '' };

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
	) {
		this.limiter = new Limiter(max, this.controller.signal);
	}

	/** Asks for one request of an item; resolves with its answer, or with what it was refused with. */
	async ask(item: number): Promise<unknown> {
		return await this.limiter
			.run(item, async () => {
				this.started.push(item);
				const answer = new Promise<unknown>((resolve, fail) => {
					this.open.push({ item, answer: resolve, fail });
				});
				await this.limiter.watch(
					answer.then(
						(value) => (value instanceof Again ? { ...TAKEN, status: this.status } : TAKEN),
						() => TAKEN,
					),
				);
				return await answer;
			})
			.catch((error: unknown) => error);
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
		for (const { answer } of this.open.splice(0)) answer(value);
		await settled();
	}
}

/** Lets everything happen that waits for nothing but its turn in the event loop. */
async function settled(): Promise<void> {
	await jest.advanceTimersByTimeAsync(1);
	await new Promise((resolve) => setImmediate(resolve));
}

function asked(bench: Bench, count: number): Array<Promise<unknown>> {
	return Array.from({ length: count }, (_value, item) => bench.ask(item));
}

/** A limiter that was in full swing when a request was refused, and has rested since. */
async function refusedOnce(max: number, status = 429): Promise<Bench> {
	const bench = new Bench(max, status);
	void asked(bench, 100);
	await settled();
	await bench.answer();
	await bench.answer(new Again(1000));
	await bench.answerAll();
	await jest.advanceTimersByTimeAsync(1000);
	await settled();
	return bench;
}

const LONG = new Again(3_600_000);

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
afterEach(() => jest.useRealTimers());

it('lets the first request go alone', async () => {
	const bench = new Bench(10);
	void asked(bench, 30);
	await settled();
	expect(bench.open).toHaveLength(1);
	await bench.answer();
	expect(bench.open).toHaveLength(10);
});

it('never has more open than it may, and sends all', async () => {
	const bench = new Bench(4);
	const all = asked(bench, 50);
	let peak = 0;
	await settled();
	while (bench.open.length > 0) {
		peak = Math.max(peak, bench.open.length);
		await bench.answer();
	}
	expect(peak).toBe(4);
	expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, () => 'done'));
});

it('sends together what answers make room for that arrive together', async () => {
	const bench = new Bench(3);
	void asked(bench, 10);
	await settled();
	await bench.answer();
	for (const { answer } of bench.open.splice(0, 2)) answer();
	await new Promise((resolve) => setImmediate(resolve));
	expect(bench.open).toHaveLength(1);
	await settled();
	expect(bench.open).toHaveLength(3);
});

it('hands on what a request answers or fails with', async () => {
	const bench = new Bench(2);
	const [first, second] = asked(bench, 2);
	await settled();
	await bench.answer('one');
	bench.open[0].fail(new Error('two'));
	expect(await first).toBe('one');
	expect(await second).toEqual(new Error('two'));
});

it('gives a place free when a request fails', async () => {
	const bench = new Bench(1);
	void asked(bench, 2);
	await settled();
	bench.open.shift()?.fail(new Error('lost'));
	await settled();
	expect(bench.started).toEqual([0, 1]);
});

it('starts in the order in which it was asked', async () => {
	const bench = new Bench(1);
	void asked(bench, 5);
	await settled();
	while (bench.open.length > 0) await bench.answer();
	expect(bench.started).toEqual([0, 1, 2, 3, 4]);
});

it('lets items with many requests take turns', async () => {
	const bench = new Bench(1);
	for (const item of [0, 0, 0, 0, 1, 1, 2]) void bench.ask(item);
	await settled();
	while (bench.open.length > 0) await bench.answer();
	expect(bench.started.slice(0, 5)).toEqual([0, 1, 2, 0, 1]);
	expect(bench.started).toHaveLength(7);
});

describe('after a refusal', () => {
	it('sends nothing while the run rests, not even what waited for a place', async () => {
		const bench = new Bench(1);
		void asked(bench, 5);
		await settled();
		await bench.answer(LONG);
		await jest.advanceTimersByTimeAsync(3_500_000);
		expect(bench.started).toEqual([0]);
	});

	it('sends the refused one first, alone', async () => {
		const bench = await refusedOnce(5);
		expect(bench.open.map(({ item }) => item)).toEqual([1]);
	});

	it('goes on with half as many where the service had no room', async () => {
		const bench = await refusedOnce(8, 503);
		await bench.answer();
		expect(bench.open).toHaveLength(4);
	});

	it('stays at one at least', async () => {
		const bench = new Bench(2);
		void asked(bench, 30);
		await settled();
		for (let refusals = 0; refusals < 6; refusals++) {
			await bench.answerAll(new Again(1000));
			await jest.advanceTimersByTimeAsync(1000);
			await settled();
		}
		expect(bench.open).toHaveLength(1);
	});
});

describe('a rate limit', () => {
	it('lets others go on as soon as it opens, while the refused one still waits', async () => {
		const bench = new Bench(2);
		void asked(bench, 20);
		await settled();
		await bench.answer();
		await bench.answer(new Again(20_000, { statedMs: 5000 }));
		await bench.answer();
		await jest.advanceTimersByTimeAsync(4900);
		expect(bench.open).toHaveLength(0);
		await jest.advanceTimersByTimeAsync(100);
		await settled();
		expect(bench.open.map(({ item }) => item)).toEqual([3]);
	});
});

describe('the end of a run', () => {
	it('refuses all that wait for their turn at once', async () => {
		const bench = new Bench(1);
		const [, second, third] = asked(bench, 3);
		await settled();
		bench.limiter.end('Another item did not succeed');
		expect(await second).toEqual(new NotSent('Another item did not succeed'));
		expect(await third).toBeInstanceOf(NotSent);
		expect(bench.started).toEqual([0]);
	});

	it('ends a wait between attempts', async () => {
		const bench = new Bench(1);
		const [first] = asked(bench, 1);
		await settled();
		await bench.answer(LONG);
		bench.limiter.end('over');
		expect(await first).toBeInstanceOf(NotSent);
	});

	it('lets an open request finish', async () => {
		const bench = new Bench(1);
		const [first] = asked(bench, 1);
		await settled();
		bench.limiter.end('over');
		await bench.answer('done');
		expect(await first).toBe('done');
	});

	it('refuses what is asked for afterwards', async () => {
		const bench = new Bench(1);
		bench.limiter.end('over');
		expect(await bench.ask(0)).toEqual(new NotSent('over'));
		expect(bench.started).toEqual([]);
	});

	it('keeps the first reason', async () => {
		const bench = new Bench(1);
		bench.limiter.end('first');
		bench.limiter.end('second');
		expect(await bench.ask(0)).toEqual(new NotSent('first'));
	});

	it('is idle when no request is open any more', async () => {
		const bench = new Bench(1);
		void asked(bench, 1);
		await settled();
		let idle = false;
		const waiting = bench.limiter.idle().then(() => (idle = true));
		await settled();
		expect(idle).toBe(false);
		await bench.answer();
		await waiting;
		expect(idle).toBe(true);
	});
});

describe('a cancelled execution', () => {
	it('refuses all that wait for their turn', async () => {
		const bench = new Bench(1);
		const [, second] = asked(bench, 2);
		await settled();
		bench.cancel();
		expect(await second).toEqual(new NotSent('The execution was cancelled'));
	});

	it('ends a wait between attempts', async () => {
		const bench = new Bench(1);
		const [first] = asked(bench, 1);
		await settled();
		await bench.answer(LONG);
		bench.cancel();
		expect(await first).toBeInstanceOf(NotSent);
	});

	it('starts nothing, also if it was cancelled before', async () => {
		const bench = new Bench(1);
		bench.cancel();
		expect(await bench.ask(0)).toBeInstanceOf(NotSent);
		expect(bench.started).toEqual([]);
	});
});

it('leaves nothing behind at the signal of the execution', async () => {
	const { signal } = new AbortController();
	const added = jest.spyOn(signal, 'addEventListener');
	const removed = jest.spyOn(signal, 'removeEventListener');
	const limiter = new Limiter(2, signal);
	await Promise.all([0, 1, 2].map((item) => limiter.run(item, async () => 'done')));
	const [[, listener]] = added.mock.calls;
	expect(removed).toHaveBeenLastCalledWith('abort', listener);
	expect(new Set(added.mock.calls.map(([, one]) => one)).size).toBe(1);
});
