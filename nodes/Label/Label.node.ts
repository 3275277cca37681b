import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { searchLabels } from '../shared/editor/pickers';
import { deleteLabel } from './operations/delete';

export class Label implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Label',
		name: 'label',
		icon: { light: 'file:../../icons/label.svg', dark: 'file:../../icons/label.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Delete a label of your customer conversation service',
		defaults: { name: 'Customer Conversation Label' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Label', value: 'label' }, deleteLabel),
	};

	methods = { listSearch: { searchLabels } };
}
