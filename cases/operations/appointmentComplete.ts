import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { type OperationCase, THREE_IDS } from '../operationCase';

export const operationCase: OperationCase = {
	node: 'appointment',
	operation: completeAppointment,
	isIrreversible: true,
	exchanges: [
		{
			title: 'with an ID and without a body',
			parameters: { appointmentId: 12 },
			sends: { url: '/api/v1/accounts/27/appointments/12/complete' },
			gives: () => [expect.objectContaining({ id: 12, status: 'completed' })],
		},
	],
	output: { record: 'Appointment' },
	example: { appointmentId: '2' },
	failures: [
		{ cause: 'It was completed or cancelled before', parameters: { appointmentId: '13' } },
		{ cause: 'No appointment has this ID', parameters: { appointmentId: '99' } },
	],
	scenario: { parameters: { appointmentId: '={{ $json.id }}' }, items: THREE_IDS },
};
