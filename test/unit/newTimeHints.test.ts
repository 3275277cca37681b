import fc from 'fast-check';
import { DateTime } from 'luxon';

import { type Form, FORMS, hintsOf } from '../fixtures/forms';

describe("the warning of another time zone than the computer's", () => {
	const form = FORMS.find(({ id }) => id === 'appointmentReschedule') as Form;
	const warnings = (appointmentAt: string, timezone: string) =>
		hintsOf(form, { appointmentAt }, timezone).filter((hint) => hint.includes("computer's"));

	it('is there just if a time without an offset is another moment on the computer', () => {
		const zones = [
			'UTC',
			'Etc/UTC',
			'Europe/Berlin',
			'Europe/London',
			'Asia/Calcutta',
			'Asia/Kolkata',
		];
		const [min, max] = [new Date('2020-01-01'), new Date('2040-01-01')];
		const moment = fc.date({ min, max, noInvalidDate: true });
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				moment,
				fc.constantFrom('T', ' '),
				(zone, date, sep) => {
					const local = DateTime.fromJSDate(date, { zone }).startOf('day').set({ hour: 12 });
					const [day, time] = [local.toFormat('yyyy-MM-dd'), local.toFormat('HH:mm:ss')];
					const here = -new Date(local.toMillis()).getTimezoneOffset();
					expect(warnings(`${day}${sep}${time}`, zone)).toHaveLength(local.offset === here ? 0 : 1);
					for (const other of [
						`${day}T${time}Z`,
						`${day}T${time}+02:00`,
						day,
						`=${day}T${time}`,
						'',
					])
						expect(warnings(other, zone)).toEqual([]);
				},
			),
			{ numRuns: 50 },
		);
	});
});

describe('the warning of the past', () => {
	const form = FORMS.find(({ id }) => id === 'appointmentReschedule') as Form;
	const isWarned = (appointmentAt: string, timezone: string) =>
		hintsOf(form, { appointmentAt }, timezone).includes(
			"'New Time' is in the past. Check its day and hour: the appointment is moved all the same.",
		);

	it('is there just if the time, in the zone of the workflow, is over', () => {
		const minutes = fc.integer({ min: -100_000, max: 100_000 }).filter((each) => each !== 0);
		const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Tokyo');
		fc.assert(
			fc.property(minutes, zones, fc.boolean(), (distance, zone, isExpression) => {
				const time = DateTime.now().plus({ minutes: distance });
				const local = time.setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm:ss");
				const written = isExpression ? `={{ "${time.toISO()}" }}` : local;
				expect(isWarned(written, zone)).toBe(distance < 0);
			}),
			{ numRuns: 50 },
		);
	});

	it('is not there without a time', () => {
		for (const blank of ['', 'tomorrow', '=']) expect(isWarned(blank, 'UTC')).toBe(false);
	});
});
