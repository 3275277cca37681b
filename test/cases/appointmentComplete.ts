import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { type OperationCase, THREE_IDS, when } from '../fixtures/operationCase';

export const operationCase: OperationCase = {
	node: 'appointment',
	operation: completeAppointment,
	final: true,
	exchanges: [
		{
			title: 'with an ID, and no body',
			parameters: { appointmentId: 12 },
			sends: { url: '/api/v1/accounts/27/appointments/12/complete' },
			gives: () => [expect.objectContaining({ id: 12, status: 'completed' })],
		},
	],
	output: { record: 'Appointment' },
	example: {
		parameters: { appointmentId: '2' },
		mishaps: [
			when('the appointment does not exist', { appointmentId: '99' }),
			when('the appointment was completed or cancelled before', { appointmentId: '13' }),
		],
	},
	scenario: { parameters: { appointmentId: '={{ $json.id }}' }, items: THREE_IDS },
};
