import fc from 'fast-check';

import { isThrottleOrOutage, toAttempt } from '../../nodes/shared/http/attempt';
import { CircuitBreaker } from '../../nodes/shared/limiter/circuitBreaker';
import { response } from '../fixtures/responses';

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A breaker of a run with the default settings, but for these. */
function breakerWith({ maxRetries = 5, maxRateLimitWaitMs = 5 * MINUTE } = {}): CircuitBreaker {
	return new CircuitBreaker({ maxRetries, maxRateLimitWaitMs });
}

/** A request that was sent at a time comes back. The service may ask for a wait. */
function receive(
	breaker: CircuitBreaker,
	sentAt: number,
	status: number,
	retryAfterMs: number,
	now: number,
): void {
	const headers = retryAfterMs > 0 ? { 'retry-after': `${retryAfterMs / SECOND}` } : {};
	const attempt = toAttempt(response(status, '', headers), sentAt, 0);
	if (isThrottleOrOutage(attempt.outcome)) breaker.onFailure(attempt, now);
	else breaker.onAccepted(sentAt, now);
}

/** Sends a request and has it come back at once, or at another time. */
function exchange(
	breaker: CircuitBreaker,
	at: number,
	status: number,
	retryAfterMs = 0,
	now = at,
): void {
	breaker.onSend();
	receive(breaker, at, status, retryAfterMs, now);
}

/** A breaker that has accepted its first request, and flows. */
function flowing(maxRetries?: number): CircuitBreaker {
	const breaker = breakerWith({ maxRetries });
	exchange(breaker, 0, 200);
	return breaker;
}

/** Sends when it may and has the probes refused until this time; returns when each of them was sent. */
function refuseUntil(breaker: CircuitBreaker, now: number, until: number): number[] {
	const probes: number[] = [];
	for (;;) {
		const at = Math.max(now, breaker.nextSendAt(0, 100));
		if (at > until || breaker.state === 'givenUp') return probes;
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

it('pauses for four seconds after two refusals in a row, and longer if requests are refused after that', () => {
	const breaker = paused();
	expect(breaker.state).toBe('paused');
	expect(refuseUntil(breaker, 10, 41 * SECOND)).toEqual([4010, 12_010, 28_010]);
});

it('pauses for two seconds if the first request of a run is refused', () => {
	const breaker = breakerWith();
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
	expect(breaker.state).toBe('flowing');
});

it('lets requests flow again when a probe is accepted, but not when an earlier request is', () => {
	const breaker = paused();
	receive(breaker, 5, 200, 0, 4 * SECOND);
	expect(breaker.nextSendAt(0, 0)).toBe(4010);
	exchange(breaker, 4010, 200);
	expect(breaker.nextSendAt(0, 0)).toBe(-Infinity);
});

it('takes a probe for accepted if an earlier request comes back refused meanwhile', () => {
	const breaker = paused();
	breaker.onSend();
	receive(breaker, 5, 429, 0, 4010);
	expect(breaker.pausedUntil).toBe(4010);
	receive(breaker, 4010, 200, 0, 5 * SECOND);
	expect(breaker.nextSendAt(0, 0)).toBe(-Infinity);
});

it.each([429, 503])('pauses at once if a %s asks for it', (status) => {
	const breaker = flowing();
	exchange(breaker, 0, status, 30 * SECOND);
	expect(breaker.nextSendAt(0, 9)).toBe(30 * SECOND);
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
	const breaker = breakerWith();
	for (let request = 0; request < accepted; request++) exchange(breaker, 0, 200);
	for (const at of [10, 20]) exchange(breaker, at, status);
	exchange(breaker, 30 * SECOND, 200);
	expect(breaker.nextSendAt(0, 500)).toBe(-Infinity);
});

it('gives up when the service was unavailable for 90 seconds and more requests than Max Retries', () => {
	const [few, many] = [1, 20].map((maxRetries) => {
		const breaker = flowing(maxRetries);
		let now = 0;
		let requests = 0;
		for (; breaker.state !== 'givenUp'; requests++) {
			now = Math.max(now + 1, breaker.nextSendAt(0, 9));
			exchange(breaker, now, 503);
		}
		return { now, requests };
	});
	expect([few.now >= 90 * SECOND, few.now < 100 * SECOND]).toEqual([true, true]);
	expect(many.requests).toBe(21);
});

it('sends requests again when one is accepted after it has given up', () => {
	const breaker = breakerWith({ maxRetries: 1 });
	exchange(breaker, 0, 429);
	const end = refuseUntil(breaker, 0, 10 * MINUTE).at(-1) ?? 0;
	exchange(breaker, end + MINUTE, 200);
	expect(breaker.state).toBe('flowing');
});

it.each([429, 408, 503])('gives up at once if a %s asks for more than five minutes', (status) => {
	const breaker = flowing();
	exchange(breaker, 0, status, 60 * MINUTE);
	expect([breaker.state, breaker.pausedUntil]).toEqual(['givenUp', 60 * MINUTE]);
	expect(breaker.isPauseTooLong(MINUTE)).toBe(true);
});

it.each([
	[0, [0]],
	[1, [0, SECOND]],
	[20, [0, 2 * SECOND, 6 * SECOND, 14 * SECOND, 20 * SECOND]],
])(
	'gives up after the %s seconds that the user sets, and sends its last probe at their end',
	(seconds, probes) => {
		const breaker = breakerWith({ maxRateLimitWaitMs: seconds * SECOND });
		expect(refuseUntil(breaker, 0, MINUTE)).toEqual(probes);
		expect(breaker.state).toBe('givenUp');
	},
);

it('waits out a Retry-After that ends within the maximum wait, and gives up at once on a longer one', () => {
	const breaker = breakerWith({ maxRateLimitWaitMs: 60 * SECOND });
	exchange(breaker, 0, 429, 60 * SECOND);
	expect([breaker.state, breaker.pausedUntil]).toEqual(['probing', 60 * SECOND]);
	const other = breakerWith({ maxRateLimitWaitMs: 60 * SECOND });
	exchange(other, 0, 429);
	exchange(other, 2 * SECOND, 429, 59 * SECOND);
	expect(other.state).toBe('givenUp');
});

/** What can happen to a breaker, in any order: a late failure belongs to a request that was sent long ago. */
const happening = fc.record({
	status: fc.constantFrom(200, 429, 429, 503, 503),
	askedSeconds: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(0) },
		fc.integer({ min: 1, max: 900 }),
	),
	passesMs: fc.oneof(fc.nat(3000), fc.nat(70_000)),
	sent: fc.constantFrom('now', 'now', 'before', 'long ago'),
});

