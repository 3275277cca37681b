import { createMessagingFlow } from '../../nodes/MessagingFlow/operations/create';
import { byId, type OperationCase } from '../operationCase';

const URL = '/api/v1/accounts/27/messaging_flows';
const BOOKING = {
	name: 'Appointment booking',
	inboxId: byId(3),
	endpointUri: 'https://flows.example.com/booking',
	flowJson: '{"version": "7.0", "screens": [{"id": "WELCOME", "title": "Book a visit"}]}',
	categories: ['APPOINTMENT_BOOKING'],
};

export const operationCase: OperationCase = {
	node: 'messagingFlow',
	operation: createMessagingFlow,
	exchanges: [
		{
			title: 'with a name',
			parameters: { name: 'Survey' },
			sends: { url: URL, body: { name: 'Survey' } },
		},
		{
			title: 'with a name and an inbox',
			parameters: { name: 'Survey', inboxId: byId(3) },
			sends: { url: URL, body: { name: 'Survey', inbox_id: 3 } },
		},
		{
			title: 'with every field',
			parameters: { ...BOOKING, categories: ['APPOINTMENT_BOOKING', 'OTHER'] },
			sends: {
				url: URL,
				body: {
					name: 'Appointment booking',
					inbox_id: 3,
					endpoint_uri: 'https://flows.example.com/booking',
					flow_json: { version: '7.0', screens: [{ id: 'WELCOME', title: 'Book a visit' }] },
					categories: ['APPOINTMENT_BOOKING', 'OTHER'],
				},
			},
			gives: (dialect) => [
				expect.objectContaining({
					id: 2,
					inbox_id: 3,
					categories: ['APPOINTMENT_BOOKING', 'OTHER'],
					[dialect === 'voxys' ? 'meta_flow_id' : 'partner_flow_id']: 'flow-1002',
				}),
			],
		},
	],
	output: { record: 'MessagingFlow' },
	example: BOOKING,
	failures: [
		{ cause: 'No inbox has this ID', parameters: { inboxId: byId(99) } },
		{
			cause: 'A field that the service needs is blank',
			parameters: { name: '', inboxId: byId(''), flowJson: '{}' },
		},
	],
	scenario: {
		parameters: {
			name: '={{ $json.name }}',
			inboxId: byId('3'),
			flowJson: '{"version": "7.0", "screens": []}',
		},
		items: [{ name: 'Booking' }, { name: 'Survey' }, { name: 'Sign up again' }],
	},
};
