import type { INodeProperties } from 'n8n-workflow';

export const appointmentIdField: INodeProperties = {
	displayName: 'Appointment ID',
	name: 'appointmentId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 42',
	description: 'ID of the appointment in your service',
};
