import { Fault } from '../../nodes/shared/transport/fault';
import { again, isDown, type Repeats, retryAfter } from '../../nodes/shared/transport/retry';
import type { Answer } from '../../nodes/shared/transport/answer';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const READ: Repeats = { maxRetries: 5, repeatable: true, down: false };
const WRITE: Repeats = { ...READ, repeatable: false };

function answer(status: number, retryAfterHeader?: string): Answer {
	return { status, headers: retryAfterHeader ? { 'retry-after': retryAfterHeader } : {}, body: '' };
}

function fault(code: string): Fault {
	return new Fault(Object.assign(new Error(code), { code }));
}

/** The waits until a request that is always refused gives up. */
function schedule(refusal: Answer | Fault, repeats: Repeats): number[] {
	const waits: number[] = [];
	for (let attempt = 0; ; attempt++) {
		const next = again(refusal, attempt, repeats);
		if (!next) return waits;
		waits.push(next.afterMs);
	}
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

describe('a 429', () => {
	it.each([
		['reads', READ],
		['writes', WRITE],
	])('is waited for with %s, for more than a full minute in all', (_name, repeats) => {
		const waits = schedule(answer(429), repeats);
		expect(waits).toHaveLength(5);
		expect(sum(waits)).toBeGreaterThan(60_000);
	});

	it('is waited for longer each time, up to a minute and a quarter', () => {
		const waits = schedule(answer(429), { ...READ, maxRetries: 12 });
		const bases = [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * 1000);
		waits.forEach((wait, index) => {
			expect(wait).toBeGreaterThanOrEqual(bases[index]);
			expect(wait).toBeLessThanOrEqual(bases[index] * 1.25);
		});
	});

	it('is waited for as long as Retry-After says', () => {
		expect(again(answer(429, '30'), 0, WRITE)?.afterMs).toBe(30_000);
	});

	it('is final without retries', () => {
		expect(again(answer(429), 0, { ...READ, maxRetries: 0 })).toBeUndefined();
	});

	it('is waited for although the service is down for others', () => {
		expect(again(answer(429), 0, { ...WRITE, down: true })).toBeDefined();
	});
});

describe.each([502, 503, 504])('a %s', (status) => {
	it('is followed by another attempt where that does no harm', () => {
		const waits = schedule(answer(status), READ);
		expect(waits).toHaveLength(5);
		expect(waits[0]).toBeLessThan(1000);
		expect(waits[4]).toBeLessThanOrEqual(10_000);
	});

	it('is final for what must not be sent twice', () => {
		expect(again(answer(status), 0, WRITE)).toBeUndefined();
	});

	it('is waited for as long as Retry-After says', () => {
		expect(again(answer(status, '7'), 0, READ)?.afterMs).toBe(7000);
	});

	it('is final where another request has just waited in vain', () => {
		expect(again(answer(status), 0, { ...READ, down: true })).toBeUndefined();
	});
});

it.each([200, 301, 400, 401, 403, 404, 409, 422, 500, 501])('a %s is final', (status) => {
	expect(again(answer(status), 0, READ)).toBeUndefined();
});

it.each(['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE'])(
	'after %s only a read is sent again',
	(code) => {
		expect(again(fault(code), 0, READ)).toBeDefined();
		expect(again(fault(code), 0, WRITE)).toBeUndefined();
	},
);

it.each(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH'])(
	'after %s all are sent again, for nothing has left',
	(code) => {
		expect(again(fault(code), 0, READ)).toBeDefined();
		expect(again(fault(code), 0, WRITE)).toBeDefined();
	},
);

it.each(['ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_CANCELED'])(
	'after %s waiting would not help',
	(code) => {
		expect(again(fault(code), 0, READ)).toBeUndefined();
	},
);

it('counts as down what may be over in a moment', () => {
	expect([502, 503, 504].map((status) => isDown(answer(status)))).toEqual([true, true, true]);
	expect([200, 404, 429, 500].some((status) => isDown(answer(status)))).toBe(false);
	expect([isDown(fault('ECONNREFUSED')), isDown(fault('ENOTFOUND'))]).toEqual([true, false]);
});

describe('Retry-After', () => {
	it.each([
		['30', 30_000],
		[' 5 ', 5000],
		['0', 0],
		['3600', 300_000],
		[new Date(NOW + 20_000).toUTCString(), 20_000],
		[new Date(NOW - 20_000).toUTCString(), 0],
		[new Date(NOW + 9_000_000).toUTCString(), 300_000],
	])('of %p is a wait of %s ms', (header, ms) => {
		expect(retryAfter(answer(429, header), NOW)).toBe(ms);
	});

	it.each(['soon', '-', 'NaN', '1e400s'])('of %p says nothing', (header) => {
		expect(retryAfter(answer(429, header), NOW)).toBeUndefined();
	});

	it('says nothing where it is missing', () => {
		expect(retryAfter(answer(429), NOW)).toBeUndefined();
	});
});
