import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { completeAppointment } from './operations/complete';
import { rescheduleAppointment } from './operations/reschedule';

export class Appointment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Appointment',
		name: 'appointment',
		icon: {
			light: 'file:../../icons/appointment.svg',
			dark: 'file:../../icons/appointment.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Reschedule or complete appointments of your customer conversation service (not in Chatwoot)',
		defaults: { name: 'Customer Conversation Appointment' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm(
			{ name: 'Appointment', value: 'appointment' },
			rescheduleAppointment,
			completeAppointment,
		),
	};
}
