import { retryAfterMs } from '../../nodes/shared/http/attempt';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const at = (ms: number) => new Date(NOW + ms).toUTCString();

describe('Retry-After', () => {
	it.each([
		['30', 30_000],
		['2.25', 2250],
		['3600', 3_600_000],
		[at(20_000), 20_000],
	])('of %p asks for %s ms', (value, ms) => {
		expect(retryAfterMs({ 'retry-after': value }, NOW)).toBe(ms);
	});

	it.each([
		...['', '0', '-5', '+49', '3, 5', '3s', '-', '1e400', at(-20_000)],
		...['60 seconds', 'in 2049', 'January 2049', '2049-01-01', '1/1/2049', 'Fri, 02 Jan 2049'],
	])('of %p asks for no wait', (value) => {
		expect(retryAfterMs({ 'retry-after': value }, NOW)).toBe(0);
	});

	it.each(['9'.repeat(16), '9'.repeat(20), '9'.repeat(400)])(
		'of %p asks for a wait whose end is still a date',
		(value) => {
			const end = new Date(NOW + retryAfterMs({ 'retry-after': value }, NOW));
			expect(() => end.toISOString()).not.toThrow();
		},
	);

	it('is read by the clock of the service if it is a date', () => {
		const headers = { 'retry-after': at(-50_000), date: at(-60_000) };
		expect(retryAfterMs(headers, NOW)).toBe(10_000);
	});

	it('is the only header that counts', () => {
		const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
		expect(retryAfterMs(headers, NOW)).toBe(0);
	});
});
