import type { NodeHint } from 'n8n-workflow';

import { additionalFields, textField } from '../../shared/form/fields';
import { pick, recordItem, timeOf } from '../../shared/response/records';
import type { Operation } from '../../shared/operation';
import { inWords, isIsoTime, timeOfDay } from '../../shared/input/time';
import { recordId } from '../../shared/input/recordId';
import { clearableText, required } from '../../shared/input/checks';
import { appointmentIdField } from './complete';

/**
 * n8n's picker shows no time zone, so a user takes a picked time for the local one. Zones are compared by their
 * offsets at that time, because one zone has several names. n8n evaluates no expression in a message, so only the
 * output can show the hour that is sent.
 */
const otherZoneHint: NodeHint = {
	message:
		"'New Time' is in the workflow's time zone, which isn't your computer's. See 'appointment_at_local' in the output. To change the zone, open Settings in the workflow's menu (the three dots).",
	type: 'warning',
	location: 'outputPane',
	// A time without an offset is a text of digits. An expression starts with an equals sign.
	displayCondition:
		'={{ $parameter.operation === "reschedule" && /^[\\d-]+[T ][\\d:.]+$/.test($rawParameter.appointmentAt) && [DateTime.fromISO($rawParameter.appointmentAt.replace(" ", "T"))].some((time) => time.isValid && time.offset !== time.setZone("system").offset) }}',
};

/** An appointment that was missed may be moved to a time of the past, so it is no error. */
const pastHint: NodeHint = {
	message:
		"'New Time' is in the past. Check its day and hour: the appointment is moved all the same.",
	type: 'warning',
	location: 'outputPane',
	displayCondition:
		'={{ $parameter.operation === "reschedule" && DateTime.fromISO(String($parameter.appointmentAt).replace(" ", "T")) < $now }}',
};

/** A stored time as ISO 8601; undefined if it names no moment, because it has no offset. */
function momentOf(stored: unknown): string | undefined {
	const hasOffset = /^[^T]*T.*(?:Z|[+-]\d\d:?\d\d)$/i;
	if (typeof stored === 'string')
		return hasOffset.test(stored) && isIsoTime(stored) ? stored : undefined;
	return timeOf(stored)?.toISOString();
}

/** Move an appointment to another time (contract, 4.4). */
export const rescheduleAppointment: Operation = {
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
			hint: "In the workflow's time zone. Tomorrow at ten, as an expression: {{ $today.plus({ days: 1 }).set({ hour: 10 }) }}",
			description: 'New date and time of the appointment, such as 2026-03-29T09:30:00',
		},
		additionalFields([
			{
				...textField(
					'Notes',
					'notes',
					'Notes to keep with the appointment',
					'Asked for a later time',
				),
				typeOptions: { rows: 3 },
				hint: 'Leave empty to clear the notes',
			},
		]),
	],
	hints: [otherZoneHint, pastHint],
	request: (read, context) => {
		const zone = context.getTimezone();
		const id = read('appointmentId', required(recordId('appointment')));
		const appointment_at = read('appointmentAt', required(timeOfDay(zone)));
		const notes = read('additionalFields.notes', clearableText);
		return {
			path: { id },
			body: { appointment_at, notes },
			extraFields: (appointment) => ({
				appointment_at_local: inWords(zone, momentOf(appointment.appointment_at) ?? appointment_at),
			}),
		};
	},
	records: (body, { path, extraFields }) => {
		const appointment = recordItem(body, 'appointment', { rescheduled: true, id: path?.id });
		// The time in words comes first, where a user sees it.
		return [{ ...pick(appointment, ['id']), ...extraFields?.(appointment), ...appointment }];
	},
	effect: { record: 'appointment', done: 'rescheduled' },
	safety: 'once',
	checkFirst: 'Look at its time in the service before you run this item again.',
};
