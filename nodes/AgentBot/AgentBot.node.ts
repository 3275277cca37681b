import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { searchAgentBots } from '../shared/editor/pickers';
import { deleteAgentBot } from './operations/delete';

export class AgentBot implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Agent Bot',
		name: 'agentBot',
		icon: { light: 'file:../../icons/agentBot.svg', dark: 'file:../../icons/agentBot.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Delete an agent bot of your customer conversation service',
		defaults: { name: 'Customer Conversation Agent Bot' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Agent Bot', value: 'agentBot' }, deleteAgentBot),
	};

	methods = { listSearch: { searchAgentBots } };
}
