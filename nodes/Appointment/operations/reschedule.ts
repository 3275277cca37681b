import { pick, recordItem } from '../../shared/output/records';
import type { WriteOperation } from '../../shared/operation';
import { inWords, timeOfDay } from '../../shared/input/time';
import { recordId } from '../../shared/input/recordId';
import { clearableText, required } from '../../shared/input/values';
import { appointmentIdField } from '../appointmentIdField';
import { newTimeHints } from '../newTimeHints';

/** Move an appointment to another time (contract, 4.4). */
export const rescheduleAppointment: WriteOperation = {
	kind: 'write',
	name: 'Reschedule',
	value: 'reschedule',
	action: 'Reschedule appointment',
	description: 'Move an appointment to another time',
	endpoint: {
		method: 'POST',
		url: '/api/v1/accounts/{account_id}/appointments/{id}/reschedule',
	},
	inChatwoot: false,
	fields: [
		appointmentIdField,
		{
			displayName: 'New Time',
			name: 'appointmentAt',
			type: 'dateTime',
			required: true,
			default: '',
			hint: "In the workflow's time zone, unless it has an offset. Tomorrow at ten: {{ $today.plus({ days: 1 }).set({ hour: 10 }) }}",
			description:
				'New date and time of the appointment, such as 2026-03-29T09:30:00, or 2026-03-29T09:30:00+02:00 with an offset',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Notes',
					name: 'notes',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. Asked for a later time',
					description: 'Notes to keep with the appointment',
					hint: 'Leave this field empty to clear the notes. An expression without a result changes nothing.',
				},
			],
		},
	],
	hints: newTimeHints,
	request: (read, context) => {
		const zone = context.getTimezone();
		const id = read('appointmentId', required(recordId('appointment')));
		const appointment_at = read('appointmentAt', required(timeOfDay(zone)));
		const notes = read('additionalFields.notes', clearableText);
		return {
			path: { id },
			body: { appointment_at, notes },
			also: { appointment_at_local: inWords(zone, appointment_at) },
		};
	},
	records: (body, { path, also }) => {
		const appointment = recordItem(body, 'appointment', { rescheduled: true, id: path?.id });
		// The time in words comes first, where a user sees it.
		return [{ ...pick(appointment, ['id']), ...also, ...appointment }];
	},
	effect: { record: 'appointment', done: 'rescheduled' },
	ifRepeated: { check: 'Look at its time in the service before you run this item again.' },
};
