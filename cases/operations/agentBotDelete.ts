import { deleteAgentBot } from '../../nodes/AgentBot/operations/delete';
import { byId, type OperationCase, THREE_IDS } from '../operationCase';

export const operationCase: OperationCase = {
	node: 'agentBot',
	operation: deleteAgentBot,
	onlyFor: 'administrators',
	isIrreversible: true,
	exchanges: [
		{
			title: 'with an ID',
			parameters: { agentBotId: byId(2) },
			sends: { url: '/api/v1/accounts/27/agent_bots/2' },
			gives: () => [{ deleted: true, id: 2 }],
		},
	],
	output: { also: { deleted: { type: 'boolean' }, id: { type: 'integer' } } },
	example: { agentBotId: byId(1) },
	failures: [
		{
			cause: 'The bot was deleted before, or is shared by all accounts',
			parameters: { agentBotId: byId(3) },
		},
	],
	scenario: {
		parameters: { agentBotId: byId('={{ $json.id }}') },
		items: THREE_IDS,
		prepare: ({ agentBots }) => agentBots.forEach((bot) => (bot.system_bot = false)),
	},
};