describe('whatever happens,', () => {
	/** Plays random sequences of events, and checks a law before and after each of them. */
	function always(
		law: (
			before: { state: string; pausedUntil: number },
			event: 'send' | 'accept' | 'refuse' | 'late refuse',
			breaker: CircuitBreaker,
			now: number,
		) => void,
	): void {
		const settings = fc.record({
			maxRetries: fc.nat(3),
			maxRateLimitWaitMs: fc.constantFrom(0, 20_000, 300_000),
		});
		fc.assert(
			fc.property(settings, fc.array(happening, { maxLength: 60 }), (limits, events) => {
				const breaker = breakerWith(limits);
				let now = 0;
				let lastSentAt = -1;
				for (const { status, askedSeconds, passesMs, sent } of events) {
					const check = (event: Parameters<typeof law>[1], happens: () => void) => {
						const before = { state: breaker.state, pausedUntil: breaker.pausedUntil };
						happens();
						law(before, event, breaker, now);
					};
					now = Math.max(now, sent === 'now' ? breaker.nextSendAt(0, 0) : 0) + passesMs;
					if (sent === 'now') {
						lastSentAt = now;
						check('send', () => breaker.onSend());
					}
					const sentAt = sent === 'long ago' ? -1 : lastSentAt;
					now++;
					const event = status === 200 ? 'accept' : sent === 'long ago' ? 'late refuse' : 'refuse';
					check(event, () => receive(breaker, sentAt, status, askedSeconds * SECOND, now));
				}
			}),
			{ numRuns: 500 },
		);
	}

	it('no failure ends giving up, late or not: only a new request does, and it is a probe', () => {
		always(({ state }, event, breaker) => {
			if (state !== 'givenUp') return;
			if (event === 'send') expect(breaker.state).toBe('probing');
			else if (event !== 'accept') expect(breaker.state).toBe('givenUp');
		});
	});

	it('requests flow only after one is accepted', () => {
		always(({ state }, event, breaker) => {
			if (breaker.state === 'flowing' && state !== 'flowing') expect(event).toBe('accept');
		});
	});

	it('requests are probes only at the start and after giving up, until one is accepted', () => {
		always(({ state }, event, breaker) => {
			if (breaker.state === 'probing' && state !== 'probing')
				expect([state, event]).toEqual(['givenUp', 'send']);
			if (state === 'probing' && event !== 'accept')
				expect(['probing', 'givenUp']).toContain(breaker.state);
		});
	});

	it('a late failure pauses only if the service asks for a wait', () => {
		always(({ state, pausedUntil }, event, breaker) => {
			if (event !== 'late refuse' || breaker.pausedUntil > pausedUntil) return;
			if (breaker.state !== 'givenUp') expect(['paused', state]).toContain(breaker.state);
		});
	});

	it('a pause is never shortened by a failure, and nothing is sent in it', () => {
		always(({ pausedUntil }, event, breaker, now) => {
			if (event !== 'accept') expect(breaker.pausedUntil).toBeGreaterThanOrEqual(pausedUntil);
			if (breaker.pausedUntil <= now) return;
			expect(breaker.nextSendAt(0, 9)).toBe(breaker.pausedUntil);
			expect(breaker.allowsMore(now)).toBe(false);
		});
	});

	it('there is a reason as long as the run has given up', () => {
		always((_before, _event, breaker, now) => {
			expect(breaker.giveUpReason(now) !== undefined).toBe(breaker.state === 'givenUp');
		});
	});
});

