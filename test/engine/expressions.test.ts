import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { CASES, caseOf, nodeOf } from '../../cases';
import { byId } from '../../cases/operationCase';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

/** What a text becomes that has a missing value in it, as JavaScript writes it. */
const MISSING = ['undefined', 'null', 'NaN', 'Invalid DateTime', '[object Object]'];

type Steps = Array<string | number>;

/** Places of all single values in the parameters, those inside rows and locators as well. */
function leavesOf(value: unknown, steps: Steps = []): Steps[] {
	if (typeof value !== 'object' || value === null) return [steps];
	return Object.entries(value)
		.filter(([name]) => !['__rl', 'mode', 'cachedResultName'].includes(name))
		.flatMap(([name, inner]) => leavesOf(inner, [...steps, name]));
}

/** The parameters with another value at one place. */
function withValue(parameters: IDataObject, steps: Steps, value: unknown): IDataObject {
	const copy = structuredClone(parameters);
	const last = steps[steps.length - 1];
	const parent = steps.slice(0, -1).reduce((inner, step) => inner[step] as IDataObject, copy);
	parent[last] = value as IDataObject;
	return copy;
}

function withoutPage({ options, ...parameters }: IDataObject): IDataObject {
	const { page, ...others } = options as IDataObject;
	expect(page).toBeDefined();
	return { ...parameters, options: others };
}

/** Each field that the exchanges of a case fill, once, with parameters in which it is filled. */
const FILLED = CASES.flatMap((one) => {
	const places = one.exchanges.flatMap(({ parameters, item }) =>
		leavesOf(parameters).map((steps) => ({ ...one, steps, parameters, item })),
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
	const filled = withValue(place.parameters, steps, '={{ $json.given }}');
	// Beside a page, Return All doesn't count.
	const parameters = place.field === 'returnAll' ? withoutPage(filled) : filled;
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

	it('never sends a blank', async () => {
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

function literal(word: string): string {
	return `'${word}'. Check the expression`.replace(/[.[\]]/g, '\\$&');
}

/** Of fields that take no expression. */
const UNEVALUATED = /an expression that was not evaluated|'Specify Conditions' must be/.source;

/** Fields that take any text. */
const TEXTS = CASES.flatMap((one) =>
	placedProperties(propertiesOf(one.operation))
		.filter(({ path, property }) => isText(property) && !/\..+\./.test(path))
		.map(({ path }) => ({ ...one, path })),
);

function isText({ type, name }: INodeProperties): boolean {
	return type === 'string' && !/Id$|Url$|BinaryField$|Code$|^sort$/.test(name);
}

it.each(TEXTS)('$title: $path is sent as typed by hand', async (one) => {
	const { parameters, items } = one.scenario;
	const [name, inner] = one.path.split('.');
	for (const typed of [...MISSING, 'Null', '#N/A']) {
		const given = inner ? { [name]: { sort: 'name', [inner]: typed } } : { [name]: typed };
		const { requests } = await runNode(running(), {
			...nodeOf(one, { ...parameters, ...given }),
			items: items.slice(0, 1),
		});
		const [{ url, rawBody }] = requests;
		expect(decodeURIComponent(url.replaceAll('+', ' ')) + rawBody).toContain(typed);
	}
});

it.each([
	['reschedule', 'appointment', { appointmentId: '2', appointmentAt: '2027-03-01T10:00:00Z' }],
	['update', 'automationRule', { automationRuleId: byId(1) }],
])('clears a text of %s only if it was left empty by hand', async (operation, node, given) => {
	const [place, name] =
		node === 'appointment' ? ['additionalFields', 'notes'] : ['updateFields', 'description'];
	const sent = async (typed: string) => {
		const fields = { [name]: typed, ...(node === 'automationRule' && { active: true }) };
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

/** Fields whose values the contract lists: an expression has to return one of them. */
it.each([
	['contactSearch', { query: 'Ann', options: { sort: '={{ $json.given }}' } }, 'sort'],
	[
		'automationRuleUpdate',
		{ automationRuleId: byId(1), updateFields: { eventName: '={{ $json.given }}' } },
		'event_name',
	],
])('%s refuses another value than its list has', async (id, parameters, field) => {
	const known =
		field === 'sort'
			? ['name', '-last_activity_at', 'name,-email', 'name, phone_number']
			: ['conversation_created', 'message_created', 'conversation_opened'];
	const run = nodeOf(caseOf(id), parameters as IDataObject);
	for (const given of known) {
		const { requests } = await runNode(running(), { ...run, items: [{ given }] });
		const body = (requests[0].body ?? {}) as IDataObject;
		const query = new URL(requests[0].url, 'https://x.example').searchParams.get('sort');
		expect(field === 'sort' ? query : body[field]).toBe(given.replace(' ', ''));
	}
	for (const given of ['Message Created', 'name desc', 'name,', 7, true]) {
		const { error, requests } = await runNode(running(), { ...run, items: [{ given }] });
		expect(error?.message).toMatch(/must be (?:email, -email|conversation_created), .* but is /);
		expect(requests).toEqual([]);
	}
});
