import { getEventListeners } from 'node:events';
import fc from 'fast-check';

import { NotSent } from '../../nodes/shared/limiter/limiter';
import { LimitedRun, pass, runToEnd, settled, startRun, useHeldTime } from '../fixtures/limitedRun';
import { response } from '../fixtures/responses';

useHeldTime();

const REQUEST = { method: 'GET', url: '' } as const;
const refusing = (seconds = 0, status = 429) =>
	response(status, '', seconds > 0 ? { 'retry-after': String(seconds) } : {});

/** Responds with these statuses in order, then with 200. */
function inOrder(...statuses: number[]) {
	return (request: number) => response(statuses[request] ?? 200);
}

/** Expects this many requests in flight. A failure says when, and not all that the service holds. */
function expectInFlight({ inFlight }: { inFlight: object[] }, count: number, when: string): void {
	expect(`${inFlight.length} in flight ${when}`).toBe(`${count} in flight ${when}`);
}

describe('the first request of a run', () => {
	it('is sent alone, and so is the next one while none succeeds, also after a pause', async () => {
		const { service } = await startRun(100);
		for (let refused = 0; refused < 3; refused++) {
			expectInFlight(service, 1, 'while none has succeeded');
			await service.respond(429);
			// The pauses are of two, four and eight seconds.
			await pass(9_000);
		}
		await service.respond();
		expectInFlight(service, 8, 'after the first success');
	});

	it.each([
		['that was never sent', new Error('The file is gone')],
		['to a port without HTTPS', Object.assign(new Error(), { code: 'EPROTO' })],
		['to an untrusted host', Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })],
	])(
		'%s proves nothing, so the next one goes alone too, and no pause ends',
		async (_which, error) => {
			const { service } = await startRun(30, { ceiling: 6 });
			await service.fail(error);
			expect(service.itemsInFlight).toEqual([1]);
			await service.respond(503, { 'retry-after': '60' });
			await pass(60_000);
			await service.fail(error);
			expectInFlight(service, 1, 'after requests that prove nothing');
			await service.respond();
			expectInFlight(service, 6, 'after the first success');
		},
	);
});

it('sends requests in their order, and no more at once than it may', async () => {
	const { service, outcomes } = await startRun(50, { ceiling: 4 });
	let peak = 0;
	while (service.inFlight.length > 0) {
		peak = Math.max(peak, service.inFlight.length);
		await service.respond();
	}
	expect(peak).toBe(4);
	expect(await Promise.all(outcomes)).toEqual(Array<number>(50).fill(200));
	expect(service.received).toEqual([...Array(50).keys()]);
});

it('sends hardly more in parallel than the service works on, as its response time shows', async () => {
	const { service } = await startRun(1000);
	await service.respond();
	let peak = 0;
	while (service.inFlight.length > 0) {
		peak = Math.max(peak, service.inFlight.length);
		// The service works on eight requests at a time.
		await pass(100 * Math.ceil(service.inFlight.length / 8));
		await service.respondToAll();
	}
	expect(peak).toBeLessThanOrEqual(24);
});

describe('the last requests of a run', () => {
	it.each([
		['ten items', 10, 9],
		['thirteen items', 13, 12],
		['fourteen items, which are more than half as many again as the limit', 14, 8],
	])('go at once: %s', async (_what, items, together) => {
		const { service } = await startRun(items);
		await service.respond();
		expectInFlight(service, together, 'after the first success');
	});

	it('are no more than the user allows', async () => {
		const { service } = await startRun(10, { ceiling: 8 });
		await service.respond();
		expectInFlight(service, 8, 'after the first success');
	});

	it('wait for the end of a pause, and for a request that succeeds after it', async () => {
		const { service } = await startRun(15);
		await service.respond();
		await service.respond(429, { 'retry-after': '5' });
		await service.respondToAll();
		await pass(4_900);
		expectInFlight(service, 0, 'before the pause ends');
		await pass(200);
		// Seven are left, and the limit is five.
		expectInFlight(service, 5, 'after the pause');
		await service.respond();
		expectInFlight(service, 6, 'after a success behind the pause');
	});
});

it('sets no new timer for each request, and none stays when nothing waits', async () => {
	const set = jest.spyOn(globalThis, 'setTimeout');
	const { service } = await startRun(200);
	while (service.inFlight.length > 0) {
		await service.respond();
		await pass(1);
	}
	const waits = set.mock.calls.filter(([, ms = 0]) => ms > 100);
	expect(waits.length).toBeLessThan(5);
	expect(jest.getTimerCount()).toBe(0);
});