it('names what has ended the run: a wait that was asked for, the time of 429s, or an outage', () => {
	const step = fc.record({
		status: fc.constantFrom(429, 429, 503, 503, 200),
		askedSeconds: fc.oneof(
			{ weight: 4, arbitrary: fc.constant(0) },
			fc.integer({ min: 1, max: 400 }),
		),
		passesMs: fc.oneof(fc.nat(3000), fc.nat(70_000)),
		isOld: fc.boolean(),
	});
	const maxWait = fc.constantFrom(0, 1, 5, 20, 60, 300);
	fc.assert(
		fc.property(
			fc.array(step, { maxLength: 60 }),
			maxWait,
			fc.nat(6),
			(steps, wait, maxRetries) => {
				const breaker = breakerWith({ maxRetries, maxRateLimitWaitMs: wait * SECOND });
				let now = 0;
				let failures: Array<{ status: number; at: number; askedUntil: number }> = [];
				for (const { status, askedSeconds, passesMs, isOld } of steps) {
					const sentAt = isOld ? -1 : Math.max(now, breaker.nextSendAt(0, 0)) + passesMs;
					now = Math.max(now, sentAt) + 1;
					if (!isOld) breaker.onSend();
					receive(breaker, sentAt, status, askedSeconds * SECOND, now);
					if (breaker.state === 'flowing' && status === 200) failures = [];
					else if (status !== 200)
						failures.push({ status, at: now, askedUntil: now + askedSeconds * SECOND });
					const reason = breaker.giveUpReason(now);
					if (!reason) continue;
					const { cause, retryAfterMs } = reason;
					const first = (of: number) =>
						failures.find((failure) => failure.status === of)?.at ?? Infinity;
					const lastedMs = now - first(cause === 'outage' ? 503 : 429);
					if (cause === 'askedWait')
						expect(failures.map(({ askedUntil }) => askedUntil - now)).toContain(retryAfterMs);
					else if (cause === 'rateLimit') expect(lastedMs).toBeGreaterThanOrEqual(wait * SECOND);
					else
						expect([lastedMs >= 90 * SECOND, failures.length > maxRetries]).toEqual([true, true]);
				}
			},
		),
		{ numRuns: 500 },
	);
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
			const breaker = breakerWith();
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
		{ numRuns: 500 },
	);
});
