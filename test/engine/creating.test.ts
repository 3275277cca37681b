import type { IDataObject } from 'n8n-workflow';

import { VERDICTS } from '../../nodes/shared/failure/verdict';
import type { PlannedFault } from '../../tools/sandbox';
import { byId, WITH_PHOTO } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, type NodeResult, runNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';

/** The third dialect answers about contacts as the second does. */
const DIALECTS = ['documented', 'upstream'] as const;

const running = sandboxForTests({ contacts: 20, now: () => Date.now() });

const ADA = { name: 'Ada', email: 'ada@new.example' };
const CITY = { additionalFields: { city: 'Paris', blocked: false } };
const TAKEN = { name: 'Again', email: 'NADIA.TANAKA.3@example.com' };
const LOST: PlannedFault = { kind: 'resetAfterRead', action: 'performed', times: 1 };

async function creating(fields: IDataObject, run: Partial<NodeRun> = {}): Promise<NodeResult> {
	return await onClock(() => create(fields, run));
}

async function create(fields: IDataObject, run: Partial<NodeRun>): Promise<NodeResult> {
	const parameters = { operation: 'create', ...fields };
	return await runNode(running(), { node: 'contact', parameters, ...run });
}

function operations({ requests }: NodeResult): unknown[] {
	return requests.map(({ operation }) => operation);
}

describe('a blank row', () => {
	const NAMES = ['name', 'email', 'phoneNumber'];
	const BLANK = 'This item has no name, email, phone number or identifier';

	it.each<[string, IDataObject]>([
		['with an inbox', { name: '={{ $json.nmae }}', inboxId: byId(1) }],
		['of spaces', { name: '={{ $json.spaces }}', email: '={{ $json.spaces }} {{ $json.x }}' }],
		['with an identifier', { additionalFields: { identifier: '={{ $json.x }}', blocked: true } }],
		[
			'of an agent',
			Object.fromEntries(
				NAMES.map((name) => [name, `={{ $fromAI('${name}', '', 'string', '') }}`]),
			),
		],
	])('%s makes no contact', async (_what, fields) => {
		const { error, requests } = await creating(fields, { items: [{ spaces: ' \u00a0' }] });
		expect(requests).toEqual([]);
		expect(error?.message).toBe(BLANK);
		expect(error?.description).toContain('Check the column names in its expressions');
	});

	it.each<[string, IDataObject]>([
		['the fields were left blank by hand', { inboxId: byId(1) }],
		['an expression was left blank by hand', { name: '=', inboxId: byId(1) }],
		['one of them has a value', { name: '={{ $json.x }}', email: 'ada@new.example' }],
		['they have a fallback', { name: "={{ $json.x || 'Unknown' }}" }],
	])('is created if %s', async (_what, fields) => {
		const { error, main } = await creating(fields);
		expect(error).toBeUndefined();
		expect(main).toHaveLength(1);
	});
});

describe('find or create without a value to find by', () => {
	const MAPPED = { name: 'Ann', email: '={{ $json.mail }}', onDuplicate: 'continue' };

	it.each<[string, IDataObject]>([
		['an expression returned nothing', {}],
		['the fields were left blank by hand', { email: '' }],
	])('makes no contact if %s, because each run would make another one', async (_what, fields) => {
		const { error, requests } = await creating({ ...MAPPED, ...fields }, { items: [{}] });
		expect(requests).toEqual([]);
		expect(error?.message).toContain("so an existing contact can't be found");
	});

	it.each<[string, IDataObject]>([
		['another value is there', { additionalFields: { identifier: 'crm-7' } }],
		['contacts that exist fail', { onDuplicate: 'stop' }],
	])('creates the contact if %s', async (_what, fields) => {
		const { error, main } = await creating({ ...MAPPED, ...fields }, { items: [{}] });
		expect(error).toBeUndefined();
		expect(main).toHaveLength(1);
	});
});

