import type { Answer } from '../../nodes/shared/transport/answer';
import { Fault } from '../../nodes/shared/transport/fault';
import type { Again } from '../../nodes/shared/transport/limiter';
import { Retries } from '../../nodes/shared/transport/retry';

function answer(status: number, headers: Answer['headers'] = {}): Answer {
	return { status, headers, body: '' };
}

function fault(code: string): Fault {
	return new Fault(Object.assign(new Error(code), { code }));
}

function first(of: Answer | Fault, repeatable: boolean): Again | undefined {
	return new Retries(5).begin()(of, repeatable);
}

/** The waits until a request that is always refused gives up. */
function schedule(of: Answer | Fault, retries: Retries, repeatable = true): number[] {
	const waits: number[] = [];
	const repeat = retries.begin();
	for (;;) {
		const next = repeat(of, repeatable);
		if (!next) return waits;
		waits.push(next.afterMs);
	}
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

describe('a 429', () => {
	it.each([true, false])('is waited for, for more than a full minute in all (%s)', (repeatable) => {
		const waits = schedule(answer(429), new Retries(5), repeatable);
		expect(waits).toHaveLength(5);
		expect(sum(waits)).toBeGreaterThan(60_000);
	});

	it('is waited for longer each time, up to a minute and a quarter', () => {
		const waits = schedule(answer(429), new Retries(12));
		const bases = [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * 1000);
		waits.forEach((wait, index) => {
			expect(wait).toBeGreaterThanOrEqual(bases[index]);
			expect(wait).toBeLessThanOrEqual(bases[index] * 1.25);
		});
	});

	it.each(['0', '-3', '1', 'soon', new Date(0).toUTCString()])(
		'is never waited for shorter than that, with Retry-After %s',
		(value) => {
			const waits = schedule(answer(429, { 'retry-after': value }), new Retries(5));
			[2, 4, 8, 16, 32].forEach((seconds, index) =>
				expect(waits[index]).toBeGreaterThanOrEqual(seconds * 1000),
			);
		},
	);

	it('is waited for as long as Retry-After says', () => {
		const again = first(answer(429, { 'retry-after': '30' }), false);
		expect(again).toMatchObject({ afterMs: 30_000, limit: { statedMs: 30_000 } });
	});

	it('is final without retries', () => {
		expect(new Retries(0).begin()(answer(429), true)).toBeUndefined();
	});

	it('is waited for although the service is down for others', () => {
		const retries = new Retries(5);
		schedule(answer(503), retries);
		expect(retries.begin()(answer(429), false)).toBeDefined();
	});
});

it('does not give a request up for a rate limit while others get through', () => {
	const retries = new Retries(1);
	const repeat = retries.begin();
	for (let round = 0; round < 9; round++) {
		retries.begin()(answer(200), true);
		expect(repeat(answer(429), true)).toBeDefined();
	}
	expect(repeat(answer(429), true)).toBeDefined();
	expect(repeat(answer(429), true)).toBeUndefined();
});

describe.each([502, 503, 504])('a %s', (status) => {
	it('is followed by another attempt where that does no harm', () => {
		const waits = schedule(answer(status), new Retries(5));
		expect(waits).toHaveLength(5);
		expect(waits[0]).toBeLessThan(1000);
		expect(waits[4]).toBeLessThanOrEqual(10_000);
	});

	it('is final for what must not be sent twice', () => {
		expect(first(answer(status), false)).toBeUndefined();
	});

	it('is waited for as long as Retry-After says', () => {
		expect(first(answer(status, { 'retry-after': '7' }), true)?.afterMs).toBe(7000);
	});
});

describe.each([
	['429', answer(429)],
	['503', answer(503)],
	['connection refused', fault('ECONNREFUSED')],
])('when a request has waited in vain for a %s', (_name, refusal) => {
	const retries = new Retries(5);

	it('the others are sent once and not again, until one is answered', () => {
		schedule(refusal, retries);
		expect(retries.begin()(refusal, true)).toBeUndefined();
		expect(retries.begin()(refusal, true)).toBeUndefined();
		expect(retries.begin()(answer(200), true)).toBeUndefined();
		expect(retries.begin()(refusal, true)).toBeDefined();
	});
});

it('a fault that was not repeated is no reason not to wait for the next', () => {
	const retries = new Retries(5);
	expect(retries.begin()(answer(503), false)).toBeUndefined();
	expect(retries.begin()(answer(503), true)).toBeDefined();
});

it.each([200, 301, 400, 401, 403, 404, 409, 422, 500, 501])('a %s is final', (status) => {
	expect(first(answer(status), true)).toBeUndefined();
});

it.each(['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE'])(
	'after %s only a read is sent again',
	(code) => {
		expect(first(fault(code), true)).toBeDefined();
		expect(first(fault(code), false)).toBeUndefined();
	},
);

it.each(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH'])(
	'after %s all are sent again, for nothing has left',
	(code) => {
		expect(first(fault(code), true)).toBeDefined();
		expect(first(fault(code), false)).toBeDefined();
	},
);

it.each(['ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_CANCELED'])(
	'after %s waiting would not help',
	(code) => {
		expect(first(fault(code), true)).toBeUndefined();
	},
);
