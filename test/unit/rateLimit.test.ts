import fc from 'fast-check';

import { RateLimit } from '../../nodes/shared/transport/rateLimit';

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A rate limit that has accepted its first request, and is open. */
function opened(maxRetries = 5): RateLimit {
	const rateLimit = new RateLimit(maxRetries);
	rateLimit.onAccepted(rateLimit.onSend(0), 0);
	return rateLimit;
}

/** Sends when it may and has the probes refused until this time; returns when each of them was sent. */
function refuseUntil(rateLimit: RateLimit, now: number, until: number): number[] {
	const probes: number[] = [];
	for (;;) {
		const at = Math.max(now, rateLimit.nextSendAt(0, 100));
		if (at > until || rateLimit.areRetriesExhausted) return probes;
		probes.push(at);
		rateLimit.onRefused(rateLimit.onSend(at), at, 0);
		now = at;
	}
}

it('sends the first request alone', () => {
	const rateLimit = new RateLimit(5);
	expect(rateLimit.nextSendAt(0, 9)).toBeLessThanOrEqual(0);
	const permit = rateLimit.onSend(0);
	expect(rateLimit.nextSendAt(1, 9)).toBe(10 * SECOND);
	rateLimit.onAccepted(permit, 0);
	expect(rateLimit.nextSendAt(0, 9)).toBe(0);
});

it('pauses after a refusal, then sends one probe at a time with longer and longer pauses', () => {
	const rateLimit = opened();
	const permit = rateLimit.onSend(0);
	rateLimit.onRefused(permit, 0, 0);
	expect(refuseUntil(rateLimit, 0, MINUTE)).toEqual([2, 6, 14, 30].map((each) => each * SECOND));
});

it('counts refusals of requests that were in flight together as one', () => {
	const rateLimit = opened();
	const permits = [1, 2, 3, 4, 5, 6, 7].map(() => rateLimit.onSend(0));
	for (const permit of permits) rateLimit.onRefused(permit, 10, 0);
	expect(rateLimit.nextSendAt(0, 9)).toBe(2 * SECOND + 10);
});

it('lets requests flow again when a probe is accepted', () => {
	const rateLimit = opened();
	rateLimit.onRefused(rateLimit.onSend(0), 0, 0);
	rateLimit.onAccepted(rateLimit.onSend(2 * SECOND), 2 * SECOND);
	expect(rateLimit.nextSendAt(0, 0)).toBe(0);
});

it.each([
	['as long as the service asks for', 30 * SECOND, 30 * SECOND],
	['no shorter than its own back-off', 1 * SECOND, 2 * SECOND],
])('pauses %s', (_how, askedMs, pauseMs) => {
	const rateLimit = opened();
	rateLimit.onRefused(rateLimit.onSend(0), 0, askedMs);
	expect(rateLimit.nextSendAt(0, 9)).toBe(pauseMs);
});

it('uses the number of requests that one window accepted as the budget of the next', () => {
	const rateLimit = opened();
	for (let request = 1; request < 300; request++) rateLimit.onAccepted(rateLimit.onSend(10), 10);
	rateLimit.onRefused(rateLimit.onSend(20), 20, 0);
	refuseUntil(rateLimit, 20, MINUTE);
	rateLimit.onAccepted(rateLimit.onSend(62 * SECOND), 62 * SECOND);
	expect(rateLimit.nextSendAt(0, 299)).toBe(0);
	// More than fit are spread, and beyond the budget each waits for the one before.
	expect(rateLimit.nextSendAt(149, 300)).toBeCloseTo(62 * SECOND + 20 * SECOND);
	expect(rateLimit.nextSendAt(299, 300)).toBeGreaterThan(62 * SECOND);
});

