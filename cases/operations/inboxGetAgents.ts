import { AGENT_FIELDS, getAgents } from '../../nodes/Inbox/operations/getAgents';
import { byId, type OperationCase, THREE_IDS } from '../operationCase';

export const operationCase: OperationCase = {
	node: 'inbox',
	operation: getAgents,
	onlyFor: 'inboxMembers',
	exchanges: [
		{
			title: 'with an ID, giving one item per agent',
			parameters: { inboxId: byId('2'), simplify: false },
			sends: { url: '/api/v1/accounts/27/inbox_members/2' },
			gives: () => [
				expect.objectContaining({ id: 1, name: 'Ada Byron', role: 'administrator' }),
				expect.objectContaining({ id: 2, name: 'Grace Murray', role: 'agent' }),
				expect.objectContaining({ id: 4, name: 'Katherine Coleman', role: 'agent' }),
			],
		},
	],
	output: {
		record: 'InboxMember',
		only: AGENT_FIELDS,
		also: { custom_role_id: { type: ['integer', 'null'] } },
	},
	example: { inboxId: byId(1) },
	failures: [{ cause: 'The inbox was deleted', parameters: { inboxId: byId(99) } }],
	scenario: { parameters: { inboxId: byId('={{ $json.id }}') }, items: THREE_IDS },
};
