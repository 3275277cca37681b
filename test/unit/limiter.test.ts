import { NotSent } from '../../nodes/shared/limiter/limiter';
import { LimitedRun, pass, settled, startRun, useHeldTime } from '../fixtures/limitedRun';
import { response } from '../fixtures/responses';

useHeldTime();

it('sends the first request alone', async () => {
	const { service } = await startRun(6, 30);
	expect(service.itemsInFlight).toEqual([0]);
	await service.respond();
	expect(service.inFlight).toHaveLength(6);
});

describe.each([
	['that was never sent', new Error('The file is gone')],
	['to a port without HTTPS', Object.assign(new Error(), { code: 'EPROTO' })],
	['to an untrusted host', Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })],
])('a request %s', (_which, error) => {
	it('proves nothing, so the next one goes alone too', async () => {
		const { service } = await startRun(6, 30);
		await service.fail(error);
		expect(service.itemsInFlight).toEqual([1]);
		await service.fail(error);
		expect(service.itemsInFlight).toEqual([2]);
		await service.respond();
		expect(service.inFlight).toHaveLength(6);
	});

	it('ends no pause for the others', async () => {
		const { service } = await startRun(6, 30);
		await service.respond(503, { 'retry-after': '60' });
		await pass(60_000);
		await service.fail(error);
		expect(service.inFlight).toHaveLength(1);
	});
});

it('keeps to the limit, and sends requests in their order', async () => {
	const { service, outcomes } = await startRun(4, 50);
	let peak = 0;
	while (service.inFlight.length > 0) {
		peak = Math.max(peak, service.inFlight.length);
		await service.respond();
	}
	expect(peak).toBe(4);
	expect(await Promise.all(outcomes)).toEqual(Array<number>(50).fill(200));
	expect(service.received).toEqual(Array.from({ length: 50 }, (_, item) => item));
});

describe('after 429s', () => {
	it('pauses, and probes with an item that was not refused', async () => {
		const { run, service } = await startRun(5, 100);
		await service.respond();
		while (run.limiter.allowsMore) {
			await service.respond(429);
			await pass(10);
		}
		const sent = service.received.length;
		await pass(3900);
		expect(service.inFlight).toHaveLength(0);
		await pass(100);
		expect(service.itemsInFlight).toEqual([sent]);
	});

	it('fails all waiting requests at once when the service asks to wait an hour', async () => {
		const { service, outcomes } = await startRun(5, 30);
		await service.respond(429, { 'retry-after': '3600' });
		const [first, ...others] = await Promise.all(outcomes);
		expect(first).toBe(429);
		expect(others).toEqual(others.map(() => ({ cause: 'askedWait', retryAfterMs: 3_600_000 })));
	});

	it('says in the log why it pauses, and how long, but only the first time', async () => {
		const { run, service } = await startRun(5, 3);
		for (const pauseMs of [2000, 4000]) {
			await service.respond(429);
			await pass(pauseMs);
		}
		expect(run.log).toEqual(['pauses for 2.0 s (429, too many requests), and may pause again']);
	});
});

