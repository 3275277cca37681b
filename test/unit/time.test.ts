import fc from 'fast-check';
import { DateTime } from 'luxon';

import { inWords, isIsoTime, isoDay, isoTime, timeOfDay } from '../../nodes/shared/input/time';

const BERLIN = isoTime('Europe/Berlin');

it.each([
	['2026-07-01T09:30:00', '2026-07-01T09:30:00+02:00'],
	['2026-01-01T09:30:00', '2026-01-01T09:30:00+01:00'],
	['2026-01-01 09:30', '2026-01-01T09:30:00+01:00'],
	['2026-01-01T9:30', '2026-01-01T09:30:00+01:00'],
	['2026-01-01 9:30:00Z', '2026-01-01T09:30:00Z'],
	['2026-01-01', '2026-01-01T00:00:00+01:00'],
	[' 2026-01-01T09:30:00\u200b', '2026-01-01T09:30:00+01:00'],
])('reads %p in the time zone of the workflow', (typed, sent) => {
	expect(BERLIN(typed)).toBe(sent);
});

it.each([
	...['2026-01-01T09:30:00Z', '2026-01-01T09:30:00-08:00', '2026-01-01T09:30:00+0530'],
	...['2026-01-01 09:30:00+00', '2026-01-01 09:30:00.123456-08'],
])('keeps the moment of %s, which has an offset', (typed) => {
	const sent = String(BERLIN(typed));
	const whole = /[+-]\d\d$/.test(typed) ? `${typed}:00` : typed;
	expect(new Date(sent).getTime()).toBe(Math.floor(new Date(whole).getTime()));
	expect(sent).toMatch(/[+-]\d{2}:\d{2}$|Z$/);
});

afterEach(() => void jest.useRealTimers());

/** Time zones whose clocks change at midnight, at other hours, by half an hour, or never. */
const ZONES = [
	...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
	...['America/Sao_Paulo', 'America/Havana', 'Asia/Beirut', 'Africa/Casablanca'],
];

const HOUR_MS = 3_600_000;

/** For each of the time zones, the moments at which its clocks change in some years, and a few others. */
const CHANGES = ZONES.map((zone) => {
	const differ = (ms: number, before: number) =>
		DateTime.fromMillis(ms, { zone }).offset !== DateTime.fromMillis(ms - before, { zone }).offset;
	const days = [2011, 2018, 2026].flatMap((year) =>
		Array.from({ length: 366 }, (_, day) => Date.UTC(year) + day * 24 * HOUR_MS),
	);
	const hours = days
		.filter((day) => differ(day, 24 * HOUR_MS))
		.flatMap((day) => Array.from({ length: 24 }, (_, hour) => day - hour * HOUR_MS));
	const changes = hours.filter((hour) => differ(hour, HOUR_MS));
	return { zone, moments: [...changes, days[0], days[500], days[1000]] };
});

/** A time that is typed without an offset, as UTC would show it, most often around a change of the clocks. */
const typedTime = fc
	.record({
		place: fc.constantFrom(
			...CHANGES.flatMap(({ zone, moments }) => moments.map((moment) => ({ zone, moment }))),
		),
		minutes: fc.oneof(
			fc.integer({ min: -16, max: 16 }).map((quarters) => quarters * 15),
			fc.integer({ min: -1500, max: 1500 }),
		),
	})
	.map(({ place: { zone, moment }, minutes }) => {
		const { offset } = DateTime.fromMillis(moment, { zone });
		return { zone, wall: moment + (offset + minutes) * 60_000 };
	});

/** All moments at which a clock in a time zone shows a time, by trying each offset that there is. */
function momentsOf(zone: string, wall: number): number[] {
	const clock = new Intl.DateTimeFormat('en-CA', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'medium',
		hourCycle: 'h23',
	});
	const shown = (ms: number) => clock.format(ms).replace(', ', 'T');
	const written = new Date(wall).toISOString().slice(0, 19);
	const quarters = Array.from({ length: 121 }, (_, index) => 60 - index);
	return quarters.map((each) => wall - each * 900_000).filter((ms) => shown(ms) === written);
}

