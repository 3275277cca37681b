import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';
import { type OperationCase, THREE_IDS } from '../operationCase';

const MOVE = {
	appointmentId: '2',
	appointmentAt: '2026-03-30T09:30:00',
	additionalFields: { notes: 'Asked for a later time' },
};

export const operationCase: OperationCase = {
	node: 'appointment',
	operation: rescheduleAppointment,
	exchanges: [
		{
			title: 'with a time that has an offset',
			parameters: { appointmentId: 2, appointmentAt: '2027-03-01T10:00:00+01:00' },
			sends: {
				url: '/api/v1/accounts/27/appointments/2/reschedule',
				body: { appointment_at: '2027-03-01T10:00:00+01:00' },
			},
			gives: () => [expect.objectContaining({ appointment_at: '2027-03-01T10:00:00+01:00' })],
		},
		{
			title: 'with every field, in the time zone of the workflow',
			timezone: 'America/Sao_Paulo',
			parameters: MOVE,
			sends: {
				url: '/api/v1/accounts/27/appointments/2/reschedule',
				body: { appointment_at: '2026-03-30T09:30:00-03:00', notes: 'Asked for a later time' },
			},
			gives: () => [expect.objectContaining({ id: 2, notes: 'Asked for a later time' })],
		},
	],
	output: { record: 'Appointment', also: { appointment_at_local: { type: 'string' } } },
	example: MOVE,
	failures: [
		{ cause: 'The new time has no time of day', parameters: { appointmentAt: '2026-03-30' } },
		{ cause: 'It was completed or cancelled before', parameters: { appointmentId: '13' } },
	],
	scenario: {
		parameters: {
			appointmentId: '={{ $json.id }}',
			appointmentAt: '2027-03-01T10:00:00+01:00',
		},
		items: THREE_IDS,
	},
};