it('sends hardly more in parallel than the service works on, as its response time shows', async () => {
	const { service } = await startRun(512, 1000);
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

it.each<[string, number[]]>([
	['the first one', []],
	['all that may be in flight after overloads', [200, 503, 503]],
])('sends another request every ten seconds if %s has no response', async (_what, statuses) => {
	const { service } = await startRun(3, 20);
	for (const status of statuses) await service.respond(status);
	await pass(2000);
	const sent = service.received.length;
	for (const more of [1, 2, 3]) {
		if (service.inFlight.length === 3) break;
		await pass(10_000);
		expect(service.received).toHaveLength(sent + more);
	}
	await pass(60_000);
	expect(service.inFlight).toHaveLength(3);
});

it.each([429, 503])(
	'sends nothing before the time that a %s asks for, although requests that were sent before it are accepted',
	async (status) => {
		const { service } = await startRun(30, 100);
		await service.respond();
		const [older] = service.inFlight.splice(0, 1);
		await service.respond(status);
		await pass(1);
		for (let request = 0; request < 6; request++) await service.respond();
		expect(service.inFlight.length).toBeGreaterThan(0);
		older.respond(response(status, '', { 'retry-after': '60' }));
		await service.respondToAll();
		await pass(59_990);
		expect(service.inFlight).toHaveLength(0);
		await pass(20);
		expect(service.inFlight.length).toBeGreaterThan(0);
	},
);

it('sends several at once after a pause', async () => {
	const { service } = await startRun(30, 100);
	await service.respond();
	expect(service.inFlight).toHaveLength(8);
	await service.respond(503, { 'retry-after': '60' });
	await service.respondToAll();
	expect(service.inFlight).toHaveLength(0);
	await pass(60_000);
	expect(service.inFlight.length).toBeGreaterThan(1);
});

it('sends the requests of a run one by one until the first is accepted, also after a pause', async () => {
	const { service } = await startRun(30, 100);
	for (let refused = 0; refused < 3; refused++) {
		expect(service.inFlight).toHaveLength(1);
		await service.respond(429);
		// The pauses are of two, four and eight seconds.
		await pass(9_000);
	}
	await service.respond();
	expect(service.inFlight).toHaveLength(8);
});

describe('after giving up', () => {
	it('a request that comes later waits for the end of the pause, and goes alone', async () => {
		const { run, service, outcomes } = await startRun(30, 9, 0);
		await service.respond();
		await service.respond(503);
		for (let tries = 0; run.limiter.giveUpReason === undefined; tries++) {
			await pass(20_000);
			void run.send(10 + tries);
			await settled();
			await service.respondToAll(503);
		}
		await Promise.all(outcomes);
		const sent = service.received.length;
		const later = [101, 102, 103].map((item) => run.send(item));
		await settled();
		expect(service.received).toHaveLength(sent);
		await pass(9_000);
		expect(service.itemsInFlight).toEqual([101]);
		while (service.inFlight.length > 0) await service.respond();
		expect(await Promise.all(later)).toEqual([200, 200, 200]);
	});
});

describe.each<[string, (run: LimitedRun) => void, string]>([
	['the end of a run', ({ limiter }) => limiter.end('It is over'), 'It is over'],
	['a cancelled execution', (run) => run.cancel(), 'The execution was cancelled'],
])('%s', (_what, ends, reason) => {
	it('fails all waiting requests, and lets a request in flight finish', async () => {
		const { run, service, outcomes } = await startRun(1, 4);
		await service.respond();
		ends(run);
		expect(await Promise.all(outcomes.slice(2))).toEqual([
			new NotSent(reason),
			new NotSent(reason),
		]);
		await service.respond();
		expect(await outcomes[1]).toBe(200);
		expect(service.received).toEqual([0, 1]);
	});

	it('ends a wait for a retry, and leaves no timer behind', async () => {
		const { run, service, outcomes } = await startRun(1, 1);
		await service.respond(503, { 'retry-after': '200' });
		ends(run);
		expect(await outcomes[0]).toEqual(new NotSent(reason));
		await settled();
		expect(jest.getTimerCount()).toBe(0);
	});

	it('sends no request that comes later', async () => {
		const run = new LimitedRun(1);
		ends(run);
		expect(await run.send(0)).toEqual(new NotSent(reason));
		expect(run.service.received).toEqual([]);
	});
});

it('is idle when no request is in flight', async () => {
	const { run, service } = await startRun(2, 3);
	await service.respond();
	let idle = false;
	const waiting = run.limiter.inFlightSettled().then(() => (idle = true));
	await service.respond();
	expect(idle).toBe(false);
	await service.respond();
	await waiting;
	await run.limiter.inFlightSettled();
});