describe('429s', () => {
	it.each([
		[0, [0]],
		[1, [0, 1]],
		[20, [0, 2, 6, 14, 20]],
		[50, [0, 2, 6, 14, 30, 46, 50]],
	])(
		'to every request end a run after the %s seconds that the user sets, with a last try at their end',
		async (seconds, expected) => {
			const { times, outcomes } = await runToEnd(10, {
				maxRateLimitWaitMs: seconds * 1000,
				responder: () => refusing(),
			});
			expect(times).toEqual(expected);
			// The others were never sent.
			expect(outcomes.slice(times.length)).toEqual(
				outcomes.slice(times.length).map(() => ({ cause: 'rateLimit', retryAfterMs: 0 })),
			);
		},
	);

	it('between successes make no pause; two in a row make one of four seconds', async () => {
		const { service } = await startRun(6, { ceiling: 1 });
		for (const status of [200, 429, 200, 429, 200, 429]) {
			await service.respond(status);
			expectInFlight(service, 1, 'between successes');
			await pass(1);
		}
		await service.respond(429);
		await pass(3990);
		expectInFlight(service, 0, 'before the pause ends');
		await pass(20);
		expectInFlight(service, 1, 'after the pause');
	});

	it('send the item behind those that were not sent yet', async () => {
		const { service } = await runToEnd(5, { ceiling: 1, responder: inOrder(429, 200, 429) });
		expect(service.received).toEqual([0, 1, 2, 3, 4, 0, 2]);
	});

	it('are said in the log with the first pause, and how long it is', async () => {
		const { run } = await runToEnd(3, { responder: inOrder(429, 429) });
		expect(run.log).toEqual(['pauses for 2.0 s (429, too many requests), and may pause again']);
	});
});

it.each([429, 503])(
	'counts each %s to requests that were in flight together as one',
	async (status) => {
		const { service } = await startRun(20, { ceiling: 8 });
		await service.respond();
		await service.respondToAll(status);
		expectInFlight(service, 1, 'after the overload');
	},
);

it('counts 429s with a Retry-After as one if they were in flight together', async () => {
	const { service } = await startRun(20, { ceiling: 8 });
	await service.respond();
	await service.respondToAll(429, { 'retry-after': '1' });
	await pass(1_000);
	// The second one in a row makes a pause of four seconds.
	await service.respondToAll(429);
	await pass(3_900);
	expectInFlight(service, 0, 'before the pause ends');
	await pass(200);
	expect(service.inFlight.length).toBeGreaterThan(0);
});

it('after a 429, spreads as many requests as succeeded before over two thirds of the time that they took', async () => {
	const { service } = await startRun(300, { ceiling: 8 });
	await service.respond();
	for (let second = 0; second < 10; second++) {
		await service.respondToAll();
		await pass(1_000);
	}
	await service.respond(429, { 'retry-after': '2' });
	await service.respondToAll();
	await pass(2_000);
	await service.respondToAll();
	// About 80 succeeded in twelve seconds.
	const sent = service.received.length;
	for (let moment = 0; moment < 40; moment++) {
		await pass(100);
		await service.respondToAll();
	}
	expect(service.received.length - sent).toBeGreaterThan(35);
	expect(service.received.length - sent).toBeLessThan(45);
});

describe('a service that is unavailable', () => {
	it('gets the retry of an item before the others', async () => {
		const { service, times } = await runToEnd(3, { ceiling: 1, responder: inOrder(200, 503) });
		expect([service.received, times]).toEqual([
			[0, 1, 2, 1],
			[0, 0, 0, 0.5],
		]);
	});

	it('gets a retry when it is due, although one that is due later came first', async () => {
		const run = new LimitedRun({});
		const turns: string[] = [];
		const wait = (name: string, ms: number) =>
			void run
				.permit(0)
				.acquire('retry', ms)
				.then(() => turns.push(name));
		wait('later', 10_000);
		wait('sooner', 1_000);
		await pass(1_100);
		expect(turns).toEqual(['sooner']);
	});

	it('ends a run after 90 seconds, with more failures in a row than Max Retries', async () => {
		const responder = () => response(503);
		const few = await runToEnd(40, { maxRetries: 1, responder });
		expect(few.times.at(-1)).toBeGreaterThanOrEqual(90);
		expect(few.times.at(-1)).toBeLessThan(100);
		expect(few.outcomes.at(-1)).toEqual({ cause: 'outage', retryAfterMs: 0 });
		const many = await runToEnd(40, { maxRetries: 20, responder });
		expect({ sent: many.times.length }).toEqual({ sent: 21 });
	});
});

