import type { Answer } from '../../nodes/shared/operation';
import { Limiter, NotSent } from '../../nodes/shared/transport/limiter';
import { retryWaitMs } from '../../nodes/shared/transport/retry';
import type { Carrier } from '../../nodes/shared/transport/sendOnce';
import { Slot } from '../../nodes/shared/transport/slot';
import { answer } from '../fixtures/answers';

const REQUEST = { method: 'GET', url: '' } as const;

/** A request that a test answers when it likes. */
interface Request {
	item: number;
	answer: (response: Answer) => void;
	fail: (error: Error) => void;
}

/** A limiter, and the requests that it has let out. */
class Bench {
	readonly inFlight: Request[] = [];
	readonly started: number[] = [];
	readonly limiter: Limiter;
	private readonly controller = new AbortController();

	constructor(ceiling: number, maxRetries = 5) {
		this.limiter = new Limiter(ceiling, maxRetries, this.controller.signal);
	}

	/**
	 * Sends a request for an item, again after a 429 or a 503. Resolves with its status, or with why it was not
	 * sent: a number of milliseconds if the run has given up for that time.
	 */
	async ask(item: number, isWanted?: () => boolean): Promise<unknown> {
		const slot = new Slot(this.limiter, this.carryFor(item), item, isWanted);
		try {
			if (!(await slot.acquire())) return { givenUpForMs: this.limiter.giveUpMs };
			for (let retry = 0; ; retry++) {
				const reply = await slot.send(REQUEST);
				const { status } = reply.answer as Answer;
				if (reply.outcome === 'final') return status;
				if (!(await slot.acquireForRetry(retryWaitMs(reply, retry)))) return status;
			}
		} catch (reason) {
			return reason;
		} finally {
			slot.release();
		}
	}

	cancel(): void {
		this.controller.abort();
	}

	/** Answers the oldest request. */
	async answer(status = 200, headers: Answer['headers'] = {}): Promise<void> {
		this.inFlight.shift()?.answer(answer(status, '', headers));
		await settled();
	}

	/** Lets the oldest request fail without a response. */
	async fail(error: Error): Promise<void> {
		this.inFlight.shift()?.fail(error);
		await settled();
	}

	/** Answers all that are in flight at this moment. */
	async answerAll(status = 200): Promise<void> {
		for (const request of this.inFlight.splice(0)) request.answer(answer(status));
		await settled();
	}

	get items(): number[] {
		return this.inFlight.map(({ item }) => item);
	}

	private carryFor(item: number): Carrier {
		return async () => {
			this.started.push(item);
			const { status, headers, body } = await new Promise<Answer>((resolve, reject) =>
				this.inFlight.push({ item, answer: resolve, fail: reject }),
			);
			return { statusCode: status, headers, body: body as string };
		};
	}
}

/** Lets everything happen that waits for nothing but its turn in the event loop. */
async function settled(): Promise<void> {
	await jest.advanceTimersByTimeAsync(0);
	await new Promise((resolve) => setImmediate(resolve));
	await jest.advanceTimersByTimeAsync(0);
	await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(ms);
	await settled();
}

/** A limiter that these items have asked; the first request is in flight. */
async function asking(ceiling: number, items: number | number[], maxRetries?: number) {
	const bench = new Bench(ceiling, maxRetries);
	const list = typeof items === 'number' ? Array.from({ length: items }, (_, item) => item) : items;
	const all = list.map((item) => bench.ask(item));
	await settled();
	return { bench, all };
}

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

it('sends the first request alone', async () => {
	const { bench } = await asking(6, 30);
	expect(bench.items).toEqual([0]);
	await bench.answer();
	expect(bench.inFlight).toHaveLength(6);
});

describe.each([
	['that never left', new Error('The file is gone')],
	['to an unknown host', Object.assign(new Error(), { code: 'ENOTFOUND' })],
	['to an untrusted host', Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })],
])('a request %s', (_which, error) => {
	it('proves nothing, so the next one goes alone too', async () => {
		const { bench } = await asking(6, 30);
		await bench.fail(error);
		expect(bench.items).toEqual([1]);
		await bench.fail(error);
		expect(bench.items).toEqual([2]);
		await bench.answer();
		expect(bench.inFlight).toHaveLength(6);
	});

	it('ends no pause for the others', async () => {
		const { bench } = await asking(6, 30);
		await bench.answer(503, { 'retry-after': '60' });
		await pass(60_000);
		await bench.fail(error);
		expect(bench.inFlight).toHaveLength(1);
	});
});

