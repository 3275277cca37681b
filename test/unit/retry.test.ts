import type { ApiResponse, Safety } from '../../nodes/shared/operation';
import type { Fault } from '../../nodes/shared/http/fault';
import { toAttempt } from '../../nodes/shared/http/attempt';
import { type Outcome, OUTCOMES } from '../../nodes/shared/http/outcome';
import { backOffMs, LookUpRetries, type Next, Retries } from '../../nodes/shared/http/retry';
import { backOffAfter, UNAVAILABLE_LIMIT_MS } from '../../nodes/shared/http/waits';
import { attemptWith, fault, response } from '../fixtures/responses';

const SAFETIES: Safety[] = ['safe', 'idempotent', 'lookUp', 'once'];

/** Responses and faults after which the request was certainly not carried out, and may succeed later. */
const NOT_DONE: Array<ApiResponse | Fault> = [
	...[response(425), response(429)],
	...[fault('ECONNREFUSED'), fault('ENOTFOUND')],
];

/** Those after which it may have been carried out: another attempt may succeed, if it does no harm. */
const LOST: Array<ApiResponse | Fault> = [
	...[408, 502, 503, 520, 521, 522, 523].map((status) => response(status)),
	fault('ECONNRESET'),
];
const TIMED_OUT: Array<ApiResponse | Fault> = [response(504), response(524), fault('ECONNABORTED')];

/** Those that another attempt would not change. */
const FINAL: Array<ApiResponse | Fault> = [
	...[200, 201, 301, 303, 400, 401, 403, 404, 409, 422, 501, 525].map((status) => response(status)),
	...['CERT_HAS_EXPIRED', 'ERR_CANCELED'].map((code) => fault(code)),
];

/** Each with its status or its code, for the title of a test. */
function named(given: Array<ApiResponse | Fault>): Array<[string, ApiResponse | Fault]> {
	return given.map((one) => ['status' in one ? String(one.status) : one.message, one]);
}

/** What follows for each operation, by how safe a retry is. */
function actionsAfter(result: ApiResponse | Fault, tookMs = 100): string[] {
	const attempt = attemptWith(result, tookMs);
	return SAFETIES.map((safety) => new Retries(safety, 5).next(attempt).action);
}

it.each(named(NOT_DONE))(
	'retries after %s, which was certainly not carried out',
	(_name, given) => {
		expect(new Set(actionsAfter(given))).toEqual(new Set(['retry']));
	},
);

it.each(named(LOST))(
	'retries after %s only if that does no harm, or a look-up shows the way',
	(_name, given) => {
		expect(actionsAfter(given)).toEqual(['retry', 'retry', 'lookUp', 'report']);
	},
);

it.each(named(TIMED_OUT))(
	'never sends again after %s what may still be running, if that could do harm',
	(_name, given) => {
		const lookUp = { action: 'lookUp', waitMs: 0, mayRetry: false };
		const retries = (safety: Safety) => new Retries(safety, 5).next(attemptWith(given));
		expect(retries('lookUp')).toEqual(lookUp);
		expect(retries('once')).toEqual({ action: 'report' });
	},
);

it.each(named(LOST))(
	'takes %s after a second for a request that may still be running for seconds, and after 25 for one that hangs',
	(_name, given) => {
		const running = [999, 1000, 24_999, 25_000].map(
			(tookMs) => attemptWith(given, tookMs).outcome.runsOnFor,
		);
		expect(running).toEqual([undefined, 'seconds', 'seconds', 'minutes']);
		expect(actionsAfter(given, 1000)).toEqual(['retry', 'retry', 'lookUp', 'report']);
		const next = new Retries('lookUp', 5).next(attemptWith(given, 25_000));
		expect(next).toEqual({ action: 'lookUp', waitMs: 0, mayRetry: false });
	},
);

it('counts creates that were lost late and 500s together: two retries at most', () => {
	const retries = new Retries('lookUp', 20);
	const mayRetry = [attemptWith(response(503), 2000), attemptWith(response(500))].flatMap(
		(attempt) => [retries.next(attempt), retries.next(attempt)].map(isRetried),
	);
	expect(mayRetry).toEqual([true, true, false, false]);
	const reads = new Retries('safe', 20);
	for (let count = 0; count < 20; count++)
		expect(isRetried(reads.next(attemptWith(response(503), 2000)))).toBe(true);
});

