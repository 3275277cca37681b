import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { getApps } from './operations/getApps';

export class Integration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Integration',
		name: 'integration',
		icon: {
			light: 'file:../../icons/integration.svg',
			dark: 'file:../../icons/integration.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Get the integration apps of your customer conversation service',
		defaults: { name: 'Customer Conversation Integration' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Integration', value: 'integration' }, getApps),
	};
}
