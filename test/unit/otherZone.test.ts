import fc from 'fast-check';
import { DateTime } from 'luxon';

import { type Form, FORMS, hintsOf } from '../fixtures/forms';

describe("the warning of another time zone than the computer's", () => {
	const form = FORMS.find(({ id }) => id === 'appointmentReschedule') as Form;
	const warnings = (appointmentAt: string, timezone: string) =>
		hintsOf(form, { appointmentAt }, timezone).filter((hint) => hint.includes("'New Time'"));

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