it('keeps to the limit, and sends requests in their order', async () => {
	const { bench, all } = await asking(4, 50);
	let peak = 0;
	while (bench.inFlight.length > 0) {
		peak = Math.max(peak, bench.inFlight.length);
		await bench.answer();
	}
	expect(peak).toBe(4);
	expect(await Promise.all(all)).toEqual(Array<number>(50).fill(200));
	expect(bench.started).toEqual(Array.from({ length: 50 }, (_, item) => item));
});

describe('after a 429', () => {
	it('pauses, and probes with an item that was not refused', async () => {
		const { bench } = await asking(5, 100);
		await bench.answer();
		await bench.answer(429);
		await bench.answerAll();
		await pass(1900);
		expect(bench.inFlight).toHaveLength(0);
		await pass(100);
		expect(bench.items).toEqual([6]);
	});

	it('sends the other requests when the probe is accepted', async () => {
		const { bench } = await asking(5, 100);
		await bench.answer();
		await bench.answer(429);
		await bench.answerAll();
		await pass(2000);
		await bench.answer();
		await pass(700);
		expect(bench.inFlight.length).toBeGreaterThan(1);
	});

	it('fails all waiting requests when the service refuses everything, and says so', async () => {
		const { bench, all } = await asking(5, 30, 1);
		for (let second = 0; second < 120; second++) {
			await bench.answerAll(429);
			await pass(1000);
		}
		const results = await Promise.all(all);
		expect(results.filter((result) => result !== 429).length).toBeGreaterThan(20);
		expect(bench.started.length).toBeLessThan(20);
	});

	it('fails all waiting requests at once when the service asks to wait an hour', async () => {
		const { bench, all } = await asking(5, 30);
		await bench.answer(429, { 'retry-after': '3600' });
		const [first, ...others] = await Promise.all(all);
		expect(first).toBe(429);
		expect(others).toEqual(others.map(() => ({ givenUpForMs: 3_600_000 })));
	});
});

it('lowers the limit after an overload', async () => {
	const { bench } = await asking(512, 200);
	await bench.answer();
	expect(bench.inFlight).toHaveLength(8);
	await bench.answer(503);
	expect(bench.limiter.limit).toBe(4);
});

it('goes on with the other requests if one is not served, and pauses if the next ones are not either', async () => {
	const { bench } = await asking(3, 100);
	await bench.answer();
	await bench.answer(503);
	await bench.answer();
	await bench.answer();
	await bench.answer(503);
	expect(bench.inFlight).not.toHaveLength(0);
	while (bench.inFlight.length > 0) await bench.answerAll(503);
	const sent = bench.started.length;
	await pass(400);
	expect(bench.started).toHaveLength(sent);
	await pass(700);
	expect(bench.started).toHaveLength(sent + 1);
});

it.each<[string, number[]]>([
	['the first one', []],
	['all that may be in flight after overloads', [200, 503, 503]],
])('sends another request every ten seconds if %s has no response', async (_what, statuses) => {
	const { bench } = await asking(3, 20);
	for (const status of statuses) await bench.answer(status);
	await pass(2000);
	const sent = bench.started.length;
	for (const more of [1, 2, 3]) {
		if (bench.inFlight.length === 3) break;
		await pass(10_000);
		expect(bench.started).toHaveLength(sent + more);
	}
	await pass(60_000);
	expect(bench.inFlight).toHaveLength(3);
});

it('sends another request if a probe has no response after ten seconds', async () => {
	const { bench } = await asking(3, 20);
	await bench.answer();
	await bench.answer(503, { 'retry-after': '60' });
	await bench.answerAll();
	await pass(60_000);
	expect(bench.inFlight).toHaveLength(1);
	await pass(9_900);
	expect(bench.inFlight).toHaveLength(1);
	await pass(100);
	expect(bench.inFlight).toHaveLength(2);
});

