import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { mapped } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { type NodeResult, runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

/** The types of the attributes, as the editor has stored them. */
const TYPES = {
	plan: ['free', 'gold'],
	score: 'number',
	signed_up_at: 'dateTime',
	vip: 'boolean',
	notes: 'string',
};

/** Creates a contact with these custom attributes, or only previews it. */
async function creating(
	customAttributes: unknown,
	item: IDataObject = {},
	options: IDataObject = {},
): Promise<NodeResult> {
	const parameters = { operation: 'create', name: 'Ada', customAttributes, options } as IDataObject;
	return await runNode(running(), { node: 'contact', parameters, items: [item] });
}

/** The custom attributes that the service receives. */
async function sent(value: IDataObject, item?: IDataObject): Promise<unknown> {
	const { requests, error } = await creating(mapped(value, TYPES), item);
	expect(error?.message).toBeUndefined();
	return (requests[0].body as IDataObject).custom_attributes;
}

/** What the request would be. */
async function previewed(value: IDataObject, item?: IDataObject): Promise<unknown> {
	const { main } = await creating({ mappingMode: 'defineBelow', value }, item, {
		previewOnly: true,
	});
	return (main[0].json.body as IDataObject).custom_attributes;
}

// Relied on in input/parameters.ts: n8n neither validates nor converts a mapped value that is read on its own.
it('reads each expression on its own, so that n8n converts and refuses nothing', async () => {
	const value = {
		plan: '={{ $json.plan }}',
		score: '={{ $json.score }}',
		signed_up_at: '={{ $now.set({ year: 2026, month: 12, day: 31 }) }}',
		vip: '={{ $json.vip }}',
		notes: '={{ $json.notes }}',
	};
	const item = { plan: 'Gold', score: '3', vip: 'yes', notes: 7 };
	expect(await sent(value, item)).toEqual({
		plan: 'gold',
		score: 3,
		signed_up_at: '2026-12-31',
		vip: true,
		notes: '7',
	});
	const blank = { plan: null, score: '', vip: null, notes: '' };
	expect(await sent(value, blank)).toEqual({ signed_up_at: '2026-12-31' });
});

it('sends nothing for a form that was only opened', async () => {
	expect(await sent({})).toBeUndefined();
	const { requests } = await creating({ mappingMode: 'defineBelow', value: null });
	expect(requests[0].body).toEqual({ name: 'Ada' });
});

it('says under the name of the attribute what a wrong cell must be, before any request', async () => {
	const value = { signed_up_at: '={{ $json.day }}' };
	const { error, requests } = await creating(mapped(value, TYPES), { day: '01.11.2026' });
	expect(requests).toEqual([]);
	expect(error?.message).toBe("'Signed up at' can't be '01.11.2026'");
	expect(error?.description).toContain(
		"Enter a date like 2026-01-31. n8n's Date & Time node converts other dates.",
	);
});

it('names the attribute whose cell is the error of a spreadsheet', async () => {
	const { error } = await creating(mapped({ plan: '={{ $json.plan }}' }, TYPES), { plan: '#REF!' });
	expect(error?.message).toContain("'Plan' is '#REF!', which a spreadsheet shows");
});

it('takes what a model fills in for a choice', async () => {
	expect(await sent({ plan: "={{ $fromAI('plan', '', 'string', 'GOLD') }}" })).toEqual({
		plan: 'gold',
	});
});

it.each([
	['the field', '={{ ({ plan: "gold" }) }}'],
	['its values', { mappingMode: 'defineBelow', value: '={{ ({ plan: "Gold" }) }}', schema: [] }],
])('refuses one expression for %s', async (_what, customAttributes) => {
	const { error, requests } = await creating(customAttributes);
	expect(requests).toEqual([]);
	expect(error?.message).toContain("'Custom Attributes' must be mapped attribute by attribute");
});

const key = fc.oneof(
	fc.stringMatching(/^[a-z.'"[\]\\ _$\d-]{1,8}$/),
	fc.string({ minLength: 1, unit: 'grapheme' }),
	fc.constantFrom('toString', 'a.b', '["a"]', 'value', 'schema', 'length', '0'),
);

// Relied on in input/parameters.ts: n8n reads a parameter whose name is in brackets, such as `value["my.key"]`.
it('reads the expression of each attribute, whatever its key', async () => {
	const keys = fc.uniqueArray(
		// n8n drops the first three, and evaluates the last.
		key.filter((each) => !/^(?:__proto__|constructor|prototype|=)/.test(each)),
		{ minLength: 1, maxLength: 12 },
	);
	await fc.assert(
		fc.asyncProperty(keys, async (keys) => {
			const expressions = keys.map((each, index) => [each, `={{ 'x' + ${index} }}`]);
			const expected = keys.map((each, index) => [each, `x${index}`]);
			expect(await previewed(Object.fromEntries(expressions) as IDataObject)).toEqual(
				Object.fromEntries(expected),
			);
		}),
		{ numRuns: 40 },
	);
});

it('reads an expression in JSON that is given as an object, whatever its key', async () => {
	const additionalFields = {
		customAttributesJson: { 'a.b': '={{ 1 + 1 }}', 'c["d"]': '={{ 3 }}' },
	};
	const parameters = { operation: 'create', name: 'Ada', additionalFields } as IDataObject;
	const { requests } = await runNode(running(), { node: 'contact', parameters });
	expect(requests[0].body).toMatchObject({ custom_attributes: { 'a.b': 2, 'c["d"]': 3 } });
});

it('sends a text with quotes, if an expression returns it in an object', async () => {
	const additionalFields = { additionalAttributesJson: '={{ { note: $json.note } }}' };
	const parameters = { operation: 'create', name: 'Ada', additionalFields };
	const note = 'Says "hello"\nand \\ more';
	const { requests } = await runNode(running(), { node: 'contact', parameters, items: [{ note }] });
	expect(requests[0].body).toMatchObject({ additional_attributes: { note } });
});
