import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { pushToPartner } from './operations/pushToPartner';

export class Catalog implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Catalog',
		name: 'catalog',
		icon: { light: 'file:../../icons/catalog.svg', dark: 'file:../../icons/catalog.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Publish the products of a catalog to the connected external partner catalog (not in Chatwoot)',
		defaults: { name: 'Customer Conversation Catalog' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm({ name: 'Catalog', value: 'catalog' }, pushToPartner),
	};
}
