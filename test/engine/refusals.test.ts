import type { IDataObject } from 'n8n-workflow';

import { CASES, nodeOf } from '../cases';
import { byId } from '../fixtures/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, runNode } from './harness';

const running = sandboxForTests();

const NO_IDS: Array<[what: string, value: unknown]> = [
	['zero', 0],
	['a negative number', -1],
	['a fraction', 1.5],
	['a number beyond 2^53', 9007199254740992],
	['NaN', Number.NaN],
	['a path', '1/../2'],
	['a path of dots', '..'],
	['a query', '1?x=2'],
	['a fragment', '1#x'],
	['spaces around it', ' 7 '],
	['an exponent', '1e3'],
	['hexadecimal digits', '0x1'],
	['a leading zero', '007'],
	['a plus sign', '+7'],
	['Arabic digits', '٧'],
	['full-width digits', '７'],
	['a slash in percent encoding', '1%2F2'],
	['a line break', '7\n'],
	['an object', { id: 7 }],
	['text of an object', '[object Object]'],
	['a list', [7]],
	['true', true],
	['an absolute URL', 'https://elsewhere.example/'],
];

/** The fields that become part of a path. */
const ID_FIELDS: Array<Pick<NodeRun, 'node' | 'parameters'> & { field: string }> = [
	{ field: 'Label', node: 'label', parameters: { labelId: byId('={{ $json.id }}') } },
	{ field: 'Agent Bot', node: 'agentBot', parameters: { agentBotId: byId('={{ $json.id }}') } },
	{
		field: 'Automation Rule',
		node: 'automationRule',
		parameters: { automationRuleId: byId('={{ $json.id }}'), updateFields: { active: true } },
	},
	{ field: 'Inbox', node: 'inbox', parameters: { inboxId: byId('={{ $json.id }}') } },
	{
		field: 'Appointment ID',
		node: 'appointment',
		parameters: { operation: 'complete', appointmentId: '={{ $json.id }}' },
	},
	{ field: 'Catalog ID', node: 'catalog', parameters: { catalogId: '={{ $json.id }}' } },
	{
		field: 'Account ID',
		node: 'integration',
		parameters: { options: { accountId: '={{ $json.id }}' } },
	},
];

describe.each(ID_FIELDS)("the field '$field'", ({ field, node, parameters }) => {
	it.each(NO_IDS)('refuses %s before any request', async (_what, value) => {
		const { error, requests } = await runNode(running(), {
			node,
			parameters,
			items: [{ id: value } as IDataObject],
		});
		expect(requests).toEqual([]);
		expect(error?.message).toContain(`'${field}'`);
		expect(error?.message).toContain('must be a whole number above 0');
		expect(error?.description).toContain(`Look at what the expression in '${field}' gives`);
	});

	it('becomes a paired error item with the item that it came from', async () => {
		const { failed, main } = await runNode(running(), {
			node,
			parameters,
			items: [{ id: '1/../2', note: 'kept' }],
			onError: 'continueErrorOutput',
		});
		expect(main).toEqual([]);
		expect(failed).toHaveLength(1);
		expect(failed[0].pairedItem).toEqual({ item: 0 });
		expect(failed[0].json).toMatchObject({ id: '1/../2', note: 'kept' });
		expect(failed[0].json.error).toContain(
			`'${field}' must be a whole number above 0, but is '1/../2'`,
		);
	});
});

it.each(ID_FIELDS.flatMap((field) => ['', null, undefined].map((id) => ({ ...field, id }))))(
	"refuses '$field' whose expression gives $id",
	async ({ field, node, parameters, id }) => {
		const { error, requests } = await runNode(running(), { node, parameters, items: [{ id }] });
		expect(requests).toEqual([]);
		expect(error?.message).toMatch(
			field === 'Account ID'
				? "'Account ID' holds an expression that gives nothing"
				: `'${field}' is blank`,
		);
	},
);

it('refuses a blank search before any request', async () => {
	const { error, requests } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'search', query: '   ' },
	});
	expect(requests).toEqual([]);
	expect(error?.message).toBe("'Query' is blank");
});

it.each([
	[
		'JSON that is none',
		{ additionalFields: { customAttributesJson: '{plan: gold}' } },
		'Custom Attributes (JSON)',
	],
	[
		'a list where an object belongs',
		{ additionalFields: { customAttributesJson: '[1]' } },
		'Custom Attributes (JSON)',
	],
	['an address without a scheme', { additionalFields: { avatarUrl: 'x.example/a' } }, 'Avatar URL'],
	['a switch that is neither', { additionalFields: { blocked: 'maybe' } }, 'Blocked'],
	['a file that is not there', { additionalFields: { avatarBinaryField: 'data' } }, 'Avatar'],
	[
		'an attribute that is no number',
		{
			additionalFields: {
				customAttributes: {
					assignments: [{ id: '1', name: 'score', type: 'number', value: 'many' }],
				},
			},
		},
		'Custom Attributes',
	],
])('refuses %s, and names the field', async (_what, parameters, field) => {
	const { error, requests } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'create', name: 'Ada', ...parameters },
	});
	expect(requests).toEqual([]);
	expect(error?.message).toContain(`'${field}`);
});

it('takes the value of a condition by the attribute that an expression names', async () => {
	const { requests } = await runNode(running(), {
		node: 'contact',
		parameters: {
			operation: 'filter',
			conditions: {
				condition: [{ attribute: '={{ $json.what }}', operator: 'equal_to', value: 'Lima' }],
			},
		},
		items: [{ json: { what: 'city' } }],
	});
	expect(requests[0].body).toMatchObject({
		payload: [{ attribute_key: 'city', values: ['Lima'] }],
	});
});

it('refuses an empty contact, and names what could be filled in', async () => {
	const { error, requests } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'create', additionalFields: { customAttributesJson: '{}' } },
	});
	expect(requests).toEqual([]);
	expect(error?.message).toContain("'Name', 'Email', 'Phone Number'");
});

it('sends an address in any text as text, and requests nothing but its own path', async () => {
	const address = 'https://elsewhere.example/api/v1/accounts/1/contacts';
	const { requests } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'search', query: address, options: { sort: '//elsewhere.example' } },
	});
	expect(requests.map(({ path }) => path)).toEqual(['/api/v1/accounts/1/contacts/search']);
	expect(requests[0].query.q).toBe(address);
});

it('lets prototype keys in JSON do no harm', async () => {
	const json =
		'{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}';
	const { requests } = await runNode(running(), {
		node: 'contact',
		parameters: {
			operation: 'create',
			name: 'Ada',
			additionalFields: { customAttributesJson: json, additionalAttributesJson: json },
		},
	});
	expect(({} as IDataObject).polluted).toBeUndefined();
	expect(requests).toHaveLength(1);
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
