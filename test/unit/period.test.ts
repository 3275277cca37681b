import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { caseOf } from '../../cases';
import { requestedPeriod } from '../../nodes/OutboundReport/period';
import { build } from '../fixtures/reading';
import { GIVEN, requestOf } from '../fixtures/requests';

const { operation } = caseOf('outboundReportGetByTemplate');

/** Time zones whose clocks change at midnight, at other hours, by half an hour, or never. No midnight comes twice. */
const ZONES = [
	...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
	...['America/Sao_Paulo', 'Asia/Beirut', 'Africa/Cairo'],
];
const DAY_MS = 86_400_000;

afterEach(() => void jest.useRealTimers());

function queryOf(parameters: IDataObject, timezone?: string): IDataObject | undefined {
	return build(operation, { title: '', parameters, timezone, sends: { url: '' } }).request.query;
}

/** A function that tells the day that a clock in the time zone shows at a second of Unix time. */
function dayIn(timeZone: string): (second: unknown) => string {
	const clock = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
	return (second) => clock.format(Number(second) * 1000);
}

/** The day, like 2026-01-31, this many days later. */
function later(day: string, days: number): string {
	return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

describe('a day of the period', () => {
	it('begins and ends at midnight of its time zone, also if clocks change then', () => {
		// Clocks change in these months.
		const month = fc.constantFrom('03', '04', '09', '10', '11');
		const [year, number] = [fc.integer({ min: 2012, max: 2036 }), fc.integer({ min: 1, max: 30 })];
		const day = fc
			.tuple(year, month, number)
			.map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-'));
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), day, (zone, date) => {
				const { since, until } =
					queryOf({ period: 'between', since: date, until: date }, zone) ?? {};
				const around = [Number(since) - 1, since, until, Number(until) + 1].map(dayIn(zone));
				expect(around).toEqual([later(date, -1), date, date, later(date, 1)]);
			}),
			{
				numRuns: 250,
				// Midnight is left out.
				examples: [['America/Sao_Paulo', '2018-11-04']],
			},
		);
	});

	it('counts back from today in the time zone, without today', () => {
		const [min, max] = [new Date('2022-01-01'), new Date('2036-01-01')];
		const moment = fc.date({ min, max, noInvalidDate: true });
		const days = fc.integer({ min: 1, max: 3660 });
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), moment, days, (zone, now, count) => {
				jest.useFakeTimers({ now });
				const today = dayIn(zone)(now.getTime() / 1000);
				const [since, until] = [later(today, -count), later(today, -1)];
				const dates = queryOf({ period: 'between', since, until }, zone);
				expect(queryOf({ period: 'lastDays', days: count }, zone)).toEqual(dates);
			}),
		);
	});

	it('is the same if n8n picks it with midnight, which an expression may mean as a time', () => {
		const [since, until] = ['2026-11-01T00:00:00', '2026-11-30T00:00:00'];
		const days = { period: 'between', since: '2026-11-01', until: '2026-11-30' };
		expect(queryOf({ period: 'between', since, until })).toEqual(queryOf(days));
		const time = requestOf(operation, { ...days, since: '', until: GIVEN }, until);
		expect(time.query).toEqual({ until: Date.parse('2026-11-29T23:00:00Z') / 1000 });
	});
});

it('takes a picked day whose midnight the clocks leave out', () => {
	const zone = 'America/Sao_Paulo';
	const between = { period: 'between', until: '' };
	const picked = queryOf({ ...between, since: '2018-11-04T00:00:00' }, zone);
	expect(picked).toEqual(queryOf({ ...between, since: '2018-11-04' }, zone));
});

it('takes times, and leaves out the side that is blank', () => {
	const [since, until] = ['2026-11-01T10:00:00', '2026-11-01T10:00:00+05:00'];
	expect(queryOf({ period: 'between', since, until: '' }, 'Europe/Berlin')).toEqual({
		since: Date.parse('2026-11-01T09:00:00Z') / 1000,
	});
	expect(queryOf({ period: 'between', since: '', until })).toEqual({
		until: Date.parse('2026-11-01T05:00:00Z') / 1000,
	});
	expect(queryOf({})).toEqual({});
});

it.each<[IDataObject, string]>([
	[
		{ since: '2026-12-01', until: '2026-11-30' },
		"'Until' is '2026-11-30', which is before 'Since'. Swap the two, or choose a later day",
	],
	[{}, "'Until' is blank, and so is 'Since'"],
	[{ since: GIVEN, until: '2026-11-30' }, "'Since' is set by an expression that returned nothing"],
	[{ since: '2026-11-30', until: GIVEN }, "'Until' is set by an expression that returned nothing"],
	[{ since: '2026-02-30' }, "'Since' must be a time like 2026-03-29T09:30:00 (in Europe/Berlin)"],
	[{ since: 'last week' }, "'Since' must be a time like"],
])('refuses the dates %j', (dates, message) => {
	const parameters = { since: '', until: '', ...dates, period: 'between' };
	expect(() => requestOf(operation, parameters, '')).toThrow(message);
});

it.each([0, -1, 2.5, 3661, '1e3', 'seven'])('refuses %p as a number of days', (days) => {
	expect(() => requestOf(operation, { period: 'lastDays', days })).toThrow(
		"'Days' must be a whole number",
	);
});

it('gives way to a query parameter of the same name', () => {
	const options = { queryParameters: { parameter: [{ name: 'until', value: '1767225600' }] } };
	const dates = { period: 'between', since: '2026-11-01T00:00:00Z', until: '2026-11-30', options };
	expect(queryOf(dates)).toEqual({
		since: Date.parse('2026-11-01T00:00:00Z') / 1000,
		until: ['1767225600'],
	});
});

it.each<[string[], string[]]>([
	[[], ['requested_since', 'requested_until']],
	[['until'], ['requested_since']],
	[['since'], ['requested_until']],
	[['since', 'until'], []],
])(
	'says in its rows no end of the period that a query parameter replaced: %j',
	(replaced, said) => {
		const own = Object.fromEntries(replaced.map((name) => [name, ['1767225600']]));
		const period = { since: 1767225600, until: 1767311999 };
		expect(Object.keys(requestedPeriod(period, own, 'UTC'))).toEqual(said);
	},
);

it('refuses a period of an expression without a result', () => {
	expect(() => requestOf(operation, { period: GIVEN }, '')).toThrow("'Period' is blank");
});