describe('a Retry-After', () => {
	it.each([429, 503])('of a %s is waited out, then several requests are sent', async (status) => {
		const { service } = await startRun(100);
		await service.respond();
		await service.respond(status, { 'retry-after': '60' });
		await service.respondToAll();
		await pass(59_990);
		expectInFlight(service, 0, 'before the Retry-After ends');
		await pass(20);
		expect(service.inFlight.length).toBeGreaterThan(1);
	});

	it.each([429, 503])(
		'of a %s is waited out although requests that were sent before it succeed',
		async (status) => {
			const { service } = await startRun(100);
			await service.respond();
			const [older] = service.inFlight.splice(0, 1);
			await service.respond(status);
			await pass(1);
			for (let request = 0; request < 6; request++) await service.respond();
			expect(service.inFlight.length).toBeGreaterThan(0);
			older.respond(refusing(60, status));
			await service.respondToAll();
			await pass(59_990);
			expectInFlight(service, 0, 'before the Retry-After ends');
			await pass(20);
			expect(service.inFlight.length).toBeGreaterThan(0);
		},
	);

	it('is waited out although another request then asks for a shorter wait', async () => {
		const { service } = await startRun(100);
		await service.respond();
		await service.respond(429, { 'retry-after': '60' });
		await service.respond(429, { 'retry-after': '5' });
		await service.respondToAll();
		await pass(59_900);
		expectInFlight(service, 0, 'before the longer Retry-After ends');
		await pass(200);
		expect(service.inFlight.length).toBeGreaterThan(0);
	});

	it.each([
		[429, 'are spread', true],
		[503, 'are not spread', false],
	])('of a %s ends, and the requests behind it %s', async (status, _how, isSpread) => {
		const { service } = await startRun(200, { ceiling: 8 });
		for (let second = 0; second < 10; second++) {
			await service.respondToAll();
			await pass(1000);
		}
		await service.respond(status, { 'retry-after': '60' });
		await service.respondToAll();
		await pass(60_000);
		await service.respondToAll();
		expect(service.inFlight.length < 2).toBe(isSpread);
	});

	it.each([
		[429, 3600],
		[408, 3600],
		[503, 301],
	])('of a %s of %s seconds ends the run at once', async (status, seconds) => {
		const { times, outcomes } = await runToEnd(9, { responder: () => refusing(seconds, status) });
		expect(times).toEqual([0]);
		expect(outcomes).toEqual([
			status,
			...Array(8).fill({ cause: 'askedWait', retryAfterMs: expect.closeTo(seconds * 1000) }),
		]);
	});

	it('of a 429 must end within the time that the user sets', async () => {
		const settings = { maxRateLimitWaitMs: 60_000 };
		const waits = await runToEnd(1, {
			...settings,
			responder: (request) => (request === 0 ? refusing(60) : response(200)),
		});
		expect([waits.times, waits.outcomes]).toEqual([[0, 60], [200]]);
		const ends = await runToEnd(2, {
			...settings,
			responder: (request) => refusing(request === 0 ? 0 : 59),
		});
		expect(ends.times).toEqual([0, 2]);
	});
});

it.each<[string, number[]]>([
	['the first one', []],
	['all that may be in flight after overloads', [200, 503, 503]],
])('sends another request every ten seconds if %s has no response', async (_what, statuses) => {
	const { service } = await startRun(20, { ceiling: 3 });
	for (const status of statuses) await service.respond(status);
	await pass(2000);
	const sent = service.received.length;
	for (const more of [1, 2, 3]) {
		if (service.inFlight.length === 3) break;
		await pass(10_000);
		expect({ sentMore: service.received.length - sent }).toEqual({ sentMore: more });
	}
	await pass(60_000);
	expectInFlight(service, 3, 'with the limit reached');
});

