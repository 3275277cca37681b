import type { IDataObject } from 'n8n-workflow';

import { recordList, withFields } from '../../shared/response/records';
import { simplifyField } from '../../shared/form/fields';
import { inboxField } from '../../shared/form/locators';
import type { Operation } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import { required } from '../../shared/input/checks';

/** The fields of an inbox member (contract, 2.7) that workflows use most. */
export const AGENT_FIELDS = [
	'id',
	'name',
	'available_name',
	'email',
	'role',
	'custom_role_id',
	'availability_status',
	'confirmed',
];

/** List the agents of an inbox (contract, 4.7). */
export const getAgents: Operation = {
	safety: 'safe',
	name: 'Get Agents',
	value: 'getAgents',
	action: 'Get inbox agents',
	description: 'Retrieve a list of the agents of an inbox',
	endpoint: { method: 'GET', url: '/api/v1/accounts/{account_id}/inbox_members/{inbox_id}' },
	inChatwoot: true,
	fields: [{ ...inboxField('Inbox to get the agents of'), required: true }, simplifyField],
	request: (read) => ({
		path: { inbox_id: read('inboxId', required(recordId('inbox'))) },
		simplify: simpleAgent,
	}),
	records: recordList,
};

function simpleAgent(agent: IDataObject): IDataObject {
	return withFields(agent, AGENT_FIELDS);
}
