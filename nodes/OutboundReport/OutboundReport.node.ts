import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { getByTemplate } from './operations/getByTemplate';

export class OutboundReport implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Outbound Report',
		name: 'outboundReport',
		icon: {
			light: 'file:../../icons/outboundReport.svg',
			dark: 'file:../../icons/outboundReport.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle,
		description:
			'Get the performance of each message template: sent, delivered, read and failed (not in Chatwoot)',
		defaults: { name: 'Customer Conversation Outbound Report' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Outbound Report', value: 'outboundReport' }, getByTemplate),
	};
}