it('retries after a 500 only if that does no harm, or a look-up shows the way', () => {
	for (const tookMs of [100, 60_000])
		expect(actionsAfter(response(500), tookMs)).toEqual(['retry', 'retry', 'lookUp', 'report']);
});

it.each(named(FINAL))('reports %s', (_name, given) => {
	expect(new Set(actionsAfter(given))).toEqual(new Set(['report']));
});

it('has each status of http/outcome.ts in NOT_DONE, LOST, TIMED_OUT or FINAL above', () => {
	const named = Object.values<Outcome>(OUTCOMES).flatMap(({ responses = [] }) =>
		responses.map((one) => (typeof one === 'number' ? one : one.status)),
	);
	const listed = [...NOT_DONE, ...LOST, ...TIMED_OUT, ...FINAL, response(500)].map((one) =>
		'status' in one ? one.status : undefined,
	);
	expect(named.filter((status) => !listed.includes(status))).toEqual([]);
});

it('waits longer with each pause for a rate limit, up to 18 seconds', () => {
	const waits = [0, 1, 2, 3, 4].map((retry) =>
		backOffMs(backOffAfter(OUTCOMES.rateLimited), retry),
	);
	expect(waits.slice(0, 4)).toEqual(waits.slice(0, 4).toSorted((a, b) => a - b));
	expect(Math.max(...waits)).toBeLessThan(18_000);
});

it('retries a fault for about 15 seconds', () => {
	const waits = [0, 1, 2, 3, 4].map((retry) => backOffMs(backOffAfter(OUTCOMES.lost), retry));
	const seconds = waits.reduce((sum, wait) => sum + wait) / 1000;
	expect([seconds > 15, seconds < 18]).toEqual([true, true]);
});

function isRetried(next: Next): boolean {
	return next.action === 'retry' || (next.action === 'lookUp' && next.mayRetry);
}

/** How often this response is retried. */
function retriesAfter(status: number, maxRetries: number): number {
	return countRetries(new Retries('safe', maxRetries), status);
}

function countRetries(retries: Retries, status: number): number {
	let count = 0;
	while (count < 100 && isRetried(retries.next(attemptWith(response(status))))) count++;
	return count;
}

it('waits at least as long as an unavailable service asks for', () => {
	const asking = attemptWith(response(503, '', { 'retry-after': '70' }));
	expect(new Retries('safe', 1).next(asking)).toMatchObject({ action: 'retry', waitMs: 70_000 });
});

it('lets a request that has failed go ahead of those not yet sent, and a new one that met a 429 not', () => {
	const priorities = (...statuses: number[]) => {
		const retries = new Retries('safe', 5);
		return statuses.map((status) => retries.next(attemptWith(response(status))));
	};
	expect(priorities(429, 503, 429)).toMatchObject(
		['normal', 'retry', 'retry'].map((priority) => ({ priority })),
	);
});

it('leaves the wait after a 429 to the circuit breaker of the run', () => {
	const limited = attemptWith(response(429, '', { 'retry-after': '7' }));
	expect(new Retries('safe', 1).next(limited)).toEqual({
		action: 'retry',
		priority: 'normal',
		waitMs: 0,
	});
});

it('retries a 429 until the run gives up, but not with a Max Retries of 0', () => {
	expect([0, 1].map((maxRetries) => retriesAfter(429, maxRetries))).toEqual([0, 100]);
});

it('retries a read less often after a 500 than Max Retries allows, because a bug stays', () => {
	expect([0, 1, 20].map((maxRetries) => retriesAfter(500, maxRetries))).toEqual([0, 1, 2]);
	expect(retriesAfter(503, 20)).toBe(20);
});

it('counts a 500 apart from other failures, because a restart is often 502, 502, 500', () => {
	const retries = new Retries('idempotent', 2);
	const mayRetry = [502, 500, 502, 500, 502].map((status) =>
		isRetried(retries.next(attemptWith(response(status)))),
	);
	expect(mayRetry).toEqual([true, true, true, true, false]);
});

