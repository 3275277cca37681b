import type { IDataObject } from 'n8n-workflow';

import { CASES, caseOf, nodeOf } from '../../cases';
import { byId } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

const NO_IDS: unknown[] = [0, -1, 1.5, 2 ** 53, NaN, '1/../2', '1?x=2', '7 7', '٧', [7], true];

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
	it('refuses an invalid ID before any request, as a paired error item', async () => {
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
			expect(json.error).toContain(`Check what the expression in '${field}' returns`);
			expect(json.error).not.toContain('HTTP');
		}
	});

	it.each(['', null, undefined])('refuses an expression that returns %p', async (id) => {
		const { error, requests } = await runNode(running(), { ...run, items: [{ id }] });
		expect(requests).toEqual([]);
		expect(error?.message).toContain(
			field === 'Account ID'
				? "'Account ID' is set by an expression that returned nothing"
				: `'${field}' is blank`,
		);
	});
});

const NOTHING = '={{ $json.missing }}';
const LIST_OF_IDS = { parameter: [{ name: 'ids[]', value: '={{ [4, 5] }}' }] };
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
		'must be a whole number above 0, but is a list',
		'integration',
		{ options: { maxConcurrentRequests: '={{ [4] }}' } },
	],
	["Parameter 1: 'Value' must be", 'outboundReport', { options: { queryParameters: LIST_OF_IDS } }],
	[
		"Parameter 1: 'Value' is blank. Fill it in, or remove the row",
		'outboundReport',
		{ options: { queryParameters: { parameter: [{ name: 'since', value: NOTHING }] } } },
	],
	[
		"'Specify Conditions' must be Using Fields Below or Using JSON, but is 'rows'",
		'contact',
		{ operation: 'filter', specifyConditions: 'rows', conditions: {} },
	],
	[
		"'Attribute'",
		'contact',
		{ operation: 'filter', conditions: { condition: [CHOSEN_BY_AN_AGENT] } },
	],
	[
		"'Email' contains an expression that was not evaluated: '{{ $json.email }}'. Switch the field to 'Expression'",
		'contact',
		{ operation: 'create', email: '{{ $json.email }}' },
	],
	...['page', 'sort', ' page '].map((queryParameterName): [string, string, IDataObject] => [
		`'Query Parameter Name' is '${queryParameterName.trim()}', but the node uses this name`,
		'contact',
		{ operation: 'search', query: 'Ann', options: { queryParameterName } },
	]),
	[
		"All fields are blank for this item. Choose On or Off at 'Active', or add a field under 'Update Fields'",
		'automationRule',
		{ automationRuleId: byId(21), active: NOTHING, updateFields: { name: NOTHING } },
	],
	[
		"All fields are blank for this item. Fill in 'Name' and 'Inbox'. Some services also need 'Flow JSON'",
		'messagingFlow',
		{},
	],
	[
		"'Replace All Actions' is given as rows and as JSON. Use only one",
		'automationRule',
		{ automationRuleId: byId(21), updateFields: BOTH_WAYS },
	],
	...['+', '+49', 'Ann '].map((around): [string, string, IDataObject] => [
		"'Query' is blank",
		'contact',
		{ operation: 'search', query: `=${around}{{ $json.missing }}` },
	]),
	[
		"'Email', 'Phone Number' and 'Identifier' are blank for this item",
		'contact',
		{
			operation: 'create',
			name: 'Ann',
			phoneNumber: '=+49{{ $json.missing }}',
			additionalFields: { identifier: '=crm-{{ $json.missing }}' },
			onDuplicate: 'continue',
		},
	],
	[
		"'Page' is set by",
		'contact',
		{ operation: 'search', query: 'Ann', options: { page: NOTHING } },
	],
	["'Return All' is set by", 'contact', { operation: 'search', query: 'Ann', returnAll: NOTHING }],
	["'Preview Only' is set by", 'label', { labelId: byId(7), options: { previewOnly: NOTHING } }],
	[
		'All fields are blank for this item. Fill in at least one of',
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
