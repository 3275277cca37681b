import { actionsFromRows, actionsOfJson } from '../../nodes/AutomationRule/actions';

it.each([
	[{ actionName: 'add_label', labels: 'refund, urgent' }, ['refund', 'urgent']],
	[{ actionName: 'remove_label', labels: ['a, b', 'c'] }, ['a, b', 'c']],
	[{ actionName: 'assign_agent', id: '4' }, [4]],
	[{ actionName: 'assign_team', id: 4 }, [4]],
	[{ actionName: 'send_message', text: 'Hello, you' }, ['Hello, you']],
	[{ actionName: 'change_priority', changePriority: 'nil' }, ['nil']],
	[{ actionName: 'change_status', changeStatus: 'snoozed' }, ['snoozed']],
	[{ actionName: 'mute_conversation', labels: 'left over' }, []],
])('makes of the row %j the parameters %j', (row, params) => {
	expect(actionsFromRows({ action: [row] })).toEqual([
		{ action_name: row.actionName, action_params: params },
	]);
});

it.each([
	[{ actionName: 'add_label', labels: ' , ' }, "action 2 has nothing in 'Labels'"],
	[{ actionName: 'assign_team', id: '' }, "action 2 has nothing in 'ID'"],
	[{ actionName: 'assign_team', id: 'x' }, 'must be a whole number above 0'],
	[{ actionName: 'send_message', text: ' ' }, "action 2 has nothing in 'Text'"],
])('refuses the row %j', (row, message) => {
	const rows = [{ actionName: 'mute_conversation' }, row];
	expect(() => actionsFromRows({ action: rows })).toThrow(message);
});

it('leaves the actions of the rule where no row was added', () => {
	expect([undefined, {}, { action: [] }].map(actionsFromRows)).toEqual([
		undefined,
		undefined,
		undefined,
	]);
});

describe('actions as JSON', () => {
	it('leave as they are', () => {
		const actions = [
			{ action_name: 'send_email_to_team', action_params: [{ team_ids: [1], message: 'Look' }] },
			{ action_name: 'add_label', action_params: ['a', 'b'] },
			{ action_name: 'assign_team', action_params: [4] },
			{ action_name: 'send_message', action_params: 'one text' },
		];
		expect(actionsOfJson(JSON.stringify(actions))).toEqual(actions);
	});

	it('are a list also where one is given, with parameters also where there are none', () => {
		expect(actionsOfJson({ action_name: 'mute_conversation' })).toEqual([
			{ action_name: 'mute_conversation', action_params: [] },
		]);
	});

	it.each([
		['[7]', 'action 1 must be an object, but is 7'],
		['[{"action_params": []}]', 'action 1 has no action_name, such as "add_label"'],
		['{', 'is not valid JSON'],
	])('refuse %s', (given, message) => {
		expect(() => actionsOfJson(given)).toThrow(message);
	});

	it('are left out where they are blank', () => {
		expect(actionsOfJson(' ')).toBeUndefined();
	});
});
