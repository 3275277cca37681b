import type { Response } from '../../nodes/shared/operation';
import { Limiter, NotSent } from '../../nodes/shared/transport/limiter';
import { Permit } from '../../nodes/shared/transport/permit';
import { Retries } from '../../nodes/shared/transport/retry';
import type { HttpClient } from '../../nodes/shared/transport/sendOnce';
import { response } from '../fixtures/responses';

const REQUEST = { method: 'GET', url: '' } as const;

/** A request that a test answers when it likes. */
interface Request {
	item: number;
	respond: (response: Response) => void;
	fail: (error: Error) => void;
}

/** A limiter, and the requests that it has sent. */
class Bench {
	readonly inFlight: Request[] = [];
	readonly started: number[] = [];
	readonly limiter: Limiter;
	private readonly controller = new AbortController();

	readonly log: string[] = [];

	constructor(
		ceiling: number,
		private readonly maxRetries = 5,
	) {
		const limits = { maxRetries, maxRateLimitWaitMs: 300_000 };
		this.limiter = new Limiter(ceiling, limits, this.controller.signal, (level, text) => {
			this.log.push(`${level}: ${text}`);
		});
	}

	/**
	 * Sends a request for an item, again after a 429 or a 503. Resolves with its status, or with why it was not
	 * sent.
	 */
	async ask(item: number, isWanted?: () => boolean): Promise<unknown> {
		const permit = new Permit(this.limiter, this.clientFor(item), item, isWanted);
		const retries = new Retries('read', this.maxRetries);
		try {
			const gaveUp = await permit.acquire();
			if (gaveUp) return gaveUp;
			for (;;) {
				const attempt = await permit.send(REQUEST);
				const { status } = attempt.response as Response;
				if (attempt.outcome === 'final') return status;
				const { retry } = retries.next(attempt);
				if (!retry || (await permit.acquire(retry.waitMs))) return status;
			}
		} catch (reason) {
			return reason;
		} finally {
			permit.release();
		}
	}

	cancel(): void {
		this.controller.abort();
	}

	/** Answers the oldest request. */
	async respond(status = 200, headers: Response['headers'] = {}): Promise<void> {
		this.inFlight.shift()?.respond(response(status, '', headers));
		await settled();
	}

	/** Lets the oldest request fail without a response. */
	async fail(error: Error): Promise<void> {
		this.inFlight.shift()?.fail(error);
		await settled();
	}

	/** Answers all that are in flight at this moment. */
	async respondToAll(status = 200): Promise<void> {
		for (const request of this.inFlight.splice(0)) request.respond(response(status));
		await settled();
	}

	get items(): number[] {
		return this.inFlight.map(({ item }) => item);
	}

	private clientFor(item: number): HttpClient {
		return async () => {
			this.started.push(item);
			const { status, headers, body } = await new Promise<Response>((resolve, reject) =>
				this.inFlight.push({ item, respond: resolve, fail: reject }),
			);
			return { statusCode: status, headers, body: body as string };
		};
	}
}

/** Waits until nothing happens any more without the passing of time. */
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
	await bench.respond();
	expect(bench.inFlight).toHaveLength(6);
});

