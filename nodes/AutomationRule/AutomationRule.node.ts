import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { searchChoices, searchCustomAttributes } from '../shared/editor/attributePickers';
import {
	searchAgents,
	searchAutomationRules,
	searchInboxes,
	searchLabelTitles,
	searchTeams,
} from '../shared/editor/pickers';
import { updateAutomationRule } from './operations/update';

export class AutomationRule implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Automation Rule',
		name: 'automationRule',
		icon: {
			light: 'file:../../icons/automationRule.svg',
			dark: 'file:../../icons/automationRule.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Update an automation rule of your customer conversation service, or turn it on or off',
		defaults: { name: 'Customer Conversation Automation Rule' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Automation Rule', value: 'automationRule' }, updateAutomationRule),
	};

	methods = {
		listSearch: {
			searchAgents,
			searchAutomationRules,
			searchChoices,
			searchCustomAttributes,
			searchInboxes,
			searchLabelTitles,
			searchTeams,
		},
	};
}
