import fc from 'fast-check';

import { RateLimit } from '../../nodes/shared/transport/rateLimit';
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
function exchange(rateLimit: RateLimit, at: number, status: number, askedMs = 0, now = at): void {
	rateLimit.onSend(at);
	rateLimit.onReply(reply(status, askedMs), at, now);
}

/** A rate limit that has accepted its first request, and flows. */
function flowing(maxRetries = 5): RateLimit {
	const rateLimit = new RateLimit(maxRetries);
	exchange(rateLimit, 0, 200);
	return rateLimit;
}

/** Sends when it may and has the probes refused until this time; returns when each of them was sent. */
function refuseUntil(rateLimit: RateLimit, now: number, until: number): number[] {
	const probes: number[] = [];
	for (;;) {
		const at = Math.max(now, rateLimit.nextSendAt(0, 100));
		if (at > until || rateLimit.areRetriesExhausted) return probes;
		probes.push(at);
		exchange(rateLimit, at, 429);
		now = at;
	}
}

it('sends the first request alone', () => {
	const rateLimit = new RateLimit(5);
	expect([rateLimit.nextSendAt(0, 9), rateLimit.limit]).toEqual([-Infinity, 1]);
	exchange(rateLimit, 0, 200);
	expect([rateLimit.nextSendAt(0, 9), rateLimit.limit]).toEqual([-Infinity, Infinity]);
});

it('pauses after a refusal, then sends one probe at a time with longer and longer pauses', () => {
	const rateLimit = flowing();
	exchange(rateLimit, 0, 429);
	expect(rateLimit.limit).toBe(1);
	expect(refuseUntil(rateLimit, 0, MINUTE)).toEqual([2, 6, 14, 30].map((each) => each * SECOND));
});

it('counts refusals of requests that were in flight together as one', () => {
	const rateLimit = flowing();
	for (let request = 0; request < 7; request++) exchange(rateLimit, 0, 429, 0, 10);
	expect(rateLimit.nextSendAt(0, 9)).toBe(2 * SECOND + 10);
});

it('lets requests flow again when a probe is accepted, but not when an earlier request is', () => {
	const rateLimit = flowing();
	exchange(rateLimit, 0, 429);
	rateLimit.onSend(2 * SECOND);
	rateLimit.onReply(reply(200), 0, 2 * SECOND);
	expect(rateLimit.nextSendAt(0, 0)).toBe(2 * SECOND);
	rateLimit.onReply(reply(200), 2 * SECOND, 3 * SECOND);
	expect(rateLimit.nextSendAt(0, 0)).toBe(-Infinity);
});

it('takes a probe for accepted although an earlier request comes back refused meanwhile', () => {
	const rateLimit = flowing();
	exchange(rateLimit, 0, 429, 0, 10);
	const at = rateLimit.nextSendAt(0, 0);
	rateLimit.onSend(at);
	rateLimit.onReply(reply(429), 0, at);
	rateLimit.onReply(reply(200), at, at + SECOND);
	expect(rateLimit.nextSendAt(0, 0)).toBe(-Infinity);
});

it.each([
	['as long as the service asks for', 30 * SECOND, 30 * SECOND],
	['no shorter than its own back-off', 1 * SECOND, 2 * SECOND],
])('pauses %s', (_how, askedMs, pauseMs) => {
	const rateLimit = flowing();
	exchange(rateLimit, 0, 429, askedMs);
	expect(rateLimit.nextSendAt(0, 9)).toBe(pauseMs);
});

describe('while the service is unavailable', () => {
	it('does not pause for a request that fails between others', () => {
		const rateLimit = flowing();
		for (let now = 0; now < 10; now++) exchange(rateLimit, now, now % 2 ? 200 : 503);
		expect(rateLimit.nextSendAt(0, 9)).toBe(-Infinity);
	});

	it('does not pause for requests that were in flight together', () => {
		const rateLimit = flowing();
		for (let request = 0; request < 9; request++) exchange(rateLimit, 0, 503, 0, 10);
		expect(rateLimit.nextSendAt(0, 9)).toBe(-Infinity);
	});

	it('pauses for two that fail in a row', () => {
		const rateLimit = flowing();
		for (const now of [0, 10]) exchange(rateLimit, now, 503);
		expect([rateLimit.nextSendAt(0, 9), rateLimit.limit]).toEqual([10 + SECOND, 1]);
	});

	it('pauses at once if the service asks for it', () => {
		const rateLimit = flowing();
		exchange(rateLimit, 0, 503, 7 * SECOND);
		expect(rateLimit.nextSendAt(0, 9)).toBe(7 * SECOND);
	});

	it('pauses if the second of those in flight together asks for it', () => {
		const rateLimit = flowing();
		exchange(rateLimit, 0, 503, 0, 10);
		exchange(rateLimit, 0, 503, 7 * SECOND, 10);
		expect(rateLimit.nextSendAt(0, 9)).toBe(7 * SECOND + 10);
	});

	it('still pauses for a 429 of a request that was in flight with a failed one', () => {
		const rateLimit = flowing();
		exchange(rateLimit, 0, 503, 0, 10);
		exchange(rateLimit, 0, 429, 0, 20);
		expect(rateLimit.limit).toBe(1);
	});
});