describe.each(DIALECTS)('in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));

	it('gives a new contact and the same one later the same fields and the same source ID', async () => {
		const fields = { ...ADA, inboxId: byId(1), onDuplicate: 'continue' };
		for (const simplify of [false, true]) {
			running().reset();
			running().setDialect(dialect);
			const [[made], [found]] = [
				(await creating({ ...fields, simplify })).main,
				(await creating({ ...fields, simplify })).main,
			];
			expect([made.json.created, found.json.created]).toEqual([true, false]);
			expect(Object.keys(found.json).sort()).toEqual(Object.keys(made.json).sort());
			expect(made.json.source_id).toEqual(expect.any(String));
			expect(found.json.source_id).toBe(made.json.source_id);
		}
	});

	it('gives a contact that is in another inbox no source ID', async () => {
		const { main } = await creating({ ...TAKEN, inboxId: byId(1), onDuplicate: 'continue' });
		expect(main[0].json).toMatchObject({ id: 3, created: false });
		expect(main[0].json).not.toHaveProperty('source_id');
	});

	it('names the field of a duplicate and the existing contact', async () => {
		const { error } = await creating(TAKEN);
		expect(error?.message).toMatch(/^Email .*taken/);
		expect(error?.description).toContain("'Email' belongs to contact 3 (Nadia Tanaka).");
		expect(error?.description).toContain("set 'If the Contact Exists' to 'Return It Unchanged'");
		expect(error?.httpCode).toBe('422');
	});

	it('continues with the existing contact if that is chosen', async () => {
		const outcome = await creating({ ...TAKEN, onDuplicate: 'continue' });
		expect(outcome.main).toMatchObject([
			{ json: { id: 3, name: 'Nadia Tanaka', created: false }, pairedItem: { item: 0 } },
		]);
		expect(operations(outcome)).toEqual(['contactCreate', 'contactFilter']);
		expect(outcome.requests[1].problem).toBeUndefined();
	});

	it.each<[string, IDataObject, PlannedFault, number]>([
		['found by its email', ADA, LOST, 1],
		['found by its phone number', { name: 'Ada', phoneNumber: '+4930555000' }, LOST, 1],
		['found by all of them', { ...ADA, additionalFields: { identifier: 'n' } }, LOST, 1],
		['to continue with', { ...ADA, ...CITY, onDuplicate: 'continue' }, LOST, 1],
		['sent again once the service is up', ADA, { kind: 'status', status: 503, times: 2 }, 3],
		['sent again if nothing was done', ADA, { ...LOST, action: 'skipped' }, 2],
	])('creates one contact if the response is lost: %s', async (_what, fields, fault, sent) => {
		running().setFault({ ...fault, operation: 'contactCreate' });
		const outcome = await creating(fields);
		expect(outcome.error).toBeUndefined();
		expect(outcome.main).toMatchObject([{ json: { id: 23, name: 'Ada', created: true } }]);
		expect(operations(outcome).filter((name) => name === 'contactCreate')).toHaveLength(sent);
		const { created } = running().state.contacts;
		expect(created.filter(({ name }) => name === 'Ada')).toHaveLength(1);
	});
});

it.each<[string, IDataObject, object]>([
	[
		'an email in lower case',
		{ email: 'Ada@New.example' },
		{ attribute_key: 'email', filter_operator: 'equal_to', values: ['ada@new.example'] },
	],
	[
		'a phone number by its digits',
		{ phoneNumber: '+33 123 456 789' },
		{ attribute_key: 'phone_number', filter_operator: 'contains', values: ['33123456789'] },
	],
])('looks for %s, as servers keep it', async (_what, fields, condition) => {
	running().setFault({ ...LOST, operation: 'contactCreate' });
	const { requests } = await creating(fields);
	expect(requests[1].body).toEqual({ payload: [{ ...condition, query_operator: null }] });
});

it('is shown late by a replica, although it was made by the first of four lost creates', async () => {
	const nobody = { kind: 'response', status: 200, body: { payload: [] } } as const;
	running().addFault({ ...LOST, operation: 'contactCreate' });
	running().addFault({ ...LOST, action: 'skipped', operation: 'contactCreate', from: 2, times: 3 });
	running().addFault({ ...nobody, operation: 'contactFilter', times: 3 });
	const outcome = await creating(ADA);
	expect(outcome.main).toMatchObject([{ json: { email: ADA.email, created: true } }]);
	expect(operations(outcome).filter((name) => name === 'contactCreate')).toHaveLength(4);
});

describe('if the clock of the service is a minute slow', () => {
	const slow = sandboxForTests({ contacts: 20, now: () => Date.now() - 60_000 });

	/** Creates a contact whose response is lost. */
	async function losing(onDuplicate: string): Promise<NodeResult> {
		slow().setFault({ ...LOST, operation: 'contactCreate' });
		const parameters = { operation: 'create', ...ADA, onDuplicate };
		return await onClock(() => runNode(slow(), { node: 'contact', parameters }));
	}

	it('continues with the contact of a lost response, but does not say that it is new', async () => {
		const { error, main } = await losing('continue');
		expect(error).toBeUndefined();
		expect(main).toMatchObject([{ json: { email: ADA.email, created: false } }]);
	});

	it('fails with the doubt', async () => {
		const { error } = await losing('stop');
		expect(error?.message).toBe('A contact with these values already exists');
		expect(error?.description).toContain('This request may have created the contact.');
		expect(error?.description).toContain(VERDICTS.unclear);
	});
});

it('sends nothing after a refusal whose look-up gets a 429 that is not retried', async () => {
	running().setFault({ kind: 'rateLimit', operation: 'contactFilter' });
	const outcome = await creating(
		{ email: '={{ $json.email }}', onDuplicate: 'continue', options: { maxRetries: 0 } },
		{ items: [TAKEN, ADA] },
	);
	expect(outcome.error?.message).toMatch(/^Email .*taken.* \[item 0\]$/);
	expect(operations(outcome).filter((name) => name === 'contactCreate')).toHaveLength(1);
});

// Relied on in nodes/Contact/avatar.ts: n8n sends a native `FormData` unchanged, also when it is sent again.
it('sends a new form after a rate limit', async () => {
	running().setFault({ kind: 'rateLimit', operation: 'contactCreate', times: 1 });
	const { main, requests } = await creating(
		{ name: 'Ada', additionalFields: { avatarBinaryField: 'photo' } },
		{ items: [WITH_PHOTO] },
	);
	expect(main).toHaveLength(1);
	expect(requests.map(({ status, files }) => [status, files.length])).toEqual([
		[429, 1],
		[200, 1],
	]);
});
