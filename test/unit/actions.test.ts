import type { INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { actionsField, actionsFromRows, actionsFromJson } from '../../nodes/AutomationRule/actions';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { GIVEN, requestOf } from '../fixtures/requests';

it.each([
	[{ actionName: 'add_label', labels: 'refund, urgent' }, ['refund', 'urgent']],
	[{ actionName: 'remove_label', labels: ['a, b', 'c'] }, ['a, b', 'c']],
	[{ actionName: 'remove_label', labels: '["a, b","c"]' }, ['a, b', 'c']],
	[{ actionName: 'add_label', labels: '2026' }, ['2026']],
	[{ actionName: 'assign_agent', id: '4' }, [4]],
	[{ actionName: 'assign_team', id: { __rl: true, mode: 'list', value: '5' } }, [5]],
	[{ actionName: 'add_label', labels: { __rl: true, mode: 'title', value: 'a, b' } }, ['a', 'b']],
	[{ actionName: 'send_webhook_event', webhookUrl: 'https://x.example' }, ['https://x.example']],
	[{ actionName: 'send_email_transcript', email: ' a@b.c, d@e.f, ' }, ['a@b.c, d@e.f']],
	[
		{ actionName: 'send_email_transcript', email: 'mailto:a@b.c?cc=x@y.z,{{contact.email}}' },
		['a@b.c, {{contact.email}}'],
	],
	[{ actionName: 'send_email_transcript', email: ['a@b.c', 'd@e.f'] }, ['a@b.c, d@e.f']],
	[{ actionName: 'mute_conversation', labels: 'left over' }, []],
])('makes of the row %j the parameters %j', (row, params) => {
	expect(actionsFromRows({ action: [row] })).toEqual([
		{ action_name: row.actionName, action_params: params },
	]);
});

it.each([
	[{ actionName: 'add_label', labels: ' , ' }, "'Labels' is blank"],
	...['[ "a", b]', "['a', 'b']", '["a", "b"'].map((labels): [object, string] => [
		{ actionName: 'add_label', labels },
		`'Labels' must be a list like ["vip", "gold"], but is '${labels}'`,
	]),
	[
		{ actionName: 'Add Label', labels: 'vip' },
		"'Action' must be a name such as add_label, but is 'Add Label'",
	],
	[
		{ actionName: 'send_email_transcript', email: 'a@x.example, , b@x.example' },
		"'Email' is blank in entry 2 of 3. Remove the entry",
	],
	[
		{ actionName: 'send_email_transcript', email: 'a@x.example; b@x.example' },
		"'Email' must be one email address",
	],
	...['"Lee, Ann" <a@x.example>', 'Lee, Ann <a@x.example>', '["a@x.example", "Lee"]'].map(
		(email): [object, string] => [
			{ actionName: 'send_email_transcript', email },
			"'Email' must be email addresses with commas between them, but one is '",
		],
	),
	[{ actionName: 'assign_team', id: '' }, "'Team' is blank"],
	[{ actionName: 'assign_agent', id: '7; drop' }, "'Agent' must be a whole number above 0"],
	[
		{ actionName: 'send_webhook_event', webhookUrl: 'x.example' },
		"'Webhook URL' must be a web address",
	],
])('refuses the row %j', (row, message) => {
	const rows = [{ actionName: 'mute_conversation' }, row];
	expect(() => actionsFromRows({ action: rows })).toThrow(`Action 2: ${message}`);
});

it('refuses an expression for the action, because all fields of its row would count', () => {
	const MUTE = { actionName: 'mute_conversation' };
	const chosen = { action: [MUTE, { actionName: '={{ $json.a }}' }] };
	expect(() => actionsFromRows({ action: [MUTE, MUTE] }, chosen)).toThrow(
		"Action 2 can't have an expression in 'Action'",
	);
});

it('keeps the actions of the rule if no row was added', () => {
	expect([{}, { action: [] }].map((rows) => actionsFromRows(rows))).toEqual([undefined, undefined]);
});

it('sends nil for the priority None, and each other choice by its name', () => {
	const { values } = (actionsField.options as INodePropertyCollection[])[0];
	const field = values.find(({ name }) => name === 'changePriority');
	const sent = (field?.options as INodePropertyOptions[]).map(({ name, value }) => [
		name,
		actionsFromRows({ action: [{ actionName: 'change_priority', changePriority: value }] })?.[0]
			.action_params,
	]);
	expect(sent).toEqual([
		['High', ['high']],
		['Low', ['low']],
		['Medium', ['medium']],
		['None', ['nil']],
		['Urgent', ['urgent']],
	]);
});

describe('actions as JSON', () => {
	it('are sent unchanged', () => {
		const actions = [
			{ action_name: 'send_email_to_team', action_params: [{ team_ids: [1], message: 'Look' }] },
			{ action_name: 'send_message', action_params: ['one text'], delay: 5 },
			{ action_name: 'of another service', action_params: { team: 1 } },
		];
		expect(actionsFromJson(JSON.stringify(actions))).toEqual(actions);
	});

	it('turn a single parameter into a list', () => {
		const action = { action_name: 'add_label', action_params: 'refund' };
		expect(actionsFromJson(action)).toEqual([{ ...action, action_params: ['refund'] }]);
	});

	it('become a list if a single action is given, and get an empty list of parameters', () => {
		expect(actionsFromJson({ action_name: 'mute_conversation' })).toEqual([
			{ action_name: 'mute_conversation', action_params: [] },
		]);
	});

	it.each(['send_message', 'add_label', 'x'])('send an empty list to %s', (action_name) => {
		const action = { action_name, action_params: [] };
		expect(actionsFromJson([action])).toEqual([action]);
	});

	it.each([
		['[7]', 'Action 1 must be an object, but is 7'],
		['{"actions": []}', 'is a whole rule. Paste only the list that it has under "actions"'],
		['[{"action_params": []}]', 'Action 1 has no action_name, such as "add_label"'],
		[
			'[{"action_name": "x", "action_params": ["a", null]}]',
			"Action 1: 'action_params' is blank in entry 2 of 2",
		],
		['[{"action_name": "add_label", "params": ["vip"]}]', 'Action 1 has no value in action_params'],
	])('refuse %s', (given, message) => {
		expect(() => actionsFromJson(given)).toThrow(message);
	});
});

describe('an update of a rule', () => {
	const update = (parameters: object) =>
		requestOf(updateAutomationRule, { automationRuleId: 1, active: 'keep', ...parameters }).body;

	it.each<[active: unknown, body: object]>([
		['on', { active: true }],
		['off', { active: false }],
		['yes', { active: true }],
	])('with Active %s sends exactly that', (active, body) => {
		expect(update({ active })).toEqual(body);
	});

	it.each(['', ' '])('clears the description only if it is left empty by hand: %j', (empty) => {
		expect(update({ updateFields: { description: empty } })).toEqual({ description: '' });
		const returned = { automationRuleId: 1, active: 'on', updateFields: { description: GIVEN } };
		expect(requestOf(updateAutomationRule, returned, empty).body).toEqual({ active: true });
	});

	it('refuses a Match without the conditions that it is about', () => {
		expect(() => update({ updateFields: { name: 'VIP', match: 'any' } })).toThrow(
			"'Match' has no effect without 'Replace All Conditions'",
		);
	});
});
