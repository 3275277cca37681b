import type { IDataObject } from 'n8n-workflow';

import { byId } from '../fixtures/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from './harness';

const running = sandboxForTests();

function reschedule(notes: unknown): IDataObject {
	return {
		operation: 'reschedule',
		appointmentId: '2',
		appointmentAt: '2027-03-01T10:00:00Z',
		additionalFields: { notes } as IDataObject,
	};
}

it.each([
	['left empty', '', ''],
	['an expression that gives an empty text', '={{ $json.empty }}', ''],
	['an expression that gives null', '={{ $json.none }}', undefined],
	['an expression that gives nothing', '={{ $json.missing }}', undefined],
])('an added text clears or is left out: %s', async (_how, notes, sent) => {
	const { requests, error } = await runNode(running(), {
		node: 'appointment',
		parameters: reschedule(notes),
		items: [{ empty: '', none: null }],
	});
	expect(error).toBeUndefined();
	expect((requests[0].body as IDataObject).notes).toBe(sent);
});

const FLOW = { operation: 'create', name: 'Booking' };

/** What missing values become on their way into a rule. */
const MISREAD: Array<[what: string, updateFields: IDataObject, says: string]> = [
	[
		'the word undefined as an action',
		{ actions: { action: [{ actionName: '={{ String($json.missing) }}' }] } },
		"Action 1: 'Action' is the word 'undefined', so a value is missing",
	],
	[
		'the word null as an attribute',
		{ conditions: { condition: [{ attribute: 'null', operator: 'equal_to', value: 'x' }] } },
		"Condition 1: 'Attribute' is the word 'null', so a value is missing",
	],
	['the word undefined as an event', { eventName: 'undefined' }, "'Event Name' is the word"],
	[
		'the word undefined as an action in JSON',
		{ actionsJson: '[{"action_name": "undefined"}]' },
		'Action 1: has no action_name',
	],
	[
		'null as a parameter of an action in JSON',
		{ actionsJson: '={{ [{ action_name: "add_label", action_params: [$json.missing] }] }}' },
		'Action 1: has null in action_params, so a value is missing',
	],
	[
		'null as a value of a condition in JSON',
		{
			conditionsJson:
				'[{"attribute_key": "content", "filter_operator": "contains", "values": ["a", null]}]',
		},
		'Condition 1: has null in values, so a value is missing',
	],
];

/** Rows of attributes that say something else than they seem to. */
const ATTRIBUTES: Array<[name: string, type: string, value: string, says: string]> = [
	['n', 'number', '12345678901234567890', "'Value' holds a number that cannot be kept exactly"],
	['n', 'object', '{"a": 12345678901234567890}', "'Value' holds a number that cannot be kept"],
	['n', 'string', '={{ ({ a: 1 }) }}', "'Value' must be text, but is an object"],
	['={{ ({}) }}', 'string', 'x', "'Name' must be text, but is an object"],
];

type Refused = [what: string, node: string, parameters: IDataObject, says: string];

it.each<Refused>([
	[
		'a flow with nothing filled in',
		'messagingFlow',
		{ operation: 'create' },
		"Nothing is filled in. Fill in at least one of these: 'Name', 'Inbox', 'Endpoint URI', 'Flow JSON', 'Categories'.",
	],
	[
		'a number that JavaScript would change',
		'messagingFlow',
		{ ...FLOW, flowJson: '{"screens": [{"id": 12345678901234567890}]}' },
		"'Flow JSON' holds a number that cannot be kept exactly: 12345678901234567890. Write it as text, in quotes",
	],
	[
		'a list in place of a time',
		'appointment',
		{ ...reschedule('x'), appointmentAt: '={{ ["03.04.2027"] }}' },
		"'New Time' must be a time like 2026-03-29T09:30:00, but is a list",
	],
	...['many', '0', -3, 1.5, '={{ [4] }}'].map(
		(most): Refused => [
			`${most} requests at once`,
			'integration',
			{ options: { maxConcurrentRequests: most } },
			"'Max Concurrent Requests' must be a whole number above 0, but is ",
		],
	),
	...['many', -1, 0.5, '={{ {} }}'].map(
		(often): Refused => [
			`${often} retries`,
			'integration',
			{ options: { maxRetries: often } },
			"'Max Retries' must be a whole number, 0 or more, but is ",
		],
	),
	...MISREAD.map(
		([what, updateFields, says]): Refused => [
			what,
			'automationRule',
			{ operation: 'update', automationRuleId: byId(21), updateFields },
			says,
		],
	),
	...ATTRIBUTES.map(
		([name, type, value, says]): Refused => [
			`${value} as ${type}`,
			'contact',
			{
				operation: 'create',
				additionalFields: { customAttributes: { assignments: [{ name, type, value }] } },
			},
			`'Custom Attributes' are not right. Row 1: ${says}`,
		],
	),
	[
		'an identifier with more digits than JavaScript keeps',
		'contact',
		{ operation: 'create', additionalFields: { identifier: '={{ 12345678901234567890 }}' } },
		"'Identifier' holds a number that cannot be kept exactly",
	],
	[
		'a number in an object that has lost digits',
		'contact',
		{
			operation: 'create',
			additionalFields: { customAttributesJson: '={{ ({ a: [9007199254740993] }) }}' },
		},
		"'Custom Attributes (JSON)' holds a number that cannot be kept exactly",
	],
	[
		'a list in place of a value of the query',
		'outboundReport',
		{
			options: {
				queryParameters: {
					parameter: [
						{ name: 'since', value: '1' },
						{ name: 'ids[]', value: '={{ [4, 5] }}' },
					],
				},
			},
		},
		"'Query Parameters' are not right. Parameter 2: 'Value' must be text, but is a list",
	],
	[
		'a preview whose expression gives nothing',
		'appointment',
		{ ...reschedule('x'), options: { previewOnly: '={{ $json.missing }}' } },
		"'Preview Only' holds an expression that gives nothing",
	],
	[
		'an account whose expression gives nothing',
		'label',
		{
			operation: 'delete',
			labelId: { __rl: true, mode: 'id', value: '7' },
			options: { accountId: '={{ $json.missing }}' },
		},
		"'Account ID' holds an expression that gives nothing",
	],
])('refuses %s before any request', async (_what, node, parameters, says) => {
	const { error, requests } = await runNode(running(), { node, parameters });
	expect(error?.message).toContain(says);
	expect(requests).toEqual([]);
});