it('sends a probe when a known window has ended', () => {
	const rateLimit = opened();
	for (const start of [0, 62 * SECOND]) {
		rateLimit.onRefused(rateLimit.onSend(start + 20), start + 20, 0);
		refuseUntil(rateLimit, start, start + MINUTE);
		if (start === 0) rateLimit.onAccepted(rateLimit.onSend(62 * SECOND), 62 * SECOND);
	}
	expect(rateLimit.nextSendAt(0, 9)).toBeCloseTo(62 * SECOND + 60.6 * SECOND);
});

it('does not give up on a rate limit that refuses for a minute', () => {
	const rateLimit = opened(5);
	rateLimit.onRefused(rateLimit.onSend(0), 0, 0);
	refuseUntil(rateLimit, 0, MINUTE);
	expect(rateLimit.giveUpMs(MINUTE)).toBe(0);
	expect(rateLimit.areRetriesExhausted).toBe(false);
});

it('gives up when requests were refused for a minute and a half', () => {
	const rateLimit = opened(5);
	rateLimit.onRefused(rateLimit.onSend(0), 0, 0);
	const probes = refuseUntil(rateLimit, 0, 10 * MINUTE);
	expect(probes.at(-1)).toBeLessThan(110 * SECOND);
	expect(rateLimit.giveUpMs(probes.at(-1) ?? 0)).toBeGreaterThan(0);
	expect(rateLimit.areRetriesExhausted).toBe(true);
});

it.each<[string, (rateLimit: RateLimit) => void]>([
	['a 429', (rateLimit) => rateLimit.onRefused(rateLimit.onSend(0), 0, 60 * MINUTE)],
	['a 503', (rateLimit) => rateLimit.onUnavailable(rateLimit.onSend(0), 0, 'lost', 60 * MINUTE)],
])('gives up at once if %s asks for more than five minutes', (_what, refuse) => {
	const rateLimit = opened();
	refuse(rateLimit);
	expect(rateLimit.giveUpMs(0)).toBe(60 * MINUTE);
});

it('sends one probe after the other without pauses when the retries for an unavailable service are exhausted', () => {
	const rateLimit = opened(1);
	let now = 0;
	while (!rateLimit.areRetriesExhausted && now < 10 * MINUTE) {
		now = Math.max(now, rateLimit.nextSendAt(0, 9));
		rateLimit.onUnavailable(rateLimit.onSend(now), now, 'lost', 0);
	}
	expect(now).toBeLessThan(2 * MINUTE);
	expect([rateLimit.nextSendAt(0, 9), rateLimit.giveUpMs(now)]).toEqual([now, 0]);
});

it('sends another request if a probe has no response after ten seconds', () => {
	const rateLimit = opened();
	rateLimit.onUnavailable(rateLimit.onSend(0), 0, 'lost', 0);
	const sentAt = rateLimit.nextSendAt(0, 9);
	rateLimit.onSend(sentAt);
	expect(rateLimit.nextSendAt(1, 9)).toBe(sentAt + 10 * SECOND);
});

it('always has a time for the next request', () => {
	const step = fc.record({
		what: fc.constantFrom('accepted', 'refused', 'unavailable'),
		passesMs: fc.oneof(fc.nat(3000), fc.nat(70_000)),
		tookMs: fc.nat(100),
		inFlight: fc.nat(20),
		waiting: fc.nat(500),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const rateLimit = new RateLimit(5);
			let now = 0;
			for (const { what, passesMs, tookMs, inFlight, waiting } of steps) {
				now = Math.max(now, rateLimit.nextSendAt(0, waiting)) + passesMs;
				const permit = rateLimit.onSend(now);
				const sentAt = now;
				now += tookMs;
				if (what === 'accepted') rateLimit.onAccepted(permit, sentAt);
				else if (what === 'refused') rateLimit.onRefused(permit, now, 0);
				else rateLimit.onUnavailable(permit, now, 'lost', 0);
				expect(rateLimit.nextSendAt(inFlight, waiting)).toBeLessThanOrEqual(now + MINUTE);
			}
		}),
		{ numRuns: 2000 },
	);
});
