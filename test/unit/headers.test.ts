import { retryAfterMs } from '../../nodes/shared/transport/headers';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const at = (ms: number) => new Date(NOW + ms).toUTCString();

describe('Retry-After', () => {
	it.each([
		['30', 30_000],
		['2.25', 2250],
		['3s', 3000],
		['3, 5', 5000],
		['3600', 3_600_000],
		[at(20_000), 20_000],
		['Friday, 02-Jan-26 03:04:25 GMT', 20_000],
		['Fri Jan  2 03:04:25 2026', 20_000],
		[String(NOW / 1000 + 20), 20_000],
		[String(NOW + 20_000), 20_000],
	])('of %p asks for %s ms', (value, ms) => {
		expect(retryAfterMs({ 'retry-after': value }, false, NOW)).toBe(ms);
	});

	it.each([
		...['', '0', '-5', '+49', '3, soon', '-', '1e400s', '9'.repeat(400), at(-20_000)],
		...['60 seconds', 'in 2049', 'January 2049', '2049-01-01', '1/1/2049', 'Fri, 02 Jan 2049'],
	])('of %p asks for no wait', (value) => {
		expect(retryAfterMs({ 'retry-after': value }, false, NOW)).toBe(0);
	});

	it('is read by the clock of the service if it is a date', () => {
		const headers = { 'retry-after': at(-50_000), date: at(-60_000) };
		expect(retryAfterMs(headers, false, NOW)).toBe(10_000);
	});

	it('takes precedence over the rate-limit headers', () => {
		const headers = { 'retry-after': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
		expect(retryAfterMs(headers, true, NOW)).toBe(5000);
	});
});

const reset = (value: number) => ({
	'x-ratelimit-remaining': '0',
	'x-ratelimit-reset': String(value),
});

describe('rate-limit headers', () => {
	it.each<[Record<string, string>, number]>([
		[{}, 0],
		[{ 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '60' }, 0],
		[{ 'x-ratelimit-remaining': '0' }, 0],
		[reset(12), 12_000],
		[reset(NOW / 1000 + 9), 9000],
		[reset(NOW + 8000), 8000],
		[{ 'ratelimit-remaining': '0', 'ratelimit-reset': '4' }, 4000],
		[{ ratelimit: 'limit=100, remaining=0, reset=5' }, 5000],
		[{ ratelimit: '"default";r=50;t=30' }, 0],
		[{ ratelimit: '"default";r=0;t=5, "hour";r=0;t=299' }, 299_000],
		[{ ratelimit: '"day";r=900;t=70, "minute"; t=8; r=0' }, 8000],
	])('%j of a 429 ask for %s ms', (headers, ms) => {
		expect(retryAfterMs(headers, true, NOW)).toBe(ms);
	});

	it('are ignored without a 429', () => {
		expect(retryAfterMs(reset(12), false, NOW)).toBe(0);
	});

	it('are read by the clock of the service, if it sends its time', () => {
		const headers = { date: at(-240_000), ...reset((NOW - 210_000) / 1000) };
		expect(retryAfterMs(headers, true, NOW)).toBe(30_000);
	});
});
