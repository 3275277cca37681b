import { account, ask, sandboxForTests } from './support';

const APPS = account('integrations/apps');
const HOUR_MS = 3_600_000;

async function statuses(
	count: number,
	request: () => Promise<{ status: number }>,
): Promise<number[]> {
	const replies = await Promise.all(Array.from({ length: count }, request));
	return replies.map(({ status }) => status).sort();
}

describe('a rate limit', () => {
	const sandbox = sandboxForTests({ rateLimit: { requests: 3, windowMs: HOUR_MS } });

	test('lets so many requests through in its window', async () => {
		expect(await statuses(5, () => ask(sandbox(), 'GET', APPS))).toEqual([200, 200, 200, 429, 429]);
	});

	test('says when the window ends, in the documented dialect', async () => {
		await statuses(3, () => ask(sandbox(), 'GET', APPS));
		const seconds = Number((await ask(sandbox(), 'GET', APPS)).headers.get('retry-after'));

		expect(seconds).toBeGreaterThan(0);
		expect(seconds).toBeLessThanOrEqual(3600);
	});

	test('says nothing more in the upstream dialect', async () => {
		sandbox().setDialect('upstream');
		await statuses(3, () => ask(sandbox(), 'GET', APPS));
		const { headers, text } = await ask(sandbox(), 'GET', APPS);

		expect([headers.get('retry-after'), text]).toEqual([null, 'Retry later\n']);
	});

	test('keeps Retry-After to itself when told so', async () => {
		sandbox().configure({ rateLimit: { requests: 0, windowMs: HOUR_MS, retryAfter: false } });

		expect((await ask(sandbox(), 'GET', APPS)).headers.get('retry-after')).toBeNull();
	});

	test('can be for one operation only', async () => {
		sandbox().configure({
			rateLimit: { requests: 0, windowMs: HOUR_MS, operation: 'contactSearch' },
		});

		expect((await ask(sandbox(), 'GET', account('contacts/search?q=a'))).status).toBe(429);
		expect((await ask(sandbox(), 'GET', APPS)).status).toBe(200);
	});

	test('does nothing for a request that it refuses', async () => {
		sandbox().configure({ rateLimit: { requests: 0, windowMs: HOUR_MS } });
		await ask(sandbox(), 'DELETE', account('labels/1'));

		expect(sandbox().state.labels).toHaveLength(7);
	});

	test('lets requests through again in the next window', async () => {
		sandbox().configure({ rateLimit: { requests: 1, windowMs: 30 } });
		const seen = new Set<number>();
		const deadline = Date.now() + 2000;
		while (Date.now() < deadline && !(seen.has(429) && seen.has(200))) {
			seen.add((await ask(sandbox(), 'GET', APPS)).status);
		}

		expect(seen).toEqual(new Set([200, 429]));
	});
});

describe('a limited capacity', () => {
	const sandbox = sandboxForTests({ capacity: { concurrent: 2, serviceMs: 200, queue: 3 } });

	test('answers 503 beyond those served and those waiting', async () => {
		expect(await statuses(8, () => ask(sandbox(), 'GET', APPS))).toEqual([
			200, 200, 200, 200, 200, 503, 503, 503,
		]);
	});

	test('serves so many at a time', async () => {
		const start = Date.now();
		await statuses(5, () => ask(sandbox(), 'GET', APPS));

		expect(Date.now() - start).toBeGreaterThanOrEqual(590);
	});

	test('serves again when the line has gone', async () => {
		await statuses(8, () => ask(sandbox(), 'GET', APPS));

		expect(await statuses(2, () => ask(sandbox(), 'GET', APPS))).toEqual([200, 200]);
	});
});

describe('a latency', () => {
	const sandbox = sandboxForTests({ latencyMs: 40 });

	test('is added to each answer', async () => {
		await ask(sandbox(), 'GET', APPS);

		expect(sandbox().requests[0].ms).toBeGreaterThanOrEqual(35);
	});

	test('leaves requests open together, which is counted', async () => {
		await statuses(4, () => ask(sandbox(), 'GET', APPS));

		expect(sandbox().counts.peak).toBe(4);
		expect(sandbox().requests.map(({ open }) => open)).toEqual([1, 2, 3, 4]);
	});
});