describe('after a 500', () => {
	/** The waits after two of them, and after one that is the last. */
	function waitsOf(safety: Safety): Array<number | undefined> {
		const retries = new Retries(safety, 2);
		return [1, 2, 3].map(() => {
			const next = retries.next(attemptWith(response(500)));
			return next.action === 'report' ? undefined : next.waitMs;
		});
	}

	it('waits two and six seconds', () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		for (const safety of ['safe', 'idempotent'] as const)
			expect(waitsOf(safety)).toEqual([2000, 6000, undefined]);
		// The last look-up waits too.
		expect(waitsOf('lookUp')).toEqual([2000, 6000, 6000]);
		jest.restoreAllMocks();
	});

	it('spreads the waits of creates widely, so that executions do not look at the same moment', () => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		expect(waitsOf('lookUp')).toEqual([4000, 12_000, 12_000]);
		expect(waitsOf('safe')[0]).toBeLessThan(2500);
		jest.restoreAllMocks();
	});
});

describe('five and a half minutes after the first request that got no 429', () => {
	const END_MS = 330_000;
	let now = 0;
	beforeEach(() => {
		now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	/** A request that was sent at a time comes back now. */
	const next = (retries: Retries, status: number, sentAt: number, headers = {}) =>
		isRetried(retries.next(toAttempt(response(status, '', headers), sentAt, 0)));

	it('no retry is sent, whatever refuses the request then', () => {
		const retries = new Retries('safe', 20);
		expect(next(retries, 503, 0)).toBe(true);
		now = END_MS;
		expect(retries.isTooLate()).toBe(false);
		now = END_MS + 1;
		expect([429, 503].map((status) => next(retries, status, 1000))).toEqual([false, false]);
		expect(retries.isTooLate()).toBe(true);
	});

	it('counts from a request that comes after 429s', () => {
		const retries = new Retries('safe', 20);
		expect(next(retries, 429, 0)).toBe(true);
		now = 400_000;
		expect(next(retries, 503, 400_000)).toBe(true);
		now += END_MS;
		expect(retries.isTooLate()).toBe(false);
	});

	it('does not begin a wait that ends later', () => {
		now = 10_000;
		expect(next(new Retries('safe', 20), 503, 0, { 'retry-after': '321' })).toBe(false);
		expect(next(new Retries('safe', 20), 500, 0, { 'retry-after': '321' })).toBe(false);
	});

	it('one hung read has ended before eleven minutes are over', () => {
		const retries = new Retries('safe', 20);
		const TIMEOUT_MS = 301_000;
		do {
			const sentAt = now;
			now += TIMEOUT_MS;
			const next = retries.next(toAttempt(fault('ECONNABORTED'), sentAt, TIMEOUT_MS));
			if (next.action !== 'retry') break;
			now += next.waitMs;
		} while (!retries.isTooLate());
		expect(now).toBeLessThan(11 * 60_000);
	});
});

describe('a look-up', () => {
	const next = (retries: LookUpRetries, status: number, headers = {}) =>
		retries.next(attemptWith(response(status, '', headers)));

	it.each([500, 502, 503, 504])('is retried after a %s for 90 seconds', (status) => {
		let now = 1000;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const retries = new LookUpRetries(1, UNAVAILABLE_LIMIT_MS);
		for (;;) {
			const waitMs = next(retries, status);
			if (waitMs === undefined) break;
			now += waitMs;
		}
		jest.restoreAllMocks();
		expect(now).toBeGreaterThan(81_000);
		expect(now).toBeLessThanOrEqual(91_000);
	});

	it('waits after a 429 with the run', () => {
		expect(next(new LookUpRetries(1, UNAVAILABLE_LIMIT_MS), 429, { 'retry-after': '300' })).toBe(0);
	});

	it('is not retried after a refusal, or with a Max Retries of 0', () => {
		expect(next(new LookUpRetries(5, UNAVAILABLE_LIMIT_MS), 403)).toBeUndefined();
		for (const status of [429, 500, 503])
			expect(next(new LookUpRetries(0, UNAVAILABLE_LIMIT_MS), status)).toBeUndefined();
	});
});
