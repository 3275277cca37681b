import type { NodeHint } from 'n8n-workflow';

import { recordList } from '../../shared/output/body';
import { limitField, returnAllField, simplifyField } from '../../shared/form/fields';
import type { ReadOperation } from '../../shared/operation';
import { matchField } from '../../shared/form/conditions';
import { matchLink } from '../../shared/input/conditions';
import { choice, keyword } from '../../shared/input/values';
import { conditionsField, conditionsFromRows, conditionsOfJson } from '../conditions';
import { simpleContact } from '../contact';
import { pageField, readExtent } from '../page';

/** Says beside the output what may be missing in it. The editor alone evaluates it, never an item. */
const orderHint: NodeHint = {
	message:
		"Contacts that change while they are read can be missed. Add 'Sort' under 'Options' if your server knows it.",
	location: 'outputPane',
	displayCondition:
		'={{ $parameter.operation === "filter" && $parameter.returnAll && !$parameter.options.sort && !$parameter.options.page }}',
};

/** Filter contacts by conditions on their attributes (contract, 4.1). */
export const filterContacts: ReadOperation = {
	kind: 'read',
	name: 'Filter',
	value: 'filter',
	action: 'Filter contacts',
	description: 'Retrieve the contacts that match conditions on their attributes',
	endpoint: { method: 'POST', url: '/api/v1/accounts/{account_id}/contacts/filter' },
	fields: [
		{
			displayName: 'Specify Conditions',
			name: 'specifyConditions',
			type: 'options',
			noDataExpression: true,
			description: 'How to give the conditions',
			default: 'fields',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
		},
		{ ...matchField, displayOptions: { show: { specifyConditions: ['fields'] } } },
		conditionsField,
		{
			displayName: 'Conditions (JSON)',
			name: 'conditionsJson',
			type: 'json',
			typeOptions: { rows: 6 },
			displayOptions: { show: { specifyConditions: ['json'] } },
			default: '[]',
			description:
				'List of conditions, such as [{"attribute_key": "email", "filter_operator": "contains", "values": ["@example.com"]}]. Links between them that are missing become AND, and single values become lists.',
		},
		returnAllField,
		limitField,
		simplifyField,
	],
	options: [
		pageField,
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'string',
			default: '',
			placeholder: 'e.g. -last_activity_at',
			description:
				'Order of the contacts: email, name, phone_number, last_activity_at, created_at, with a minus in front for descending. Not in the documentation; many servers know it.',
		},
	],
	hints: [orderHint],
	request: (read, context) => {
		const { page, limit } = readExtent(read);
		return {
			query: { sort: read('options.sort', keyword), page },
			body: {
				payload:
					read('specifyConditions', choice('fields', 'json')) === 'json'
						? read('conditionsJson', conditionsOfJson)
						: read(
								'conditions',
								conditionsFromRows(context.getTimezone(), read('match', matchLink)),
							),
			},
			limit,
			simplify: simpleContact,
		};
	},
	records: recordList,
};
