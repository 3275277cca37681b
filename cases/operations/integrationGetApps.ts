import { getApps } from '../../nodes/Integration/operations/getApps';
import { listOf, type OperationCase, THREE_IDS } from '../operationCase';

export const operationCase: OperationCase = {
	node: 'integration',
	operation: getApps,
	exchanges: [
		{
			title: 'with the default values, without settings of hooks',
			parameters: {},
			sends: { url: '/api/v1/accounts/27/integrations/apps' },
			gives: () => [
				{
					id: 'openai',
					name: 'OpenAI',
					description: 'Suggests replies',
					hook_type: 'account',
					enabled: true,
					allow_multiple_hooks: false,
					hooks: [{ id: 1, app_id: 'openai', status: true, inbox: null, hook_type: 'account' }],
				},
				expect.objectContaining({ id: 'dialogflow' }),
				expect.objectContaining({ id: 'slack', hooks: [] }),
				expect.objectContaining({ id: 'webhook', hooks: [] }),
			],
		},
		{
			title: 'without Simplify',
			parameters: { simplify: false },
			sends: { url: '/api/v1/accounts/27/integrations/apps' },
			gives: () =>
				Array.from({ length: 4 }, () => expect.objectContaining({ hooks: expect.any(Array) })),
		},
	],
	output: {
		record: 'IntegrationApp',
		also: {
			hooks: listOf({
				id: { type: 'integer' },
				app_id: { type: 'string' },
				status: { type: 'boolean' },
				hook_type: { type: 'string' },
			}),
		},
	},
	example: {},
	failureNote:
		'For a user with the role Agent, Chatwoot leaves out `hook_type` and `allow_multiple_hooks`, so they are null.',
	scenario: { parameters: {}, items: THREE_IDS },
};
