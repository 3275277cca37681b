import type { IDataObject } from 'n8n-workflow';

import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import {
	byId,
	condition,
	listOf,
	type OperationCase,
	type OutputSchema,
	THREE_IDS,
} from '../operationCase';

const URL = '/api/v1/accounts/27/automation_rules/1';
const TEXT: OutputSchema = { type: 'string' };
const GOLD = { attribute: 'customAttribute', customAttribute: 'plan', value: 'gold' };

/** Servers also return numbers and booleans, where the contract shows only text. */
const ANY_VALUES: OutputSchema = {
	type: 'array',
	items: { type: ['string', 'number', 'boolean'] },
};

export const operationCase: OperationCase = {
	node: 'automationRule',
	operation: updateAutomationRule,
	onlyFor: 'administrators',
	exchanges: [
		{
			title: 'that only turns the rule off',
			parameters: { automationRuleId: byId(1), active: 'off' },
			sends: { url: URL, body: { active: false } },
			gives: () => [
				expect.objectContaining({ id: 1, name: 'Label billing questions', active: false }),
			],
		},
		{
			title: 'with every field in rows',
			parameters: {
				automationRuleId: byId('1'),
				active: 'off',
				updateFields: {
					name: 'Refunds',
					description: 'Labels refunds',
					eventName: 'conversation_updated',
					match: 'any',
					conditions: {
						condition: [
							{ attribute: 'content', operator: 'contains', value: 'refund' },
							{ attribute: 'inbox_id', recordOperator: 'equal_to', recordId: byId(2) },
							{ ...GOLD, customAttributeType: 'contact_attribute', customOperator: 'equal_to' },
						],
					},
					actions: {
						action: [
							{ actionName: 'add_label', labels: 'refund, urgent' },
							{ actionName: 'assign_team', id: byId(14) },
							{ actionName: 'mute_conversation' },
						],
					},
				},
			},
			sends: {
				url: URL,
				body: {
					name: 'Refunds',
					description: 'Labels refunds',
					event_name: 'conversation_updated',
					active: false,
					conditions: [
						condition('content', 'contains', ['refund'], 'OR'),
						condition('inbox_id', 'equal_to', [2], 'OR'),
						{
							...condition('plan', 'equal_to', ['gold']),
							custom_attribute_type: 'contact_attribute',
						},
					],
					actions: [
						{ action_name: 'add_label', action_params: ['refund', 'urgent'] },
						{ action_name: 'assign_team', action_params: [14] },
						{ action_name: 'mute_conversation', action_params: [] },
					],
				},
			},
			undocumented: [
				'body.actions[].action_params',
				'body.actions[].action_params[]',
				'body.conditions[].custom_attribute_type',
				'body.conditions[].query_operator',
				'body.conditions[].values',
				'body.conditions[].values[]',
			],
			gives: () => [
				expect.objectContaining({ id: 1, name: 'Refunds', event_name: 'conversation_updated' }),
			],
		},
		{
			title: 'with JSON that is sent unchanged',
			parameters: rule({
				conditionsJson:
					'[{"attribute_key": "status", "filter_operator": "attribute_changed", "values": {"from": ["open"]}}]',
				actionsJson:
					'[{"action_name": "send_email_to_team", "action_params": [{"team_ids": [1]}]}]',
			}),
			sends: {
				url: URL,
				body: {
					conditions: [condition('status', 'attribute_changed', { from: ['open'] })],
					actions: [{ action_name: 'send_email_to_team', action_params: [{ team_ids: [1] }] }],
				},
			},
			undocumented: [
				'body.actions[].action_params',
				'body.actions[].action_params[]',
				'body.conditions[].query_operator',
				'body.conditions[].values',
			],
			gives: () => [
				expect.objectContaining({ id: 1, name: 'Label billing questions', active: true }),
			],
		},
	],
	output: {
		record: 'AutomationRule',
		only: [
			...['id', 'name', 'active', 'account_id', 'description', 'event_name'],
			...['conditions', 'actions', 'created_on'],
		],
		also: {
			created_on: { type: 'string' },
			conditions: listOf({
				attribute_key: TEXT,
				filter_operator: TEXT,
				values: ANY_VALUES,
				query_operator: { type: ['string', 'null'] },
			}),
			actions: listOf({ action_name: TEXT, action_params: ANY_VALUES }),
		},
	},
	example: {
		automationRuleId: byId(1),
		active: 'off',
		updateFields: {
			conditions: {
				condition: [
					{ attribute: 'content', operator: 'contains', value: 'refund' },
					{ attribute: 'inbox_id', recordOperator: 'equal_to', recordId: byId(1) },
				],
			},
			actions: {
				action: [
					{ actionName: 'add_label', labels: { __rl: true, mode: 'title', value: 'billing, vip' } },
				],
			},
		},
	},
	surprises: [
		'Fields that you do not add stay as they are.',
		'An expression in Active can also return true or false.',
		'All conditions must be met, unless you add Match.',
		'From version 4.17 on, a rule of Chatwoot can have a delay. A change of its event, conditions, actions or Active cancels what it has not done yet.',
	],
	failures: [
		{ cause: 'The rule was deleted', parameters: { automationRuleId: byId(99) } },
		{
			cause: 'Nothing is to change',
			parameters: { active: 'keep', updateFields: {} },
		},
	],
	scenario: {
		parameters: { automationRuleId: byId('={{ $json.id }}'), active: 'off' },
		items: THREE_IDS,
	},
};

function rule(updateFields: IDataObject): IDataObject {
	return { automationRuleId: byId(1), updateFields };
}