describe.each([
	['that was never sent', new Error('The file is gone')],
	['to an unknown host', Object.assign(new Error(), { code: 'ENOTFOUND' })],
	['to an untrusted host', Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })],
])('a request %s', (_which, error) => {
	it('proves nothing, so the next one goes alone too', async () => {
		const { bench } = await asking(6, 30);
		await bench.fail(error);
		expect(bench.items).toEqual([1]);
		await bench.fail(error);
		expect(bench.items).toEqual([2]);
		await bench.respond();
		expect(bench.inFlight).toHaveLength(6);
	});

	it('ends no pause for the others', async () => {
		const { bench } = await asking(6, 30);
		await bench.respond(503, { 'retry-after': '60' });
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
		await bench.respond();
	}
	expect(peak).toBe(4);
	expect(await Promise.all(all)).toEqual(Array<number>(50).fill(200));
	expect(bench.started).toEqual(Array.from({ length: 50 }, (_, item) => item));
});

describe('after 429s', () => {
	/** A limiter that pauses: two requests in a row were refused. */
	async function pausing(maxRetries?: number) {
		const { bench, all } = await asking(5, 100, maxRetries);
		await bench.respond();
		while (bench.limiter.allowsMore) {
			await bench.respond(429);
			await pass(10);
		}
		return { bench, all };
	}

	it('pauses, and probes with an item that was not refused', async () => {
		const { bench } = await pausing();
		const sent = bench.started.length;
		await pass(3900);
		expect(bench.inFlight).toHaveLength(0);
		await pass(100);
		expect(bench.items).toEqual([sent]);
	});

	it('fails all waiting requests at once when the service asks to wait an hour', async () => {
		const { bench, all } = await asking(5, 30);
		await bench.respond(429, { 'retry-after': '3600' });
		const [first, ...others] = await Promise.all(all);
		expect(first).toBe(429);
		expect(others).toEqual(others.map(() => ({ cause: 'askedWait', retryAfterMs: 3_600_000 })));
	});

	it('says in the log what it waits for', async () => {
		const { bench, all } = await asking(5, 3);
		await bench.respond(429);
		await pass(2000);
		await bench.respond();
		await bench.respondToAll();
		await Promise.all(all);
		await settled();
		expect(bench.log).toEqual([
			expect.stringMatching(
				/^info: pauses until [-\dT:.]+Z \(429, too many requests; failures in a row: 1\)$/,
			),
			'info: waited 2.0 s; requests sent: 4, refused or lost: 1',
		]);
	});
});

it('says in the log, for debugging, how many requests it sends in parallel', async () => {
	const { bench } = await asking(512, 60);
	await bench.respond();
	while (bench.inFlight.length > 0) {
		await pass(100);
		await bench.respondToAll();
	}
	expect(bench.log).toContain('debug: sends up to 24 requests in parallel');
	expect(new Set(bench.log).size).toBe(bench.log.length);
});

it.each<[string, number[]]>([
	['the first one', []],
	['all that may be in flight after overloads', [200, 503, 503]],
])('sends another request every ten seconds if %s has no response', async (_what, statuses) => {
	const { bench } = await asking(3, 20);
	for (const status of statuses) await bench.respond(status);
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

it('sends several at once after a pause', async () => {
	const { bench } = await asking(30, 100);
	await bench.respond();
	expect(bench.inFlight).toHaveLength(8);
	await bench.respond(503, { 'retry-after': '60' });
	await bench.respondToAll();
	expect(bench.inFlight).toHaveLength(0);
	await pass(60_000);
	expect(bench.inFlight.length).toBeGreaterThan(1);
});

it('sends the requests of a run one by one until the first is accepted, also after a pause', async () => {
	const { bench } = await asking(30, 100);
	for (let refused = 0; refused < 3; refused++) {
		expect(bench.inFlight).toHaveLength(1);
		await bench.respond(429);
		// The pauses are of two, four and eight seconds.
		await pass(9_000);
	}
	await bench.respond();
	expect(bench.inFlight).toHaveLength(8);
});

describe('after giving up', () => {
	it('a request that comes later waits for the end of the pause, and goes alone', async () => {
		const { bench, all } = await asking(30, 9, 0);
		await bench.respond();
		await bench.respond(503);
		for (let tries = 0; bench.limiter.giveUpReason === undefined; tries++) {
			await pass(20_000);
			void bench.ask(10 + tries);
			await settled();
			await bench.respondToAll(503);
		}
		await Promise.all(all);
		const sent = bench.started.length;
		const later = [101, 102, 103].map((item) => bench.ask(item));
		await settled();
		expect(bench.started).toHaveLength(sent);
		await pass(9_000);
		expect(bench.items).toEqual([101]);
		while (bench.inFlight.length > 0) await bench.respond();
		expect(await Promise.all(later)).toEqual([200, 200, 200]);
	});
});

describe.each<[string, (bench: Bench) => void, string]>([
	['the end of a run', ({ limiter }) => limiter.end('It is over'), 'It is over'],
	['a cancelled execution', (bench) => bench.cancel(), 'The execution was cancelled'],
])('%s', (_what, ends, reason) => {
	it('fails all waiting requests, and lets a request in flight finish', async () => {
		const { bench, all } = await asking(1, 4);
		await bench.respond();
		ends(bench);
		expect(await Promise.all(all.slice(2))).toEqual([new NotSent(reason), new NotSent(reason)]);
		await bench.respond();
		expect(await all[1]).toBe(200);
		expect(bench.started).toEqual([0, 1]);
	});

	it('ends a wait for a retry, and leaves no timer behind', async () => {
		const { bench, all } = await asking(1, 1);
		await bench.respond(503, { 'retry-after': '200' });
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
	/** A permit whose request has come back with this status, and a limiter in which another request waits. */
	async function having(status: number) {
		const bench = new Bench(3);
		const client: HttpClient = async () =>
			await Promise.resolve({ statusCode: status, headers: {}, body: '' });
		const permit = new Permit(bench.limiter, client, 0);
		const first = permit.acquire();
		void bench.ask(1);
		await settled();
		await first;
		await permit.send(REQUEST);
		return { bench, permit };
	}

	it('is sent before other requests', async () => {
		const { bench, permit } = await having(422);
		await pass(100);
		expect(await permit.acquireForLookUp(0)).toBeUndefined();
		await pass(100);
		expect(bench.started).toEqual([]);
		permit.release();
		await settled();
		expect(bench.started).toEqual([1]);
	});

	it('waits for the end of a pause', async () => {
		const { permit } = await having(429);
		let isTurn = false;
		const turn = permit.acquireForLookUp(0).then((gaveUp) => (isTurn = gaveUp === undefined));
		await pass(1900);
		expect(isTurn).toBe(false);
		await pass(200);
		expect(await turn).toBe(true);
	});
});

describe('a request that is no longer wanted', () => {
	it('fails while it waits for its turn, and other requests go on', async () => {
		const { bench, all } = await asking(1, [0, 0, 1]);
		bench.limiter.withdraw(0);
		expect(await all[1]).toBeInstanceOf(NotSent);
		await bench.respond();
		await bench.respond();
		expect([await all[0], await all[2]]).toEqual([200, 200]);
	});

	it('is not sent when its turn comes', async () => {
		const bench = new Bench(1);
		const [unwanted, other] = [bench.ask(0, () => false), bench.ask(1)];
		await settled();
		await bench.respond();
		expect(await unwanted).toBeInstanceOf(NotSent);
		expect(await other).toBe(200);
		expect(bench.started).toEqual([1]);
	});
});

it('is idle when no request is in flight', async () => {
	const { bench } = await asking(2, 3);
	await bench.respond();
	let idle = false;
	const waiting = bench.limiter.inFlightSettled().then(() => (idle = true));
	await bench.respond();
	expect(idle).toBe(false);
	await bench.respond();
	await waiting;
	await bench.limiter.inFlightSettled();
});
