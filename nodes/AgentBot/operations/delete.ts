import { deleted } from '../../shared/response/records';
import { recordLocator } from '../../shared/form/locators';
import { irreversibleNotice } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import { namedRecord } from '../../shared/input/recordId';
import { withoutUndefined } from '../../shared/values';

/** Delete an agent bot (contract, 4.9). */
export const deleteAgentBot: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete agent bot',
	description: 'Permanently delete an agent bot from the account',
	endpoint: { method: 'DELETE', url: '/api/v1/accounts/{account_id}/agent_bots/{id}' },
	inChatwoot: true,
	fields: [
		irreversibleNotice('Each item deletes an agent bot for the whole account, for good.'),
		recordLocator({
			displayName: 'Agent Bot',
			name: 'agentBotId',
			required: true,
			description: 'Agent bot to delete',
			searchListMethod: 'searchAgentBots',
		}),
	],
	request: (read) => {
		const { id, name } = read('agentBotId', namedRecord('agent_bot'));
		return { path: { id }, extraFields: () => withoutUndefined({ record: name }) };
	},
	records: (body, { path }) => [deleted(body, 'agent bot', path?.id)],
	effect: { record: 'agent bot', done: 'deleted' },
	safety: 'idempotent',
	undocumentedBody: true,
};
