import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { nodeForm, subtitle } from '../shared/nodeForm';
import { searchChoices, searchContactAttributes } from '../shared/editor/attributePickers';
import { searchContactInboxes, searchLabelTitles } from '../shared/editor/pickers';
import { getContactAttributes } from './mapperFields';
import { createContact } from './operations/create';
import { filterContacts } from './operations/filter';
import { searchContacts } from './operations/search';

export class Contact implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Contact',
		name: 'contact',
		icon: { light: 'file:../../icons/contact.svg', dark: 'file:../../icons/contact.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Search, filter and create contacts of your customer conversation service',
		defaults: { name: 'Customer Conversation Contact' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true }],
		...nodeForm(
			{ name: 'Contact', value: 'contact' },
			searchContacts,
			createContact,
			filterContacts,
		),
	};

	methods = {
		listSearch: { searchChoices, searchContactAttributes, searchContactInboxes, searchLabelTitles },
		resourceMapping: { getContactAttributes },
	};
}
