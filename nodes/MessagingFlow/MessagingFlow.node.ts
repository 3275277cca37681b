import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { searchInboxes } from '../shared/editor/pickers';
import { createMessagingFlow } from './operations/create';

export class MessagingFlow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Messaging Flow',
		name: 'messagingFlow',
		icon: {
			light: 'file:../../icons/messagingFlow.svg',
			dark: 'file:../../icons/messagingFlow.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create a messaging flow in your customer conversation service (not in Chatwoot)',
		defaults: { name: 'Customer Conversation Messaging Flow' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Messaging Flow', value: 'messagingFlow' }, createMessagingFlow),
	};

	methods = { listSearch: { searchInboxes } };
}