describe.each<[string, (bench: Bench) => void, string]>([
	['the end of a run', ({ limiter }) => limiter.end('It is over'), 'It is over'],
	['a cancelled execution', (bench) => bench.cancel(), 'The execution was cancelled'],
])('%s', (_what, ends, reason) => {
	it('fails all waiting requests, and lets a request in flight finish', async () => {
		const { bench, all } = await asking(1, 4);
		await bench.answer();
		ends(bench);
		expect(await Promise.all(all.slice(2))).toEqual([new NotSent(reason), new NotSent(reason)]);
		await bench.answer();
		expect(await all[1]).toBe(200);
		expect(bench.started).toEqual([0, 1]);
	});

	it('ends a wait for a retry, and leaves no timer behind', async () => {
		const { bench, all } = await asking(1, 1);
		await bench.answer(503, { 'retry-after': '200' });
		ends(bench);
		expect(await all[0]).toEqual(new NotSent(reason));
		await settled();
		expect(jest.getTimerCount()).toBe(0);
	});

	it('sends no request that comes later', async () => {
		const bench = new Bench(1);
		ends(bench);
		expect(await bench.ask(0)).toEqual(new NotSent(reason));
		expect(bench.started).toEqual([]);
	});
});

describe('a look-up', () => {
	/** A slot whose request has come back with this status, and a limiter in which another request waits. */
	async function having(status: number) {
		const bench = new Bench(3);
		const carry: Carrier = async () =>
			await Promise.resolve({ statusCode: status, headers: {}, body: '' });
		const slot = new Slot(bench.limiter, carry, 0);
		const first = slot.acquire();
		void bench.ask(1);
		await settled();
		await first;
		await slot.send(REQUEST);
		return { bench, slot };
	}

	it('leaves before other requests', async () => {
		const { bench, slot } = await having(422);
		await pass(100);
		expect(await slot.acquireForLookUp(0)).toBe(true);
		await pass(100);
		expect(bench.started).toEqual([]);
		slot.release();
		await settled();
		expect(bench.started).toEqual([1]);
	});

	it('waits for the end of a pause', async () => {
		const { slot } = await having(429);
		let isTurn = false;
		const turn = slot.acquireForLookUp(0).then((granted) => (isTurn = granted));
		await pass(1900);
		expect(isTurn).toBe(false);
		await pass(200);
		expect(await turn).toBe(true);
	});

	it('is not sent after the end of the run', async () => {
		const { bench, slot } = await having(422);
		bench.limiter.end('It is over');
		await expect(slot.acquireForLookUp(0)).rejects.toEqual(new NotSent('It is over'));
	});
});

describe('a request that is no longer wanted', () => {
	it('fails while it waits for its turn, and other requests go on', async () => {
		const { bench, all } = await asking(1, [0, 0, 1]);
		bench.limiter.withdraw(0);
		expect(await all[1]).toBeInstanceOf(NotSent);
		await bench.answer();
		await bench.answer();
		expect([await all[0], await all[2]]).toEqual([200, 200]);
	});

	it('is not sent when its turn comes', async () => {
		const bench = new Bench(1);
		const [unwanted, other] = [bench.ask(0, () => false), bench.ask(1)];
		await settled();
		await bench.answer();
		expect(await unwanted).toBeInstanceOf(NotSent);
		expect(await other).toBe(200);
		expect(bench.started).toEqual([1]);
	});

	it('is not retried', async () => {
		const { bench } = await asking(1, 1);
		let isWanted = true;
		const unwanted = bench.ask(1, () => isWanted);
		await bench.answer();
		isWanted = false;
		await bench.answer(429);
		await pass(3000);
		expect(await unwanted).toBeInstanceOf(NotSent);
		expect(bench.started).toEqual([0, 1]);
	});

	it('fails while it waits for a retry, and leaves no timer behind', async () => {
		const { bench, all } = await asking(1, 1);
		await bench.answer(503, { 'retry-after': '200' });
		bench.limiter.withdraw(0);
		expect(await all[0]).toBeInstanceOf(NotSent);
		await settled();
		expect(jest.getTimerCount()).toBe(0);
	});
});

it('is idle when no request is in flight', async () => {
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

it('leaves no listener on the signal of the execution', async () => {
	const { signal } = new AbortController();
	const added = jest.spyOn(signal, 'addEventListener');
	const removed = jest.spyOn(signal, 'removeEventListener');
	const limiter = new Limiter(2, 5, signal);
	const carry: Carrier = async () =>
		await Promise.resolve({ statusCode: 200, headers: {}, body: '' });
	const send = async (item: number) => {
		const slot = new Slot(limiter, carry, item);
		await slot.acquire();
		await slot.send(REQUEST);
		slot.release();
	};
	const all = Promise.all([0, 1, 2].map(send));
	await pass(10);
	await all;
	const [[, listener]] = added.mock.calls;
	expect(removed).toHaveBeenLastCalledWith('abort', listener);
	expect(new Set(added.mock.calls.map(([, one]) => one)).size).toBe(1);
});
