import { retryAfter, statedLimit } from '../../nodes/shared/transport/stated';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const at = (ms: number) => new Date(NOW + ms).toUTCString();

describe('Retry-After', () => {
	it.each([
		['30', 30_000],
		['2.25', 2250],
		['3s', 3000],
		['3, 5', 5000],
		[at(20_000), 20_000],
		[at(9_000_000), 300_000],
		[String(NOW / 1000 + 20), 20_000],
		[String(NOW + 20_000), 20_000],
	])('of %p is a wait of %s ms', (value, ms) => {
		expect(retryAfter({ 'retry-after': value }, NOW)).toBe(ms);
	});

	it.each(['', '0', '-5', '3, soon', '-', '1e400s', at(-20_000)])('of %p says nothing', (value) => {
		expect(retryAfter({ 'retry-after': value }, NOW)).toBeUndefined();
	});

	it('as a date is read by the clock of the service', () => {
		const headers = { 'retry-after': at(-50_000), date: at(-60_000) };
		expect(retryAfter(headers, NOW)).toBe(10_000);
	});
});

const reset = (at: number) => ({
	'x-ratelimit-remaining': '0',
	'x-ratelimit-reset': String(at),
});

it.each([
	[{}, undefined],
	[{ 'x-ratelimit-remaining': '7 left' }, undefined],
	[{ 'x-ratelimit-remaining': ' 7 ' }, { remaining: 7 }],
	[{ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' }, undefined],
	[reset(12), { remaining: 0, resetMs: 12_000 }],
	[reset(NOW / 1000 + 9), { remaining: 0, resetMs: 9000 }],
	[reset(NOW + 8000), { remaining: 0, resetMs: 8000 }],
	[
		{ 'ratelimit-remaining': '3', 'ratelimit-reset': '4' },
		{ remaining: 3, resetMs: 4000 },
	],
	[{ ratelimit: 'limit=100, remaining=50, reset=5' }, { remaining: 50, resetMs: 5000 }],
	[{ ratelimit: '"default";r=50;t=30' }, { remaining: 50, resetMs: 30_000 }],
	[{ ratelimit: '"default";r=0;t=5, "hour";r=0;t=299' }, { remaining: 0, resetMs: 299_000 }],
	[{ ratelimit: '"day";r=900;t=70, "minute"; t=8; r=4' }, { remaining: 4, resetMs: 8000 }],
])('reads the rate limit from %j', (headers, stated) => {
	expect(statedLimit(headers, NOW)).toEqual(stated);
});

it('counts to a time of reset by the clock of the service, if it tells its time', () => {
	const headers = {
		date: at(-240_000),
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': String((NOW - 210_000) / 1000),
	};
	expect(statedLimit(headers, NOW)).toEqual({ remaining: 0, resetMs: 30_000 });
});
