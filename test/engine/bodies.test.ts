import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CASES, caseOf, nodeOf, type NamedCase } from '../../cases';
import { WITH_PHOTO } from '../../cases/operationCase';
import { type NodeRun, type NodeResult, runNode } from '../../tools/engine/harness';
import type { RecordedRequest } from '../../tools/sandbox';
import { placesIn, withValueAt } from '../fixtures/places';
import { sandboxForTests } from '../sandbox/support';

const running = sandboxForTests({ accountId: 27 });

/** How many values are tried: fewer on the other engines, some of which evaluate expressions much more slowly. */
const RUNS = process.env.COMPAT_LINE ? 6 : 25;

/** Names that objects of JavaScript have already, numbers, blanks, and other scripts. */
const NAMES = fc.oneof(
	fc.constantFrom('constructor', 'prototype', '__proto__', 'toString', 'length', 'toJSON'),
	fc.constantFrom('0', '7', '1e3', '-1', '', ' ', '\u00a0', 'a.b', 'a[b]', '$json', '{{ 1 }}'),
	fc.constantFrom('plan', 'ключ', '名前', 'مفتاح', 'é', '🙂'),
	fc.string({ unit: 'binary', maxLength: 6 }),
);

/** Any JSON object. Some of its values are refused, such as half an emoji. */
const objects = fc.letrec<{ value: unknown; object: IDataObject }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		fc.constantFrom(null, false, true, 0, '', ' '),
		fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
		fc.string({ unit: 'grapheme' }),
		fc.array(tie('value'), { maxLength: 3 }),
		tie('object'),
	),
	object: fc.dictionary(NAMES, tie('value') as fc.Arbitrary<IDataObject>, {
		minKeys: 1,
		maxKeys: 4,
		noNullPrototype: true,
	}),
})).object as fc.Arbitrary<IDataObject>;

/** The names that some part of n8n drops from an object. */
const ALL_NAMES = JSON.parse(
	'{"constructor": {"prototype": 0}, "prototype": false, "__proto__": {"__proto__": ""}, "": [{"constructor": null}]}',
) as IDataObject;

/** What comes of an item: the text of its body, or why it has failed. */
interface Sent {
	body?: string;
	problem?: string;
}

/** The first request of an operation, without look-ups. */
function requestOf(
	{ operation }: NamedCase,
	{ requests }: NodeResult,
): RecordedRequest | undefined {
	return requests.find(({ method }) => method === operation.endpoint.method);
}

async function shownBy(run: NodeRun): Promise<Sent> {
	const options = { ...(run.parameters.options as IDataObject), previewOnly: true };
	const parameters = { ...run.parameters, options };
	const { main, error, requests } = await runNode(running(), { ...run, parameters });
	expect(requests).toEqual([]);
	return error ? { problem: error.message } : { body: JSON.stringify(main[0].json.body) };
}

async function arrivedBy(one: NamedCase, run: NodeRun): Promise<Sent> {
	running().reset();
	const outcome = await runNode(running(), run);
	const request = requestOf(one, outcome);
	if (!request) return { problem: outcome.error?.message };
	expect(request.headers['content-type']).toBe('application/json');
	return { body: request.rawBody };
}

/** Compares what a preview shows with what arrives. Returns the body that arrived, if any did. */
async function compared(one: NamedCase, run: NodeRun): Promise<IDataObject | undefined> {
	const shown = await shownBy(run);
	expect(await arrivedBy(one, run)).toEqual(shown);
	return shown.body === undefined ? undefined : (JSON.parse(shown.body) as IDataObject);
}

/** The write operations with a JSON body, with parameters that fill all its fields. */
const FILLED = CASES.filter(({ operation }) => operation.safety !== 'safe')
	.map((one) => ({
		one,
		exchanges: one.exchanges.filter(({ sends }) => sends.body && !sends.files),
	}))
	.filter(({ exchanges }) => exchanges.length > 0)
	.map(({ one, exchanges }) => ({ one, title: one.title, exchanges }));

it.each(FILLED)('$title: what a preview shows arrives, whatever is in a field', async (filled) => {
	const { one, exchanges } = filled;
	const places = exchanges.flatMap(({ parameters, timezone }) =>
		placesIn(parameters).map((steps) => ({ parameters, timezone, steps })),
	);
	const values = fc.oneof(fc.string({ unit: 'grapheme' }), NAMES, fc.integer(), objects);
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...places),
			values,
			fc.boolean(),
			async ({ parameters, timezone, steps }, given, isTyped) => {
				// n8n itself checks the fixed values of the resource mapper.
				const isText =
					typeof given === 'string' && /^[^=]/.test(given) && steps[0] !== 'customAttributes';
				const typed = isTyped && isText ? given : '={{ $json.given }}';
				const changed = withValueAt(parameters, steps, typed);
				await compared(one, { ...nodeOf(one, changed), timezone, items: [{ given }] });
			},
		),
		{ numRuns: RUNS },
	);
});

/** Fields that take any JSON object, and where it is in the body. */
const OBJECT_FIELDS: Array<
	[string, (json: unknown) => IDataObject, (body: IDataObject) => unknown]
