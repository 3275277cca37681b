import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { nodeForm } from '../shared/nodeForm';
import { searchInboxes } from '../shared/form/pickers';
import { subtitle } from '../shared/form/display';
import { requestDefaults } from '../shared/http/request';
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
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerConversationApi', required: true }],
		requestDefaults,
		...nodeForm({ name: 'Messaging Flow', value: 'messagingFlow' }, createMessagingFlow),
	};

	methods = { listSearch: { searchInboxes } };
}
