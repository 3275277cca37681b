import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { CASES, caseOf, nodeOf } from '../../cases';
import { byId } from '../../cases/operationCase';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/fields';
import { placesIn, withValueAt } from '../fixtures/places';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

/** What a text becomes that has a missing value in it, as JavaScript writes it. */
const MISSING = ['undefined', 'null', 'NaN', 'Invalid DateTime', '[object Object]'];

/** Each field that the exchanges of a case fill, once, with parameters in which it is filled. */
const FILLED = CASES.flatMap((one) => {
	const places = one.exchanges.flatMap(({ parameters, item }) =>
		placesIn(parameters).map((steps) => ({ ...one, steps, parameters, item })),
	);
	const fields = places.map(({ steps }) => steps.join('.'));
	return places
		.filter((_place, index) => fields.indexOf(fields[index]) === index)
		.map((place) => ({ ...place, field: place.steps.join('.') }));
});

it('is tested with fields of all operations', () => {
	expect(new Set(FILLED.map(({ id }) => id)).size).toBeGreaterThanOrEqual(CASES.length - 1);
	expect(FILLED.length).toBeGreaterThan(60);
});

describe.each(FILLED)('$title: an expression in $field', (place) => {
	const { steps, item = { json: {} } } = place;
	const parameters = withValueAt(place.parameters, steps, '={{ $json.given }}');
	const itemOf = (json: IDataObject) => ({ ...item, json });

	it('is refused before any request if it returns a word for a missing value', async () => {
		const { main, failed, requests } = await runNode(running(), {
			...nodeOf(place, parameters),
			items: MISSING.map((given) => itemOf({ given })),
			onError: 'continueErrorOutput',
		});
		expect([main, requests]).toEqual([[], []]);
		expect(failed.map(({ json }) => json.error)).toEqual(
			MISSING.map((word) => expect.stringMatching(new RegExp(`${literal(word)}|${UNEVALUATED}`))),
		);
	});

	it('never sends an empty value', async () => {
		// JSON is sent as it is.
		if (/Json/.test(place.field)) return;
		const { requests } = await runNode(running(), {
			...nodeOf(place, parameters),
			items: [itemOf({ given: '' }), itemOf({ given: null }), itemOf({})],
			onError: 'continueErrorOutput',
		});
		for (const { url, rawBody } of requests) expect(url + rawBody).not.toMatch(/=&|=$|""/);
	});
});

/** A message that says what the expression returned, and once to check it. */
function literal(word: string): string {
	const check =
		"Check (?:what the expression in '.+' returns|'.+' and its expressions) for this item";
	return `'${word.replace(/[[\]]/g, '\\$&')}'\\. ${check}\\.$`;
}

/** Of fields that take no expression. */
const UNEVALUATED = /contains an expression that was not evaluated|'Specify Conditions' must be/
	.source;

/** The fields of all operations. */
const PLACES = CASES.flatMap((one) =>
	placedProperties(propertiesOf(one.operation)).map(({ path, property }) => ({
		...one,
		path,
		property,
	})),
);

/** Fields that take any text. */
const TEXTS = PLACES.filter(({ path, property }) => isText(property) && !/\..+\./.test(path));

function isText({ type, name }: INodeProperties): boolean {
	return type === 'string' && !/Id$|Ur[il]$|BinaryField$|Code$|^sort$/.test(name);
}

/** Runs a case with another value at a path. */
async function runWith(one: (typeof PLACES)[number], value: unknown) {
	const { path, scenario } = one;
	const [name, inner] = path.split('.');
	const changed = { [name]: inner ? { [inner]: value } : value } as IDataObject;
	const parameters = { ...scenario.parameters, ...changed };
	const items = scenario.items.slice(0, 1);
	return await runNode(running(), { ...nodeOf(one, parameters), items });
}

it.each(TEXTS)('$title: $path is sent as typed by hand', async (one) => {
	for (const typed of ['undefined', 'NaN', '#N/A']) {
		const { requests } = await runWith(one, typed);
		const [{ url, rawBody }] = requests;
		expect(decodeURIComponent(url.replaceAll('+', ' ')) + rawBody).toContain(typed);
	}
});