it('after giving up, a request waits for the end of a pause that is short enough, and goes alone', async () => {
	const { run, service, outcomes } = await startRun(9, { maxRateLimitWaitMs: 50_000 });
	await service.respond();
	await service.respond(429, { 'retry-after': '59' });
	await service.respondToAll();
	await Promise.all(outcomes);
	expect(await run.send(100)).toMatchObject({ cause: 'askedWait' });
	await pass(10_000);
	const later = [101, 102, 103].map(async (item) => await run.send(item));
	await pass(48_000);
	expectInFlight(service, 0, 'before the pause ends');
	await pass(1_010);
	expect(service.itemsInFlight).toEqual([101]);
	while (service.inFlight.length > 0) await service.respond();
	expect(await Promise.all(later)).toEqual([200, 200, 200]);
});

describe.each<[string, (run: LimitedRun) => void, string]>([
	['the end of a run', ({ limiter }) => limiter.end('It is over'), 'It is over'],
	['a cancelled execution', (run) => run.cancel(), 'The execution was cancelled'],
])('%s', (_what, ends, reason) => {
	it('fails all waiting requests and later ones, and lets one in flight finish', async () => {
		const { run, service, outcomes } = await startRun(4, { ceiling: 1 });
		await service.respond();
		ends(run);
		const notSent = new NotSent(reason);
		expect(await Promise.all(outcomes.slice(2))).toEqual([notSent, notSent]);
		let isSettled = false;
		const waiting = run.limiter.inFlightSettled().then(() => (isSettled = true));
		await settled();
		expect(isSettled).toBe(false);
		await service.respond();
		expect(await outcomes[1]).toBe(200);
		await waiting;
		await run.limiter.inFlightSettled();
		expect(await run.send(5)).toEqual(notSent);
		expect(service.received).toEqual([0, 1]);
	});

	it('ends a wait for a retry, and leaves no timer behind', async () => {
		const { run, service, outcomes } = await startRun(1);
		await service.respond(503, { 'retry-after': '200' });
		ends(run);
		expect(await outcomes[0]).toEqual(new NotSent(reason));
		await settled();
		expect(jest.getTimerCount()).toBe(0);
	});

	it('before the first request sends nothing', async () => {
		const run = new LimitedRun({});
		ends(run);
		expect(await run.send(0)).toEqual(new NotSent(reason));
		expect(run.service.received).toEqual([]);
	});
});

describe('a request whose signal is aborted', () => {
	it('fails at once while it waits for its turn, and others go on', async () => {
		const { run, service, outcomes } = await startRun(1);
		const wanted = new AbortController();
		const [unwanted, other] = [run.send(1, wanted.signal), run.send(2)];
		wanted.abort();
		expect(await unwanted).toBeInstanceOf(NotSent);
		expect(await run.send(3, wanted.signal)).toBeInstanceOf(NotSent);
		while (service.inFlight.length > 0) await service.respond();
		expect(await Promise.all([outcomes[0], other])).toEqual([200, 200]);
		expect(service.received).toEqual([0, 2]);
	});

	it('adds no listener to it, because Node.js warns of many', async () => {
		const { run, service, outcomes } = await startRun(1);
		const wanted = new AbortController();
		const unwanted = [1, 2, 3].map((item) => run.send(item, wanted.signal));
		expect(getEventListeners(wanted.signal, 'abort')).toEqual([]);
		wanted.abort();
		for (const ended of await Promise.all(unwanted)) expect(ended).toBeInstanceOf(NotSent);
		while (service.inFlight.length > 0) await service.respond();
		expect(await outcomes[0]).toBe(200);
	});

	it('is not sent if its turn has just come', async () => {
		const run = new LimitedRun({});
		const wanted = new AbortController();
		const permit = run.permit(0, wanted.signal);
		const turn = permit.acquire('normal').catch((error: unknown) => error);
		// The limiter gives the turn in the next microtask, and the item learns of it later.
		await Promise.resolve();
		wanted.abort();
		expect(await turn).toBeInstanceOf(NotSent);
		permit.release();
		await run.limiter.inFlightSettled();
	});
});

