import { Concurrency } from '../../nodes/shared/transport/concurrency';

/** Sends rounds of as many requests as may be in flight; each round takes this long in all. */
function rounds(concurrency: Concurrency, count: number, tookMs: (inFlight: number) => number) {
	let now = 0;
	const limits: number[] = [];
	for (let round = 0; round < count; round++) {
		const { limit } = concurrency;
		const sentAt = now;
		now += tookMs(limit);
		for (let response = 0; response < limit; response++) concurrency.onResponse(sentAt, now);
		limits.push(concurrency.limit);
	}
	return limits;
}

it('starts with a limit of one, then eight', () => {
	const concurrency = new Concurrency(512);
	expect(concurrency.limit).toBe(1);
	expect(rounds(concurrency, 1, () => 100)).toEqual([8]);
});

it('grows while more requests in flight lead to more responses per second', () => {
	const limits = rounds(new Concurrency(512), 12, () => 100);
	expect(limits).toEqual(limits.toSorted((one, other) => one - other));
	expect(limits.at(-1)).toBe(512);
});

it('stops growing when requests only queue', () => {
	// Five at a time, 50 ms each: more in flight take longer, and no more of them come back.
	const limits = rounds(new Concurrency(512), 40, (inFlight) => Math.max(50, inFlight * 10));
	expect(Math.max(...limits)).toBeLessThan(40);
});

it.each([1, 3, 100])('never exceeds a ceiling of %s', (ceiling) => {
	expect(Math.max(...rounds(new Concurrency(ceiling), 20, () => 100))).toBeLessThanOrEqual(ceiling);
});

it('is halved by an overload, once for all requests that were in flight together', () => {
	const concurrency = new Concurrency(512);
	rounds(concurrency, 12, () => 100);
	for (let request = 0; request < 10; request++) concurrency.onOverload(1200, 1300);
	expect(concurrency.limit).toBe(256);
});

it('recovers slowly after an overload', () => {
	const concurrency = new Concurrency(512);
	rounds(concurrency, 12, () => 100);
	concurrency.onOverload(1200, 1300);
	const sentAt = 1300;
	for (let response = 0; response < 256; response++) concurrency.onResponse(sentAt, 1400);
	expect(concurrency.limit).toBe(320);
});

it('lets at least one request leave, however often the service is overloaded', () => {
	const concurrency = new Concurrency(512);
	for (let now = 0; now < 20; now++) concurrency.onOverload(now, now + 1);
	expect(concurrency.limit).toBe(1);
});
