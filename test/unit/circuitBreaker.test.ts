import fc from 'fast-check';

import { CircuitBreaker } from '../../nodes/shared/transport/circuitBreaker';
import { type Reply, replyOf } from '../../nodes/shared/transport/reply';
import { answer } from '../fixtures/answers';

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The reply of a service that asks for a wait. */
function reply(status: number, askedMs = 0): Reply {
	return replyOf(
		answer(status, '', askedMs > 0 ? { 'retry-after': `${askedMs / SECOND}` } : {}),
		0,
	);
}

/** Sends a request and has it come back at once, or at another time. */
function exchange(
	breaker: CircuitBreaker,
	at: number,
	status: number,
	askedMs = 0,
	now = at,
): void {
	breaker.onReply(reply(status, askedMs), at, now);
}

/** A breaker that has accepted its first request, and flows. */
function flowing(maxRetries = 5): CircuitBreaker {
	const breaker = new CircuitBreaker(maxRetries);
	exchange(breaker, 0, 200);
	return breaker;
}

/** Sends when it may and has the probes refused until this time; returns when each of them was sent. */
function refuseUntil(breaker: CircuitBreaker, now: number, until: number): number[] {
	const probes: number[] = [];
	for (;;) {
		const at = Math.max(now, breaker.nextSendAt(0, 100));
		if (at > until || breaker.hasGivenUp) return probes;
		probes.push(at);
		exchange(breaker, at, 429);
		now = at;
	}
}

/** A breaker that pauses because two requests in a row were refused. */
function paused(): CircuitBreaker {
	const breaker = flowing();
	for (const at of [0, 10]) exchange(breaker, at, 429);
	return breaker;
}

it('sends the first request alone', () => {
	const breaker = new CircuitBreaker(5);
	expect([breaker.nextSendAt(0, 9), breaker.isFlowing]).toEqual([-Infinity, false]);
	exchange(breaker, 0, 200);
	expect([breaker.nextSendAt(0, 9), breaker.isFlowing]).toEqual([-Infinity, true]);
});

it('pauses after two refusals in a row, then sends one probe at a time with longer and longer pauses', () => {
	const breaker = paused();
	expect(breaker.isFlowing).toBe(false);
	expect(refuseUntil(breaker, 10, 41 * SECOND)).toEqual([4010, 12_010, 28_010]);
});

it('pauses after the first refusal if the first request of a run gets it', () => {
	const breaker = new CircuitBreaker(5);
	exchange(breaker, 0, 429);
	expect(breaker.nextSendAt(0, 9)).toBe(2 * SECOND);
});

it.each([429, 503])('does not pause for a %s between others that are accepted', (status) => {
	const breaker = flowing();
	for (let now = 0; now < 10; now++) exchange(breaker, now, now % 2 ? 200 : status);
	expect(breaker.nextSendAt(0, 9)).toBe(-Infinity);
});

it.each([429, 503])('counts each %s for requests that were in flight together as one', (status) => {
	const breaker = flowing();
	for (let request = 0; request < 9; request++) exchange(breaker, 0, status, 0, 10);
	expect([breaker.isFlowing, breaker.consecutiveFailures]).toEqual([true, 1]);
});

it('lets requests flow again when a probe is accepted, but not when an earlier request is', () => {
	const breaker = paused();
	breaker.onReply(reply(200), 5, 4 * SECOND);
	expect(breaker.nextSendAt(0, 0)).toBe(4010);
	exchange(breaker, 4010, 200);
	expect(breaker.nextSendAt(0, 0)).toBe(-Infinity);
});

it.each([
	['', 0, 4010],
	[' although it asks for a wait', 7 * SECOND, 11_010],
])(
	'takes a probe for accepted if an earlier request comes back refused meanwhile%s',
	(_which, askedMs, until) => {
		const breaker = paused();
		breaker.onReply(reply(429, askedMs), 5, 4010);
		expect(breaker.pausedUntil).toBe(until);
		breaker.onReply(reply(200), 4010, 5 * SECOND);
		expect(breaker.nextSendAt(0, 0)).toBe(-Infinity);
	},
);

it.each([429, 503])('pauses at once if a %s asks for it', (status) => {
	const breaker = flowing();
	exchange(breaker, 0, status, 30 * SECOND);
	expect(breaker.nextSendAt(0, 9)).toBe(30 * SECOND);
});

it('pauses if the second of those in flight together asks for it', () => {
	const breaker = flowing();
	exchange(breaker, 0, 503, 0, 10);
	exchange(breaker, 0, 503, 7 * SECOND, 10);
	expect(breaker.nextSendAt(0, 9)).toBe(7 * SECOND + 10);
});