describe('a look-up', () => {
	/** A permit whose request has come back with this status, while another item waits. */
	async function after(status: number) {
		const responder = (request: number) => (request === 0 ? response(status) : undefined);
		const run = new LimitedRun({ responder });
		const permit = run.permit(0);
		const first = permit.acquire('normal');
		const other = run.send(1);
		await settled();
		await first;
		const sent = permit.send(REQUEST);
		await pass(1);
		await sent;
		return { run, permit, other };
	}

	it('is sent before other requests', async () => {
		const { run, permit } = await after(422);
		expect(await permit.acquireForLookUp(0)).toBeUndefined();
		await pass(100);
		expect(run.service.received).toEqual([0]);
		permit.release();
		await settled();
		expect(run.service.received).toEqual([0, 1]);
	});

	it('waits for the end of a pause', async () => {
		const { permit } = await after(429);
		let isTurn = false;
		const turn = permit.acquireForLookUp(0).then((gaveUp) => (isTurn = gaveUp === undefined));
		await pass(1900);
		expect(isTurn).toBe(false);
		await pass(200);
		expect(await turn).toBe(true);
	});

	it('waits as long as it is told to, because a lost request may still be running', async () => {
		const { permit } = await after(422);
		let isTurn = false;
		void permit.acquireForLookUp(5_000).then(() => (isTurn = true));
		await pass(4_900);
		expect(isTurn).toBe(false);
		await pass(200);
		expect(isTurn).toBe(true);
	});

	it.each([500, 502, 503, 504])('that gets a %s delays no other item', async (status) => {
		const { run, service } = await startRun(1);
		await service.respond();
		const permit = run.permit(1);
		for (const waitMs of [0, 500, 1000]) {
			const turn = permit.acquire('retry', waitMs);
			await pass(waitMs);
			expect(await turn).toBeUndefined();
			const sent = permit.send(REQUEST, true);
			await service.respond(status);
			await sent;
		}
		permit.release();
		void run.send(2);
		await settled();
		expect(service.itemsInFlight).toEqual([2]);
	});

	it('after a 500 to the first request keeps the others waiting until its item has ended', async () => {
		const { run, permit } = await after(500);
		const turn = permit.acquire('retry', 20_000);
		await pass(19_000);
		expect(run.service.received).toEqual([0]);
		await pass(1_000);
		expect(await turn).toBeUndefined();
		const sent = permit.send(REQUEST, true);
		await settled();
		await run.service.respond();
		await sent;
		const retry = permit.acquireForLookUp(0);
		await pass(9_000);
		expect([await retry, run.service.received]).toEqual([undefined, [0, 0]]);
		permit.release();
		await settled();
		expect(run.service.received).toEqual([0, 0, 1]);
	});

	it('after a 500 to the first request ends with the run', async () => {
		const { run, permit, other } = await after(500);
		const turn = permit.acquire('retry', 2_000).catch((error: unknown) => error);
		run.cancel();
		expect([await turn, await other]).toEqual([expect.any(NotSent), expect.any(NotSent)]);
		permit.release();
		await run.limiter.inFlightSettled();
	});
});

it('whatever the service does, each item ends, and nothing is sent while it asks to wait', async () => {
	const reply = fc.record({
		status: fc.constantFrom(200, 200, 429, 429, 503, 500, 422),
		tookMs: fc.oneof(fc.nat(100), fc.nat(30_000)),
		askedSeconds: fc.oneof(
			{ weight: 5, arbitrary: fc.constant(0) },
			fc.integer({ min: 1, max: 320 }),
		),
	});
	const settings = fc.record({
		ceiling: fc.integer({ min: 1, max: 12 }),
		maxRetries: fc.nat(6),
		maxRateLimitWaitMs: fc.constantFrom(0, 20_000, 300_000),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.array(reply, { minLength: 1, maxLength: 60 }),
			settings,
			async (replies, limits) => {
				const { run, service, outcomes } = await startRun(30, limits);
				let [answered, peak] = [0, 0];
				const asked: Array<[from: number, until: number]> = [];
				while (service.inFlight.length > 0 || jest.getTimerCount() > 0) {
					peak = Math.max(peak, service.inFlight.length);
					if (service.inFlight.length === 0) {
						await jest.advanceTimersToNextTimerAsync();
						await settled();
						continue;
					}
					const { status, tookMs, askedSeconds } = replies[answered++ % replies.length];
					await pass(tookMs);
					const asks = askedSeconds > 0 && [429, 503].includes(status);
					const now = performance.now();
					if (asks) asked.push([now, now + askedSeconds * 1000 - 1]);
					await service.respond(status, asks ? { 'retry-after': String(askedSeconds) } : {});
				}
				const early = service.times.filter((at) =>
					asked.some(([from, until]) => at > from && at < until),
				);
				expect(early).toEqual([]);
				expect(peak).toBeLessThanOrEqual(limits.ceiling);
				await Promise.all(outcomes);
				await run.limiter.inFlightSettled();
				const firsts = [...new Set(service.received)];
				expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
			},
		),
		{ numRuns: 30 },
	);
});
