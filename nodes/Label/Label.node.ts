import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { nodeProperties } from '../shared/nodeProperties';
import { requestDefaults } from '../shared/transport/requestDefaults';
import { searchLabels } from '../shared/form/pickers';
import { deleteLabel } from './operations/delete';

export class Label implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Label',
		name: 'label',
		icon: { light: 'file:../../icons/label.svg', dark: 'file:../../icons/label.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] }}',
		description:
			'Delete a label of your customer conversation service permanently. This cannot be undone.',
		defaults: { name: 'Customer Conversation Label' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerConversationApi', required: true }],
		requestDefaults,
		properties: nodeProperties({ name: 'Label', value: 'label' }, deleteLabel),
	};

	methods = { listSearch: { searchLabels } };
}
