import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { nodeForm } from '../shared/nodeForm';
import { subtitle } from '../shared/form/display';
import { requestDefaults } from '../shared/http/request';
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
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerConversationApi', required: true }],
		requestDefaults,
		...nodeForm({ name: 'Integration', value: 'integration' }, getApps),
	};
}