it('uses the number of requests that one window accepted as the budget of the next', () => {
	const rateLimit = flowing();
	for (let request = 1; request < 300; request++) exchange(rateLimit, 10, 200);
	exchange(rateLimit, 10, 429);
	refuseUntil(rateLimit, 10, MINUTE);
	exchange(rateLimit, 63 * SECOND, 200);
	expect([rateLimit.nextSendAt(0, 299), rateLimit.limit]).toEqual([-Infinity, 299]);
	// More than fit are spread, and beyond the budget each waits for the one before.
	expect(rateLimit.nextSendAt(149, 300)).toBeCloseTo(63 * SECOND + 20 * SECOND);
	for (let request = 1; request < 300; request++) exchange(rateLimit, 64 * SECOND, 200);
	expect(rateLimit.limit).toBe(1);
});

it('sends a probe when a known window has ended', () => {
	const rateLimit = flowing();
	for (const start of [0, 63 * SECOND]) {
		exchange(rateLimit, start + 20, 429);
		refuseUntil(rateLimit, start, start + MINUTE);
		if (start === 0) exchange(rateLimit, 63 * SECOND, 200);
	}
	expect(rateLimit.nextSendAt(0, 9)).toBeCloseTo(63 * SECOND + 60.6 * SECOND);
});

it('does not give up on a rate limit that refuses for a minute', () => {
	const rateLimit = new RateLimit(5);
	refuseUntil(rateLimit, 0, MINUTE);
	expect([rateLimit.giveUpMs(MINUTE), rateLimit.areRetriesExhausted]).toEqual([0, false]);
});

it.each<[string, RateLimit, number, number]>([
	['a minute and a half if none was ever accepted', new RateLimit(5), 90, 130],
	['five minutes if some were accepted before', flowing(), 300, 340],
])('gives up when requests were refused for %s', (_what, rateLimit, least, most) => {
	exchange(rateLimit, 0, 429);
	const end = refuseUntil(rateLimit, 0, 10 * MINUTE).at(-1) ?? 0;
	expect(end / SECOND).toBeGreaterThanOrEqual(least);
	expect(end / SECOND).toBeLessThan(most);
	expect([rateLimit.giveUpMs(end) > 0, rateLimit.areRetriesExhausted]).toEqual([true, true]);
});

it.each([429, 408, 503])('gives up at once if a %s asks for more than five minutes', (status) => {
	const rateLimit = flowing();
	exchange(rateLimit, 0, status, 60 * MINUTE);
	expect(rateLimit.giveUpMs(0)).toBe(60 * MINUTE);
});

it('does not give up because of a wait that is about one request', () => {
	const rateLimit = flowing();
	for (const status of [200, 422, 500]) exchange(rateLimit, 0, status, 60 * MINUTE);
	expect(rateLimit.giveUpMs(0)).toBe(0);
});

it('sends one probe after the other without pauses when the retries for an unavailable service are exhausted', () => {
	const rateLimit = flowing(1);
	let now = 0;
	while (!rateLimit.areRetriesExhausted && now < 10 * MINUTE) {
		now = Math.max(now, rateLimit.nextSendAt(0, 9));
		exchange(rateLimit, now, 503);
	}
	expect(now).toBeLessThan(2 * MINUTE);
	expect([rateLimit.nextSendAt(0, 9), rateLimit.giveUpMs(now)]).toEqual([now, 0]);
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
			const rateLimit = new RateLimit(5);
			let now = 0;
			for (const { status, passesMs, tookMs, inFlight, waiting } of steps) {
				const sentAt = Math.max(now, rateLimit.nextSendAt(0, waiting)) + passesMs;
				now = sentAt + tookMs;
				exchange(rateLimit, sentAt, status, 0, now);
				expect(rateLimit.nextSendAt(inFlight, waiting)).toBeLessThanOrEqual(now + MINUTE);
				expect(rateLimit.limit).toBeGreaterThanOrEqual(1);
			}
		}),
		{ numRuns: 2000 },
	);
});