it.each([
	['reschedule', 'appointment', { appointmentId: '2', appointmentAt: '2027-03-01T10:00:00Z' }],
	['update', 'automationRule', { automationRuleId: byId(1), active: 'on' }],
])('clears a text of %s only if it was left empty by hand', async (operation, node, given) => {
	const [place, name] =
		node === 'appointment' ? ['additionalFields', 'notes'] : ['updateFields', 'description'];
	const sent = async (typed: string) => {
		const fields = { [name]: typed };
		const { requests, error } = await runNode(running(), {
			node,
			parameters: { operation, ...given, [place]: fields },
			items: [{ empty: '', none: null, space: ' ' }],
		});
		expect(error).toBeUndefined();
		return (requests[0].body as IDataObject)[name];
	};
	expect(await sent('')).toBe('');
	for (const field of ['empty', 'none', 'space', 'missing']) {
		expect(await sent(`={{ $json.${field} }}`)).toBeUndefined();
		expect(await sent(`={{ $json.${field} || '' }}`)).toBeUndefined();
	}
});

it('takes the error of a spreadsheet from an expression for no email, phone number, identifier or name', async () => {
	for (const [field, parameters] of Object.entries({
		Name: { name: '={{ $json.given }}' },
		Email: { email: '={{ $json.given }}' },
		'Phone Number': { phoneNumber: '={{ $json.given }}' },
		Identifier: { additionalFields: { identifier: '={{ $json.given }}' } },
	})) {
		const { error, requests } = await runNode(running(), {
			...nodeOf(caseOf('contactCreate'), parameters),
			items: [{ given: '#NV' }],
		});
		expect(error?.message).toContain(`'${field}' is '#NV', which a spreadsheet shows`);
		expect(requests).toEqual([]);
	}
});

/** Expressions that make a key of parts, and what is sent of it: null if the field is left out. */
const JOINED: Array<
	[field: string, expression: string, json: IDataObject, sent: string | null | RegExp]
