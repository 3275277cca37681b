import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { searchInboxes } from '../shared/editor/pickers';
import { getAgents } from './operations/getAgents';

export class Inbox implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Inbox',
		name: 'inbox',
		icon: { light: 'file:../../icons/inbox.svg', dark: 'file:../../icons/inbox.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Get the agents of an inbox of your customer conversation service',
		defaults: { name: 'Customer Conversation Inbox' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Inbox', value: 'inbox' }, getAgents),
	};

	methods = { listSearch: { searchInboxes } };
}
