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

it('starts with a limit of eight, or the ceiling if that is lower', () => {
	expect([512, 8, 3].map((ceiling) => new Concurrency(ceiling).limit)).toEqual([8, 8, 3]);
	expect(rounds(new Concurrency(512), 1, () => 100)).toEqual([8]);
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

it('is lowered a little by each overload, so that one among many hardly matters', () => {
	const concurrency = new Concurrency(512);
	rounds(concurrency, 12, () => 100);
	concurrency.onOverload();
	expect(concurrency.limit).toBe(508);
	for (let request = 1; request < 100; request++) concurrency.onOverload();
	expect(concurrency.limit).toBe(112);
});

it('recovers slowly after an overload', () => {
	const concurrency = new Concurrency(512);
	rounds(concurrency, 12, () => 100);
	for (let request = 0; request < 64; request++) concurrency.onOverload();
	expect(concurrency.limit).toBe(256);
	for (let response = 0; response < 256; response++) concurrency.onResponse(1300, 1400);
	expect(concurrency.limit).toBe(320);
});

it('lets at least one request leave, however often the service is overloaded', () => {
	const concurrency = new Concurrency(512);
	for (let request = 0; request < 20; request++) concurrency.onOverload();
	expect(concurrency.limit).toBe(1);
});