> = [
	// A template, a plus sign or concat writes a missing value as a word.
	[
		'identifier',
		"={{ $json.phone + '@s.whatsapp.net' }}",
		{ phone: '4915' },
		'4915@s.whatsapp.net',
	],
	['identifier', "={{ $json.phone + '@s.whatsapp.net' }}", {}, /'undefined@s.whatsapp.net'/],
	[
		'identifier',
		"={{ $json.phone + '@s.whatsapp.net' }}",
		{ phone: null },
		/'null@s.whatsapp.net'/,
	],
	['identifier', '={{ `${$json.lid}@lid` }}', { lid: '77' }, '77@lid'],
	['identifier', '={{ `${$json.lid}@lid` }}', {}, /'undefined@lid'/],
	[
		'identifier',
		"={{ 'voice:call:' + $json.call }}",
		{ call: {} },
		/'voice:call:\[object Object\]'/,
	],
	['identifier', "={{ 'cust'.concat($json.id) }}", {}, /'custundefined'/],
	['identifier', "={{ 'cust_' + $json.id }}", { id: null }, /'cust_null'/],
	['identifier', "={{ 'cust-' + $json.price * 2 }}", {}, /'cust-NaN'/],
	['identifier', "={{ $json.site + '-7' }}", { site: 'nullpunkt' }, 'nullpunkt-7'],
	['identifier', "={{ 'cust-' + $json.id }}", { id: 0 }, 'cust-0'],
	['identifier', '=cust-{{ $json.id }}', { id: {} }, /'cust-\[object Object\]'/],
	['email', "={{ $json.login + '@example.com' }}", { login: 'jan' }, 'jan@example.com'],
	['email', "={{ $json.login + '@example.com' }}", {}, /'undefined@example.com'/],
	// Null is a surname, and a plus sign in quotes or in a pattern joins nothing.
	['email', '={{ $json.email }}', { email: 'jan.null@example.com' }, 'jan.null@example.com'],
	['email', "={{ $json.email.replace('+x', '') }}", { email: 'jan.null+x@a.io' }, 'jan.null@a.io'],
	[
		'email',
		"={{ $json.email.replace(/\\+.*@/, '@') }}",
		{ email: 'jan.null+x@a.io' },
		'jan.null@a.io',
	],
	['email', '={{ $json.a }}.{{ $json.b }}@a.io', { a: 'jan', b: 'null' }, 'jan.null@a.io'],
	// Each of several expressions is a part.
	['identifier', '=cust-{{ $json.shop }}-{{ $json.id }}', { shop: 'a', id: 7 }, 'cust-a-7'],
	['identifier', '=cust-{{ $json.shop }}-{{ $json.id }}', { shop: 'a', id: 0 }, 'cust-a-0'],
	[
		'identifier',
		'=cust-{{ $json.shop }}-{{ $json.id }}',
		{ shop: 'a' },
		/'{{ \$json.id }}' returned nothing/,
	],
	[
		'identifier',
		'=cust-{{ $json.shop }}-{{ $json.id }}',
		{ id: 7 },
		/'{{ \$json.shop }}' returned nothing/,
	],
	['identifier', '=cust-{{ $json.shop }}-{{ $json.id }}', {}, null],
	['identifier', "={{ $json.shop }}-{{ 'c' + $json.id }}", { shop: 'a' }, /'cundefined'/],
	['identifier', "={{ $json.shop.replace('{', '') }}-{{ $json.id }}", { shop: '{a', id: 1 }, 'a-1'],
	['phoneNumber', '=+49{{ $json.phone }}', {}, null],
	['phoneNumber', '=+{{ $json.cc }}{{ $json.phone }}', { cc: 49, phone: '1511' }, '+491511'],
	[
		'phoneNumber',
		'=+{{ $json.cc }}{{ $json.phone }}',
		{ phone: '151123' },
		/'{{ \$json.cc }}' returned nothing/,
	],
	['phoneNumber', '=+{{ $json.cc }}{{ $json.phone }}', { cc: '', phone: '' }, null],
	// Denmark has no area codes.
	[
		'phoneNumber',
		'=+45{{ $json.area }}{{ $json.phone }}',
		{ area: '', phone: '32123456' },
		/'{{ \$json.area }}' returned nothing/,
	],
	[
		'phoneNumber',
		"={{ `+45${$json.area ?? ''}${$json.phone}` }}",
		{ phone: '32123456' },
		'+4532123456',
	],
	// Free text may mean the word.
	['name', "={{ 'Ann ' + $json.last }}", {}, 'Ann undefined'],
];

it.each(JOINED)('makes of %s %s with %j the key %s', async (field, expression, json, sent) => {
	const { requests, error } = await runNode(running(), {
		...nodeOf(caseOf('contactCreate'), {
			name: 'Ann',
			...(field === 'identifier'
				? { additionalFields: { identifier: expression } }
				: { [field]: expression }),
		}),
		items: [json],
	});
	if (sent instanceof RegExp) {
		expect(error?.message).toMatch(/^'(?:Identifier|Email|Phone Number)' lacks a part: /);
		expect(error?.message).toMatch(sent);
		expect(requests).toEqual([]);
		return;
	}
	const { phone_number, ...body } = requests[0].body as IDataObject;
	expect({ ...body, phoneNumber: phone_number }[field] ?? null).toBe(sent);
});

it.each([
	['email', 'operator', "={{ $json.login + '@example.com' }}", "'undefined@example.com'"],
	['identifier', 'exactOperator', '=cust-{{ $json.shop }}-{{ $json.id }}', 'returned nothing'],
	['name', 'operator', "={{ 'Ann ' + $json.last }}", undefined],
])(
	'compares no %s with a key of which a part is missing',
	async (attribute, operator, value, says) => {
		const condition = [{ attribute, [operator]: 'not_equal_to', value }];
		const { requests, error } = await runNode(running(), {
			...nodeOf(caseOf('contactFilter'), {
				specifyConditions: 'fields',
				conditions: { condition },
			}),
			items: [{ shop: 'acme' }],
		});
		expect(requests.length > 0).toBe(says === undefined);
		const message = says && expect.stringMatching(`^Condition 1: 'Value' lacks a part: .*${says}`);
		expect(error?.message).toEqual(message);
	},
);