> = [
	[
		'messagingFlowCreate',
		(flowJson) => ({ name: 'Survey', flowJson }) as IDataObject,
		({ flow_json }) => flow_json,
	],
	[
		'contactCreate',
		(json) => ({ name: 'Ada', additionalFields: { customAttributesJson: json } }) as IDataObject,
		({ custom_attributes }) => (custom_attributes as IDataObject).plan,
	],
	[
		'automationRuleUpdate',
		(value) => ({ automationRuleId: '1', updateFields: { actionsJson: value } }) as IDataObject,
		({ actions }) => ((actions as IDataObject[])[0].action_params as unknown[])[0],
	],
];

describe.each(OBJECT_FIELDS)('in %s', (id, parametersWith, read) => {
	const one = caseOf(id);
	/** A rule takes an object as the parameter of an action, a contact as the value of an attribute. */
	const wrapped = (object: IDataObject): unknown => {
		if (id === 'contactCreate') return { plan: object };
		return id === 'automationRuleUpdate'
			? [{ action_name: 'send_webhook_event', action_params: [object] }]
			: object;
	};

	// Relied on in http/sendOnce.ts: n8n sends a text body unchanged if the request has a `Content-Type`.
	it.each(['typed', 'by an expression that returns its text'])(
		'an object arrives whole, whatever the names of its fields are: %s',
		async (way) => {
			await fc.assert(
				fc.asyncProperty(objects, async (object) => {
					const text = JSON.stringify(wrapped(object));
					const typed = way === 'typed' ? text : '={{ $json.text }}';
					const run = { ...nodeOf(one, parametersWith(typed)), items: [{ text }] };
					const body = await compared(one, run);
					if (body) expect(JSON.stringify(read(body))).toBe(JSON.stringify(object));
				}),
				{ numRuns: RUNS, examples: [[ALL_NAMES]] },
			);
		},
	);
});

/** Values of attributes that a form can hold, blank, zero and false among them. */
const SIMPLE = fc.oneof(
	fc.constantFrom(false, 0, '', true, ' '),
	fc.integer(),
	fc.string({ unit: 'grapheme' }),
);
const FORM_NAMES = NAMES.filter((name) => !/^\s*$|[[\]]/u.test(name));

/** The entries of a form that has the same fields as JSON, as Rails names them. */
function entriesOf(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((each) => entriesOf(each, `${name}[]`));
	if (typeof value !== 'object' || value === null) return [`${name}=${String(value)}`];
	return Object.entries(value).flatMap(([key, inner]) =>
		entriesOf(inner, name === '' ? key : `${name}[${key}]`),
	);
}

it('sends each field of a JSON body in a form too, blank, zero and false included', async () => {
	const one = caseOf('contactCreate');
	const attributesOf = fc.dictionary(FORM_NAMES, SIMPLE, { minKeys: 1, noNullPrototype: true });
	await fc.assert(
		fc.asyncProperty(attributesOf, fc.boolean(), async (given, blocked) => {
			const customAttributesJson = JSON.stringify(given);
			const fields = { blocked, customAttributesJson, city: 'Lyon' };
			const withFields = (others: IDataObject) =>
				nodeOf(one, { name: 'Ada', additionalFields: { ...fields, ...others } });
			const body = await compared(one, withFields({}));
			if (!body) return;
			expect(body).toMatchObject({ blocked });

			const run = { ...withFields({ avatarBinaryField: 'photo' }), items: [WITH_PHOTO] };
			const { requests } = await runNode(running(), run);
			const [{ rawBody, headers }] = requests;
			const type = { 'content-type': String(headers['content-type']) };
			const form = [...(await new Response(rawBody, { headers: type }).formData())];
			const texts = form.filter(([, value]) => typeof value === 'string');
			expect(texts.map((entry) => entry.join('='))).toEqual(entriesOf(body));

			const shown = await runNode(running(), {
				...run,
				parameters: { ...run.parameters, options: { previewOnly: true } },
			});
			const { avatar, ...preview } = shown.main[0].json.body as IDataObject;
			expect(avatar).toMatchObject({ fileName: 'ada.png' });
			expect(preview).toEqual(Object.fromEntries(texts));
		}),
		{ numRuns: RUNS, examples: [[{ vip: false, score: 0, note: '' }, false]] },
	);
});

const CONDITIONS = '[{"attribute_key": "name", "filter_operator": "contains", "values": ["Ann"]}]';

describe.each([
	['contactSearch', { query: 'Ann', options: { queryParameterName: 'query' } }],
	['contactSearch', { query: 'Ann', options: { queryParameterName: 'constructor' } }],
	['contactFilter', { specifyConditions: 'json', conditionsJson: CONDITIONS }],
])('%s with %j', (id, parameters: IDataObject) => {
	it('sends the same query and body for each page', async () => {
		const pageOf = (page: number) =>
			Array.from({ length: page < 3 ? 15 : 5 }, (_, place) => ({
				id: page * 15 + place,
				name: 'Ann',
			}));
		for (const page of [1, 2, 3]) {
			const body = { meta: { count: 35 }, payload: pageOf(page) };
			running().addFault({ kind: 'response', status: 200, body, from: page, times: 1 });
		}
		const options = { ...(parameters.options as IDataObject), maxConcurrentRequests: 1 };
		const run = nodeOf(caseOf(id), { ...parameters, returnAll: true, options });
		const { main, requests } = await runNode(running(), run);
		expect(main).toHaveLength(35);
		const sent = requests.map(({ query, rawBody }) => ({ ...query, rawBody }));
		const [first] = sent;
		expect(sent).toEqual([1, 2, 3].map((page) => ({ ...first, page: String(page) })));
		if (id === 'contactSearch') expect(Object.values(first)).toContain('Ann');
	});
});