it('is a moment at which a clock in the time zone shows it, if there is one, with the offset of that moment', () => {
	const today = fc.constantFrom('2026-01-15', '2026-07-15', '2027-12-15');
	fc.assert(
		fc.property(typedTime, today, ({ zone, wall }, now) => {
			jest.useFakeTimers({ now: new Date(now) });
			const sent = DateTime.fromISO(
				String(isoTime(zone)(new Date(wall).toISOString().slice(0, 19))),
				{ setZone: true },
			);
			expect(sent.offset).toBe(sent.setZone(zone).offset);
			// When clocks go back, an hour has two moments, and when they go forward, it has none.
			const moments = momentsOf(zone, wall);
			if (moments.length > 0) expect(moments).toContain(sent.toMillis());
		}),
		{ numRuns: 500 },
	);
});

it('accepts a Date and a DateTime from an expression', () => {
	const moment = new Date('2026-01-01T09:30:00Z');
	for (const given of [moment, DateTime.fromJSDate(moment)]) {
		expect(new Date(String(BERLIN(given))).getTime()).toBe(moment.getTime());
	}
});

it('keeps each moment in each time zone', () => {
	const zone = fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe');
	const [min, max] = [new Date('2000-01-01'), new Date('2100-01-01')];
	const moment = fc.date({ min, max, noInvalidDate: true });
	fc.assert(
		fc.property(zone, moment, (name, date) => {
			const seconds = Math.floor(date.getTime() / 1000);
			const sent = String(isoTime(name)(date.toISOString()));
			expect(Math.floor(new Date(sent).getTime() / 1000)).toBe(seconds);
			const wallClock = DateTime.fromJSDate(date, { zone: name }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
			const again = String(isoTime(name)(wallClock));
			expect(again.startsWith(wallClock)).toBe(true);
			expect(again).toMatch(/(?:[+-]\d{2}:\d{2}|Z)$/);
		}),
		{ numRuns: 300 },
	);
});

it('takes exactly the days and times that a calendar has', () => {
	const number = (max: number) =>
		fc.integer({ min: 0, max }).map((each) => String(each).padStart(2, '0'));
	const day = fc.tuple(fc.constantFrom('1990', '2024', '2100'), number(14), number(33));
	const time = fc.option(fc.tuple(number(27), number(63), number(63)), { nil: undefined });
	fc.assert(
		fc.property(day, time, (day, time) => {
			const text = [day.join('-'), ...(time ? [time.join(':')] : [])].join('T');
			const { isValid } = DateTime.fromISO(text);
			expect([text, isIsoTime(text)]).toEqual([text, isValid]);
			if (!isValid) expect(() => isoDay(text, 'UTC')).toThrow('must be a date');
		}),
		{ numRuns: 300 },
	);
});

it('says a time in words, with weekday and zone', () => {
	expect(inWords('Europe/Berlin', '2026-11-28T10:00:00+01:00')).toBe(
		'Sat, 28 Nov 2026, 10:00 (Europe/Berlin)',
	);
});

it('says each time in words as a clock in the time zone shows it', () => {
	const zone = fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe');
	const [min, max] = [new Date('2000-01-01'), new Date('2100-01-01')];
	const moment = fc.date({ min, max, noInvalidDate: true });
	const sentFrom = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York');
	fc.assert(
		fc.property(zone, moment, sentFrom, (timeZone, date, from) => {
			const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
			const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
			const clock = new Intl.DateTimeFormat('en-US', { timeZone, ...day, ...time });
			const shown = clock.formatToParts(date).map(({ type, value }) => [type, value]);
			const part = Object.fromEntries(shown) as Record<string, string>;
			const sent = String(DateTime.fromJSDate(date, { zone: from }).toISO());
			expect(inWords(timeZone, sent)).toBe(
				`${part.weekday}, ${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} (${timeZone})`,
			);
		}),
	);
});

it('is left out if it is blank', () => {
	expect(['', undefined, null, '  '].map((value) => BERLIN(value))).toEqual(
		Array(4).fill(undefined),
	);
});

const NO_DATES = [
	...['2026-13-01T00:00:00', '2026-02-30T00:00:00', '2026-01-01T25:00:00'],
	...['2026-01-01T09:30:00+99:00', '2026-01-01T09:30:00-08:60'],
];

it.each<{ value: unknown }>(
	[
		...['tomorrow', '09:30', '01.02.2026', '1767225600', ...NO_DATES],
		...[1767225600, true, {}, [], new Date('no date'), ['2027-04-03T09:30:00']],
		// Objects whose text a lenient parser takes for a day, and no time at all.
		...[new Uint8Array([1]), new Error('at 5'), Buffer.from('5'), Object('5')],
	].map((value) => ({ value })),
)('refuses $value', ({ value }) => {
	expect(() => BERLIN(value)).toThrow('must be a time like 2026-03-29T09:30:00 (in Europe/Berlin)');
});

it('says how to write a time, and names the time zone, which may be what is wrong', () => {
	const yearFirst = 'Write the year first, or use an expression that returns a date';
	const missing = 'Its day, its time of day or its time zone does not exist';
	for (const [zone, value, remedy] of [
		['Europe/Berlin', '27.11.2026 10:00', 'Write 2026-11-27T10:00:00'],
		['Europe/Berlin', '31.11.2026 10:00', yearFirst],
		['Europe/Berlin', '11/27/2026 10:00', yearFirst],
		['Europe/Berlin', '2026-02-30', missing],
		['Europe/Berlin', '2026-01-31 25:00', missing],
		['Europe/Berln', '2026-12-01T10:00:00', missing],
	]) {
		expect(() => isoTime(zone)(value)).toThrow(
			`must be a time like 2026-03-29T09:30:00 (in ${zone}), but is '${value}'. ${remedy}`,
		);
	}
	expect(() => isoTime('Europe/Berln')(new Date(0))).toThrow('(in Europe/Berln)');
});

it('refuses a date without a time of day where a time is meant, and only that', () => {
	const [min, max] = [new Date('2000-01-01'), new Date('2100-01-01')];
	const moment = fc.date({ min, max, noInvalidDate: true });
	fc.assert(
		fc.property(moment, (date) => {
			const day = date.toISOString().slice(0, 10);
			expect(() => timeOfDay('UTC')(` ${day}`)).toThrow(
				`has no time of day. Add it, such as ${day}T10:00:00`,
			);
			for (const given of [`${day}T00:00:00`, date.toISOString(), date])
				expect(timeOfDay('UTC')(given, '={{ $json.time }}')).toBe(isoTime('UTC')(given));
		}),
	);
});

it("refuses midnight without an offset if it is typed, because n8n's picker starts there", () => {
	const hour = fc.integer({ min: 0, max: 23 }).map((number) => String(number).padStart(2, '0'));
	const offset = fc.constantFrom('', 'Z', '+02:00');
	fc.assert(
		fc.property(hour, offset, fc.constantFrom('T', ' '), (hours, after, separator) => {
			const typed = `2026-11-30${separator}${hours}:00:00${after}`;
			const check = () => timeOfDay('UTC')(typed, typed);
			if (hours === '00' && after === '') expect(check).toThrow('Choose the time of day');
			else expect(check()).toBe(isoTime('UTC')(typed));
		}),
	);
});

it.each(['2026-01-01 9:30', '2026-01-01T9:30:00+01:00', '2025-12-31T24:00'])(
	'reads the day of %s',
	(typed) => {
		expect(isoDay(typed, 'UTC')).toBe('2026-01-01');
	},
);

it.each([
	// Databases return a day so.
	['2026-01-31T00:00:00Z', '2026-01-31'],
	...['T03:00:00Z', ' 03:00:00+00', ' 03:00:00+0000'].map((time) => [
		`2026-01-31${time}`,
		'2026-01-30',
	]),
	['2026-01-31T03:00:00+01:00', '2026-01-31'],
])('reads the day of %s in New York as %s', (typed, day) => {
	expect(isoDay(typed, 'America/New_York')).toBe(day);
});

it('is the same day as a day and as a time if it is written with 24:00', () => {
	expect(BERLIN('2025-12-31T24:00')).toBe('2026-01-01T00:00:00+01:00');
});
