import type { INodeProperties } from 'n8n-workflow';

import { recordItem } from '../../shared/response/records';
import { irreversibleNotice, textField } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import { required } from '../../shared/input/checks';

export const appointmentIdField: INodeProperties = {
	...textField('Appointment ID', 'appointmentId', 'ID of the appointment in your service', '42'),
	required: true,
};

/** Mark an appointment as completed (contract, 4.5). The request has no body. */
export const completeAppointment: Operation = {
	name: 'Complete',
	value: 'complete',
	action: 'Complete appointment',
	description: 'Mark an appointment as completed',
	endpoint: {
		method: 'POST',
		url: '/api/v1/accounts/{account_id}/appointments/{id}/complete',
	},
	inChatwoot: false,
	fields: [
		irreversibleNotice("Each item completes an appointment. The API can't reopen it."),
		appointmentIdField,
	],
	request: (read) => ({ path: { id: read('appointmentId', required(recordId('appointment'))) } }),
	records: (body, { path }) => [recordItem(body, 'appointment', { completed: true, id: path?.id })],
	effect: { record: 'appointment', done: 'completed' },
	safety: 'once',
	checkFirst: 'Look at its status in the service before you run this item again.',
};
