import type { Answer } from '../../nodes/shared/transport/answer';
import type { Fault } from '../../nodes/shared/transport/fault';
import type { Again } from '../../nodes/shared/transport/turns';
import { Retries } from '../../nodes/shared/transport/retry';
import { answer, fault } from '../fixtures/answers';

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

/** How long a rate limit is waited for at least, more than a minute in five attempts. */
const BASES = [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * 1000);

describe('a 429', () => {
	it.each([undefined, '0', '-3', '1', 'soon', new Date(0).toUTCString()])(
		'is waited for longer each time, up to a minute and a quarter, with Retry-After %s',
		(value) => {
			const refusal = answer(429, '', { 'retry-after': value });
			for (const repeatable of [true, false]) {
				const waits = schedule(refusal, new Retries(BASES.length), repeatable);
				expect(waits).toHaveLength(BASES.length);
				waits.forEach((wait, index) => {
					expect(wait).toBeGreaterThanOrEqual(BASES[index]);
					expect(wait).toBeLessThanOrEqual(BASES[index] * 1.25);
				});
			}
		},
	);

	it('is waited for as long as Retry-After says', () => {
		const again = first(answer(429, '', { 'retry-after': '30' }), false);
		expect(again).toMatchObject({ afterMs: 30_000, limit: { statedMs: 30_000 } });
	});

	it.each([
		[{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '100' }, 100_000],
		[{ ratelimit: '"default";r=0;t=100', 'retry-after': '30' }, 30_000],
		[{ 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': '100' }, undefined],
	])('with %j is waited for until the limit opens: %p', (headers, statedMs) => {
		expect(first(answer(429, '', headers), false)).toMatchObject({ limit: { statedMs } });
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
	expect(repeat(answer(429), true)).toBeDefined();
	for (let round = 0; round < 9; round++) {
		retries.begin()(answer(200), true);
		expect(repeat(answer(429), true)).toBeDefined();
	}
	expect(repeat(answer(429), true)).toBeDefined();
	expect(repeat(answer(429), true)).toBeUndefined();
});

it.each([
	['429', answer(429), 4],
	['503', answer(503), 1],
	['lost connection', fault('ECONNRESET'), 1],
])(
	'lets the others go on while a request gets a %s again although they get through',
	(_name, refusal, from) => {
		const retries = new Retries(5);
		const repeat = retries.begin();
		const alone = [repeat(refusal, true)?.alone];
		for (let round = 1; round <= from; round++) {
			retries.begin()(answer(200), true);
			alone.push(repeat(refusal, true)?.alone);
		}
		expect(alone).toEqual([...Array<boolean>(from).fill(false), true]);
		expect(repeat(refusal, true)?.alone).toBe(true);
	},
);

it('sends others again after one that was the only one to fail', () => {
	const retries = new Retries(1);
	const repeat = retries.begin();
	repeat(answer(503), true);
	retries.begin()(answer(200), true);
	expect(repeat(answer(503), true)).toBeUndefined();
	expect(retries.begin()(answer(503), true)).toBeDefined();
});

it.each([502, 503, 504, 520, 524])(
	'a %s is followed by another attempt where that does no harm',
	(status) => {
		const waits = schedule(answer(status), new Retries(5));
		expect(waits).toHaveLength(5);
		expect(waits[0]).toBeLessThan(1000);
		expect(waits[4]).toBeLessThanOrEqual(10_000);
		expect(first(answer(status), false)).toBeUndefined();
		expect(first(answer(status, '', { 'retry-after': '7' }), true)?.afterMs).toBe(7000);
	},
);

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

describe('the more requests in a row a rate limit has refused in vain', () => {
	const refused = (count: number): Retries => {
		const retries = new Retries(5);
		schedule(answer(429), retries);
		for (let more = 1; more < count; more++) retries.begin()(answer(429), true);
		return retries;
	};

	it('the longer nothing is sent, up to 15 s, and thirty of them take no ten seconds', () => {
		const rests = Array.from({ length: 49 }, (_, index) => refused(index + 1).restMs);
		expect(rests).toEqual([...rests].sort((one, other) => one - other));
		expect(rests.slice(0, 30).reduce((sum, rest) => sum + rest)).toBeLessThan(10_000);
		expect(rests.at(-1)).toBe(15_000);
	});

	it('the less it helps to send more: after fifty nothing is, and at once', () => {
		expect([49, 50].map((count) => refused(count).hopeless)).toEqual([false, true]);
		expect(refused(50).restMs).toBe(0);
	});

	it.each([answer(503), fault('ECONNREFUSED')])(
		'which is not so where the service is down',
		(down) => {
			const retries = new Retries(5);
			schedule(down, retries);
			for (let more = 0; more < 60; more++) retries.begin()(down, true);
			expect([retries.restMs, retries.hopeless]).toEqual([0, false]);
		},
	);

	it('but those that were open together count once', () => {
		const retries = new Retries(0);
		const together = Array.from({ length: 60 }, () => retries.begin());
		for (const repeat of together) repeat(answer(429), true, 0);
		expect(retries.restMs).toBe(refused(1).restMs);
	});

	it('also without retries', () => {
		const retries = new Retries(0);
		retries.begin()(answer(429), true);
		expect(retries.restMs).toBeGreaterThan(0);
	});

	it.each([answer(200), answer(422)])('until one is answered', (answered) => {
		const retries = refused(49);
		retries.begin()(answered, true);
		expect([retries.restMs, retries.hopeless]).toEqual([0, false]);
	});
});

it('a fault that was not repeated is no reason not to wait for the next', () => {
	const retries = new Retries(5);
	expect(retries.begin()(answer(503), false)).toBeUndefined();
	expect(retries.begin()(answer(503), true)).toBeDefined();
});

it.each<[string, Answer | Fault, boolean, boolean]>([
	['200', answer(200), false, false],
	['422', answer(422), false, false],
	['500', answer(500), false, false],
	['ECONNRESET', fault('ECONNRESET'), true, false],
	['ECONNREFUSED, for nothing has left', fault('ECONNREFUSED'), true, true],
	['a certificate', fault('DEPTH_ZERO_SELF_SIGNED_CERT'), false, false],
	['ERR_CANCELED', fault('ERR_CANCELED'), false, false],
])('after %s is sent again what may be', (_what, outcome, read, write) => {
	expect(first(outcome, true) !== undefined).toBe(read);
	expect(first(outcome, false) !== undefined).toBe(write);
});
