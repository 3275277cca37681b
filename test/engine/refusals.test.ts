import type { IDataObject } from 'n8n-workflow';

import { CASES, caseOf, nodeOf } from '../cases';
import { byId } from '../fixtures/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from './harness';

const running = sandboxForTests();

const NO_IDS: unknown[] = [0, -1, 1.5, 2 ** 53, NaN, '1/../2', '1?x=2', ' 7 ', '٧', [7], true];

const ID = '={{ $json.id }}';

/** The fields that become part of a path: those by which cases find their records, and the account's. */
const ID_FIELDS = [
	...CASES.flatMap((one) => {
		const { parameters } = one.scenario;
		const isId = (name: string) => JSON.stringify(parameters[name] ?? '').includes(ID);
		const fields = one.operation.fields.filter(({ name }) => isId(name));
		return fields.map(({ displayName }) => ({ ...one, parameters, field: displayName }));
	}),
	{
		...caseOf('integrationGetApps'),
		parameters: { options: { accountId: ID } },
		field: 'Account ID',
	},
].map((one) => ({ title: one.title, field: one.field, run: nodeOf(one, one.parameters) }));

describe.each(ID_FIELDS)("$title: the field '$field'", ({ field, run }) => {
	it('refuses what is no ID before any request, each value as a paired error item', async () => {
		const { failed, main, requests } = await runNode(running(), {
			...run,
			items: NO_IDS.map((id) => ({ id, note: 'kept' }) as IDataObject),
			onError: 'continueErrorOutput',
		});
		expect([main, requests]).toEqual([[], []]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(NO_IDS.map((_, item) => ({ item })));
		for (const { json } of failed) {
			expect(json.note).toBe('kept');
			expect(json.error).toContain(`'${field}' must be a whole number above 0, but is `);
			expect(json.error).toContain(`Look at what the expression in '${field}' gives`);
			expect(json.error).not.toContain('HTTP');
		}
	});

	it.each(['', null, undefined])('refuses an expression that gives %p', async (id) => {
		const { error, requests } = await runNode(running(), { ...run, items: [{ id }] });
		expect(requests).toEqual([]);
		expect(error?.message).toContain(
			field === 'Account ID'
				? "'Account ID' holds an expression that gives nothing"
				: `'${field}' is blank`,
		);
	});
});

const NOTHING = '={{ $json.missing }}';
const NO_VALUE = '={{ String($json.missing) }}';
const LIST_OF_IDS = { parameter: [{ name: 'ids[]', value: '={{ [4, 5] }}' }] };
const NO_DATE = "={{ DateTime.fromISO('31.12.2026') }}";
const LOST_DIGITS = { customAttributesJson: '={{ ({ a: [9007199254740993] }) }}' };
/** Some engines leave no other expression in a field that takes none, and some not even this one. */
const CHOSEN_BY_AN_AGENT = {
	attribute: "={{ $fromAI('attribute', '', 'string', 'blocked') }}",
	value: 'false',
};
const BOTH_WAYS = {
	actions: { action: [{ actionName: 'mute_conversation' }] },
	actionsJson: '[{"action_name": "mute_conversation"}]',
};

it.each<[says: string, node: string, parameters: IDataObject]>([
	[
		"'Max Concurrent Requests'",
		'integration',
		{ options: { maxConcurrentRequests: '={{ [4] }}' } },
	],
	["'Max Retries' must be a whole number", 'integration', { options: { maxRetries: 0.5 } }],
	["Parameter 1: 'Value' must be", 'outboundReport', { options: { queryParameters: LIST_OF_IDS } }],
	[
		"Parameter 1: 'Value' holds an expression that gives nothing",
		'outboundReport',
		{ options: { queryParameters: { parameter: [{ name: 'since', value: NOTHING }] } } },
	],
	[
		"'Specify Conditions' must be fields or json, but is 'JSON'",
		'contact',
		{ operation: 'filter', specifyConditions: 'JSON', conditions: {} },
	],
	[
		"'Conditions' ",
		'contact',
		{ operation: 'filter', conditions: { condition: [CHOSEN_BY_AN_AGENT] } },
	],
	[
		"'Email' is the word '{{ $json.email }}', so a value is missing",
		'contact',
		{ operation: 'create', email: '{{ $json.email }}' },
	],
	[
		"'On Duplicate' must be stop or continue, but is true",
		'contact',
		{ operation: 'create', name: 'Ann', options: { onDuplicate: '={{ true }}' } },
	],
	[
		"'Actions' are given as rows and as JSON. Use one",
		'automationRule',
		{ automationRuleId: byId(21), updateFields: BOTH_WAYS },
	],
	["'Page' holds", 'contact', { operation: 'search', query: 'Ann', options: { page: NOTHING } }],
	["'Return All' holds", 'contact', { operation: 'search', query: 'Ann', returnAll: NOTHING }],
	["'Preview Only' holds", 'label', { labelId: byId(7), options: { previewOnly: NOTHING } }],
	[
		'n8n cannot send a field called constructor',
		'contact',
		{
			operation: 'create',
			additionalFields: { customAttributesJson: '{"a": {"constructor": 1}}' },
		},
	],
	...[
		{ customAttributesJson: '={"since": "{{ DateTime.fromISO(\'31.12.2026\') }}"}' },
		{ customAttributes: { assignments: [{ name: 'since', type: 'string', value: NO_DATE }] } },
	].map((additionalFields): [string, string, IDataObject] => [
		"'since' holds no valid date",
		'contact',
		{ operation: 'create', additionalFields },
	]),
	[
		"'Custom Attributes (JSON)' holds",
		'contact',
		{ operation: 'create', additionalFields: LOST_DIGITS },
	],
	[
		"'Event Name' is the word 'undefined', so a value is missing",
		'automationRule',
		{ automationRuleId: byId(21), updateFields: { eventName: NO_VALUE } },
	],
	[
		"'Identifier' is the word 'undefined', so a value is missing",
		'contact',
		{ operation: 'create', additionalFields: { identifier: NO_VALUE } },
	],
	[
		'All fields are blank',
		'contact',
		{
			operation: 'create',
			additionalFields: { customAttributesJson: '={{ ({ plan: $json.x }) }}' },
		},
	],
])('says %s in %s before any request', async (says, node, parameters) => {
	const { error, requests } = await runNode(running(), { node, parameters });
	expect(error?.message).toContain(says);
	expect(requests).toEqual([]);
});

it.each([
	['left empty', '', ''],
	['an expression that gives an empty text', '={{ $json.empty }}', ''],
	['an expression that gives null', '={{ $json.none }}', undefined],
	['an expression that gives nothing', NOTHING, undefined],
])('an added text clears or is left out: %s', async (_how, notes, sent) => {
	const { requests, error } = await runNode(running(), {
		node: 'appointment',
		parameters: {
			operation: 'reschedule',
			appointmentId: '2',
			appointmentAt: '2027-03-01T10:00:00Z',
			additionalFields: { notes },
		},
		items: [{ empty: '', none: null }],
	});
	expect(error).toBeUndefined();
	expect((requests[0].body as IDataObject).notes).toBe(sent);
});

it.each(CASES)('$title names the account where it does not exist', async (operationCase) => {
	const { parameters, items } = operationCase.scenario;
	const { error, requests } = await runNode(running(), {
		...nodeOf(operationCase, { ...parameters, options: { accountId: '407' } }),
		items: items.slice(0, 1),
	});
	expect(requests).toHaveLength(1);
	expect(requests[0].path).toContain('/accounts/407/');
	expect(error?.message).toBe('Account 407 could not be found');
});