it("sends the service's own placeholders in a message", async () => {
	const message = 'Ann {{contact.name}}';
	const action = [{ actionName: 'send_message', message }];
	const { requests } = await runNode(running(), {
		...nodeOf(caseOf('automationRuleUpdate'), {
			automationRuleId: byId(1),
			updateFields: { actions: { action } },
		}),
	});
	expect(requests[0].body).toMatchObject({ actions: [{ action_params: [message] }] });
});

it('sorts by fields that the contract lists, and by no others', async () => {
	const parameters = { query: 'Ann', options: { sort: '={{ $json.given }}' } };
	const run = nodeOf(caseOf('contactSearch'), parameters);
	for (const given of ['name', '-last_activity_at', 'name,-email', 'name, phone_number', 'name,']) {
		const { requests } = await runNode(running(), { ...run, items: [{ given }] });
		const { searchParams } = new URL(requests[0].url, 'https://x.example');
		expect(searchParams.get('sort')).toBe(given.replace(/ |,$/, ''));
	}
	for (const given of ['name desc', 7, true]) {
		const { error, requests } = await runNode(running(), { ...run, items: [{ given }] });
		expect(error?.message).toMatch(/must be Email \(A to Z\), .* but is /);
		expect(requests).toEqual([]);
	}
});

const COLLECTIONS = PLACES.filter(({ property }) => property.type === 'collection');
const LISTS = PLACES.filter(({ property }) => property.type === 'fixedCollection');

const WHOLE = '={{ ({ previewOnly: true, name: "a" }) }}';

it.each(COLLECTIONS)('$title: one expression for $path is refused with its name', async (one) => {
	const { error, main, requests } = await runWith(one, WHOLE);
	expect([main, requests]).toEqual([[], []]);
	expect(error?.message).toContain(
		`'${one.property.displayName}' can't be set by one expression, because n8n ignores it`,
	);
});

it.each(COLLECTIONS)('$title: $path can be added and left empty', async (one) => {
	for (const empty of [{}, []]) {
		const { error } = await runWith(one, empty);
		expect(error?.message ?? '').not.toContain("can't be set");
	}
});

/** A list of rows that n8n empties before a node sees it, or that nobody has filled. */
function withoutRows({ options = [] }: INodeProperties): unknown[] {
	const [{ name }] = options as INodePropertyCollection[];
	const rows = [{ name: 'a', value: 'b' }];
	return [{}, { [name]: [] }, { values: rows }, { parameters: rows }, rows, WHOLE];
}

/** n8n itself refuses a filter without conditions. */
const OPTIONAL = LISTS.filter(({ property }) => !property.typeOptions?.minRequiredFields);

/** n8n 1.123 doesn't load a workflow whose rows have a name that isn't in the form. */
const notLoaded = (error: Error) => ({ error, main: [], requests: running().requests });

it.each(OPTIONAL)('$title: $path that is there and has no row is refused', async (one) => {
	for (const value of withoutRows(one.property)) {
		const { error, main, requests } = await runWith(one, value).catch(notLoaded);
		expect([main, requests]).toEqual([[], []]);
		expect(error?.message).toMatch(
			/has no row\. Add a row, or remove the field|Could not find property/,
		);
	}
});

it.each(LISTS)('$title: one expression for the rows of $path is refused', async (one) => {
	const [{ name }] = one.property.options as INodePropertyCollection[];
	for (const rows of ['={{ [{ name: "a", value: "b" }] }}', ['={{ ({ name: "a" }) }}']]) {
		const { error, main, requests } = await runWith(one, { [name]: rows });
		expect([main, requests]).toEqual([[], []]);
		expect(error?.message).toMatch(/ 1: '.*' is blank\. Fill it in, or remove the row/);
	}
});
