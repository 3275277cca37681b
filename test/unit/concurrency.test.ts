import { Concurrency } from '../../nodes/shared/limiter/concurrency';

/** Sends rounds of as many requests as may be in flight; each round takes this long in all. Returns the limit after each. */
function rounds(concurrency: Concurrency, count: number, tookMs: (inFlight: number) => number) {
	let now = 0;
	const limits: number[] = [];
	for (let round = 0; round < count; round++) {
		const { limit } = concurrency;
		const sentAt = now;
		now += tookMs(limit);
		for (let response = 0; response < limit; response++) concurrency.onResponse(sentAt, now, limit);
		limits.push(concurrency.limit);
	}
	return limits;
}

it('starts with a limit of eight, or the ceiling if that is lower', () => {
	expect([512, 8, 3].map((ceiling) => new Concurrency(ceiling).limit)).toEqual([8, 8, 3]);
	expect(rounds(new Concurrency(512), 1, () => 100)).toEqual([8]);
});

it('grows as long as responses take no longer', () => {
	const limits = rounds(new Concurrency(512), 6, () => 100);
	expect(limits).toEqual(limits.toSorted((one, other) => one - other));
	expect(limits.at(-1)).toBe(512);
});

it('stops growing when requests only queue', () => {
	// Five at a time, 50 ms each: more in flight take longer, and no more of them come back.
	const limits = rounds(new Concurrency(512), 40, (inFlight) => Math.max(50, inFlight * 10));
	expect(Math.max(...limits)).toBeLessThan(40);
	expect(Math.max(...limits.slice(8))).toBeLessThan(25);
});

it('takes each eighth sample at half the limit', () => {
	const limits = rounds(new Concurrency(64), 25, () => 100);
	expect(limits.filter((limit) => limit === 32).length).toBe(3);
});

it.each([
	['the first responses came quickly', 3],
	['the service becomes slower later', 40],
])('grows although %s', (_what, quick) => {
	let count = 0;
	const limits = rounds(new Concurrency(512), 70, () => (++count <= quick ? 10 : 300));
	expect(limits.at(-1)).toBe(512);
});

it('does not grow while few requests are in flight', () => {
	const concurrency = new Concurrency(512);
	for (let now = 0; now < 1000; now++) concurrency.onResponse(now, now + 1, 1);
	expect(concurrency.limit).toBe(8);
});

it.each([1, 3, 100])('never exceeds a ceiling of %s', (ceiling) => {
	expect(Math.max(...rounds(new Concurrency(ceiling), 20, () => 100))).toBeLessThanOrEqual(ceiling);
});

/** A limit that has grown to the ceiling. */
function grown(): Concurrency {
	const concurrency = new Concurrency(512);
	rounds(concurrency, 6, () => 100);
	return concurrency;
}

it('is lowered a little by each failure, so that one among many hardly matters', () => {
	const concurrency = grown();
	concurrency.onFailure();
	expect(concurrency.limit).toBe(508);
	for (let request = 1; request < 100; request++) concurrency.onFailure();
	expect(concurrency.limit).toBe(112);
});

it('lets at least one request be sent, however many fail', () => {
	const concurrency = new Concurrency(512);
	for (let request = 0; request < 20; request++) concurrency.onFailure();
	expect(concurrency.limit).toBe(1);
});