it('pauses no shorter than its own back-off', () => {
	const breaker = new CircuitBreaker(5);
	exchange(breaker, 0, 429, SECOND);
	expect(breaker.nextSendAt(0, 9)).toBe(2 * SECOND);
});

it('spreads as many requests as were accepted before a pause over two thirds of that time', () => {
	const breaker = flowing();
	for (let request = 1; request < 300; request++) exchange(breaker, 10, 200);
	for (const at of [10, 20]) exchange(breaker, at, 429);
	exchange(breaker, 60 * SECOND, 200);
	expect(breaker.nextSendAt(0, 299)).toBe(-Infinity);
	expect(breaker.nextSendAt(149, 300)).toBeCloseTo(60 * SECOND + 20 * SECOND);
	for (let request = 1; request < 300; request++) exchange(breaker, 61 * SECOND, 200);
	expect(breaker.nextSendAt(0, 300)).toBe(-Infinity);
});

it.each([
	['if none was accepted before it', 429, 0],
	['after a pause because the service was unavailable', 503, 300],
])('spreads nothing %s', (_when, status, accepted) => {
	const breaker = new CircuitBreaker(5);
	for (let request = 0; request < accepted; request++) exchange(breaker, 0, 200);
	for (const at of [10, 20]) exchange(breaker, at, status);
	exchange(breaker, 30 * SECOND, 200);
	expect(breaker.nextSendAt(0, 500)).toBe(-Infinity);
});

it('gives up when all requests were refused for five minutes', () => {
	const breaker = new CircuitBreaker(1);
	exchange(breaker, 0, 429);
	const end = refuseUntil(breaker, 0, 10 * MINUTE).at(-1) ?? 0;
	expect(end).toBeGreaterThanOrEqual(5 * MINUTE);
	expect(end).toBeLessThan(5 * MINUTE + 20 * SECOND);
	expect([breaker.hasGivenUp, breaker.nextSendAt(0, 0) > end]).toEqual([true, true]);
});

it('gives up when the service was unavailable for a minute and a half and more requests than Max Retries', () => {
	const [few, many] = [1, 20].map((maxRetries) => {
		const breaker = flowing(maxRetries);
		let now = 0;
		let requests = 0;
		for (; !breaker.hasGivenUp; requests++) {
			now = Math.max(now + 1, breaker.nextSendAt(0, 9));
			exchange(breaker, now, 503);
		}
		return { now, requests };
	});
	expect([few.now >= 90 * SECOND, few.now < 100 * SECOND]).toEqual([true, true]);
	expect(many.requests).toBe(21);
});

it('hopes again when a request is accepted', () => {
	const breaker = new CircuitBreaker(1);
	exchange(breaker, 0, 429);
	const end = refuseUntil(breaker, 0, 10 * MINUTE).at(-1) ?? 0;
	exchange(breaker, end + MINUTE, 200);
	expect([breaker.hasGivenUp, breaker.isFlowing]).toEqual([false, true]);
});

it.each([429, 408, 503])('gives up at once if a %s asks for more than five minutes', (status) => {
	const breaker = flowing();
	exchange(breaker, 0, status, 60 * MINUTE);
	expect([breaker.hasGivenUp, breaker.pausedUntil]).toEqual([true, 60 * MINUTE]);
});

it('does not give up because of a wait that is about one request', () => {
	const breaker = flowing();
	for (const status of [200, 422, 500]) exchange(breaker, 0, status, 60 * MINUTE);
	expect([breaker.hasGivenUp, breaker.isFlowing]).toEqual([false, true]);
});

it('always has a time for the next request', () => {
	const step = fc.record({
		status: fc.constantFrom(200, 429, 503),
		passesMs: fc.oneof(fc.nat(3000), fc.nat(70_000)),
		tookMs: fc.nat(100),
		inFlight: fc.nat(20),
		waiting: fc.nat(500),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const breaker = new CircuitBreaker(5);
			let now = 0;
			for (const { status, passesMs, tookMs, inFlight, waiting } of steps) {
				const sentAt = Math.max(now, breaker.nextSendAt(0, waiting)) + passesMs;
				now = sentAt + tookMs;
				exchange(breaker, sentAt, status, 0, now);
				expect(breaker.nextSendAt(inFlight, waiting)).toBeLessThanOrEqual(
					Math.max(now + 20 * SECOND, sentAt + now),
				);
			}
		}),
		{ numRuns: 2000 },
	);
});
