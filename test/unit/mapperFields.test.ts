import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import fc from 'fast-check';

import { mapped } from '../../cases/operationCase';
import { getContactAttributes, NO_CREDENTIAL } from '../../nodes/Contact/mapperFields';

interface Reply {
	statusCode?: number;
	body?: unknown;
}

/** What the editor gets for a node that has stored this mapping, if the service answers so. */
async function fieldsFor(
	reply: Reply | Error,
	stored?: unknown,
	credentials: object | null = {},
): Promise<ResourceMapperFields> {
	const context = {
		getNode: () => ({ name: 'Node', credentials: credentials ?? undefined }),
		getCurrentNodeParameter: (path: string) => (path === 'customAttributes' ? stored : undefined),
		helpers: {
			httpRequestWithAuthentication: async () => {
				if (reply instanceof Error) throw reply;
				return { statusCode: 200, headers: {}, body: '', ...reply };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return await getContactAttributes.call(context);
}

function definition(key: string, name = key, type: unknown = 'text', values: string[] = []) {
	return {
		attribute_key: key,
		attribute_display_name: name,
		attribute_display_type: type,
		attribute_model: 'contact_attribute',
		attribute_values: values,
	};
}

it('offers the attributes of contacts from A to Z, each with a control of its own', async () => {
	const { fields } = await fieldsFor({
		body: [
			definition('vip', 'Vip', 'checkbox'),
			definition('price', 'Price', 'currency'),
			definition('born', 'Born', 'date'),
			definition('site', 'Site', 'link'),
			definition('plan', 'Plan', 'list', ['free', 'gold']),
			definition('new', 'New', 'holiday'),
			{ ...definition('urgency'), attribute_model: 'conversation_attribute' },
		],
	});
	const common = { required: false, defaultMatch: false, display: true };
	const options = ['free', 'gold'].map((value) => ({ name: value, value }));
	const truths = [
		{ name: 'False', value: false },
		{ name: 'True', value: true },
	];
	expect(fields).toEqual([
		{ id: 'born', displayName: 'Born', type: 'dateTime', ...common },
		{ id: 'new', displayName: 'New', ...common },
		{ id: 'plan', displayName: 'Plan', type: 'options', options, ...common },
		{ id: 'price', displayName: 'Price', type: 'number', ...common },
		{ id: 'site', displayName: 'Site', type: 'string', ...common },
		{ id: 'vip', displayName: 'Vip', type: 'options', options: truths, ...common },
	]);
});

const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('Имя', 'Тип', 'a b', 'a_b'));
const type = fc.constantFrom('text', 'list', 'number', 'checkbox', 'date');
const definitions = fc.uniqueArray(
	fc.tuple(text, text, type, fc.array(text)).map((made) => definition(...made)),
	{ selector: ({ attribute_key }) => attribute_key },
);

it('offers each attribute under a name of its own', async () => {
	await fc.assert(
		fc.asyncProperty(definitions, async (body) => {
			const { fields } = await fieldsFor({ body });
			expect(fields).toHaveLength(body.filter((each) => each.attribute_key.trim() !== '').length);
			const names = fields.map(({ displayName }) => displayName);
			expect(new Set(names).size).toBe(names.length);
		}),
	);
});

it('gives names that a model takes for one their keys', async () => {
	const body = [definition('a', 'Имя'), definition('b', 'Тип'), definition('c', 'Plan')];
	const { fields } = await fieldsFor({ body });
	expect(fields.map(({ displayName }) => displayName)).toEqual(['Plan', 'Имя · a', 'Тип · b']);
});

const STORED = mapped({ plan: 'gold', other: 'x' }, { plan: ['gold'], score: 'number' });

const FAILURES: Array<[string, Reply | Error]> = [
	['the token is refused', { statusCode: 401, body: { error: 'Invalid <b>Token</b>' } }],
	['the service is down', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
	['a page comes instead', { body: '<html></html>' }],
];

it.each(FAILURES)('keeps all that is stored if %s', async (_what, reply) => {
	const { fields } = await fieldsFor(reply, STORED);
	expect(fields.map(({ id }) => id)).toEqual(['plan', 'score', 'other']);
	expect(fields[0]).toMatchObject({ displayName: 'Plan', type: 'options', removed: false });
});

it.each(FAILURES)('says in place of the attributes what to do if %s', async (_what, reply) => {
	for (const stored of [undefined, { mappingMode: 'defineBelow', value: null }]) {
		const { fields, emptyFieldsNotice = '' } = await fieldsFor(reply, stored);
		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toContain("couldn't be loaded");
		expect(emptyFieldsNotice).toContain('close this node and open it again');
		expect(emptyFieldsNotice).not.toContain('From list');
		expect(emptyFieldsNotice).not.toMatch(/<|>/);
	}
});

it('asks only to open the node again if n8n has not chosen the credential yet', async () => {
	const request = new Error('must not be sent');
	const { emptyFieldsNotice = '' } = await fieldsFor(request, undefined, null);
	expect(emptyFieldsNotice).toBe(NO_CREDENTIAL);
	const { fields } = await fieldsFor(request, STORED, null);
	expect(fields.map(({ id }) => id)).toEqual(['plan', 'score', 'other']);
});

it('keeps a mapped attribute that the service no longer has, and no other one', async () => {
	const { fields } = await fieldsFor({ body: [definition('new')] }, STORED);
	expect(fields.map(({ id }) => id)).toEqual(['new', 'plan', 'other']);
});

it('keeps each mapped key, whatever the service answers', async () => {
	const keys = fc.uniqueArray(fc.string({ minLength: 1 }));
	await fc.assert(
		fc.asyncProperty(keys, keys, fc.boolean(), async (mappedKeys, listed, isUp) => {
			const value = Object.fromEntries(mappedKeys.map((key) => [key, 'x']));
			const body = isUp ? listed.map((key) => definition(key)) : '';
			const { fields } = await fieldsFor({ body }, { mappingMode: 'defineBelow', value });
			expect(fields.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(value)));
		}),
	);
});

it('says so if the service has no attributes', async () => {
	const { fields, emptyFieldsNotice } = await fieldsFor({ body: [] });
	expect(fields).toEqual([]);
	expect(emptyFieldsNotice).toContain('The service has no custom attributes for contacts.');
});
