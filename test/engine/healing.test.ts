import type { IDataObject } from 'n8n-workflow';

import { DIALECT_NAMES, type PlannedFault } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';
import { type NodeRun, type Outcome, runNode } from './harness';
import { scaleClock } from './scaledClock';
import { byId } from '../fixtures/operationCase';

const running = sandboxForTests({ contacts: 20 });

const ADA = { name: 'Ada', email: 'ada@new.example' };
const LOST: PlannedFault = { kind: 'resetAfterRead', action: 'performed', times: 1 };

async function run(nodeRun: NodeRun): Promise<Outcome> {
	const clock = scaleClock(1000);
	try {
		return await runNode(running(), nodeRun);
	} finally {
		clock.restore();
	}
}

async function creating(fields: IDataObject, options: IDataObject = {}): Promise<Outcome> {
	const parameters = { resource: 'contact', operation: 'create', ...fields, options };
	return await run({ node: 'contact', parameters });
}

function operations({ requests }: Outcome): unknown[] {
	return requests.map(({ operation }) => operation);
}

function contactsNamed(name: string): number {
	return running().state.contacts.created.filter((contact) => contact.name === name).length;
}

describe.each(DIALECT_NAMES)('a create whose answer was lost, in the %s dialect', (dialect) => {
	beforeEach(() => running().setDialect(dialect));

	it.each([
		['email', ADA],
		['phone number', { name: 'Ada', phoneNumber: '+4930555000' }],
		['identifier', { name: 'Ada', additionalFields: { identifier: 'new-1' } }],
		['all of them', { ...ADA, phoneNumber: '+4930555001', additionalFields: { identifier: 'n2' } }],
	])('is found by its %s: one contact, no error', async (_what, fields) => {
		running().setFault({ ...LOST, operation: 'contactCreate' });
		const outcome = await creating(fields);
		expect(outcome.error).toBeUndefined();
		expect(outcome.main).toHaveLength(1);
		expect(outcome.main[0].json).toMatchObject({ id: 23, name: 'Ada' });
		expect(outcome.main[0].json.created).toBeUndefined();
		expect(operations(outcome).filter((name) => name === 'contactCreate')).toHaveLength(1);
		expect(contactsNamed('Ada')).toBe(1);
	});

	it.each<[string, PlannedFault]>([
		['the request was never read', { kind: 'resetBeforeRead', times: 1 }],
		['the service was down', { kind: 'status', status: 503, times: 2 }],
		['nothing was done before the time was over', { ...LOST, action: 'skipped' }],
	])('is sent again where it is not there: %s', async (_what, fault) => {
		running().setFault({ ...fault, operation: 'contactCreate' });
		const outcome = await creating(ADA);
		expect(outcome.error).toBeUndefined();
		expect(outcome.main).toHaveLength(1);
		expect(contactsNamed('Ada')).toBe(1);
	});

	it.each([
		['stop', undefined],
		['continue', 3],
	])('is a duplicate where the contact was there before (%s)', async (onDuplicate, id) => {
		running().setFault({ ...LOST, operation: 'contactCreate' });
		const outcome = await creating(
			{ name: 'Again', email: 'Nadia.Tanaka.3@example.com' },
			{ onDuplicate },
		);
		expect(outcome.main.map(({ json }) => json.id)).toEqual(id ? [id] : []);
		expect(outcome.main.map(({ json }) => json.created)).toEqual(id ? [false] : []);
		if (!id) expect(outcome.error?.description).toContain("'Email' belongs to contact 3");
		expect(operations(outcome)).toEqual(['contactCreate', 'contactFilter']);
	});
});

/** A look-up that finds one contact, with the e-mail address of the create. */
function finding(contact: IDataObject, headers = {}): PlannedFault {
	const body = { payload: [{ id: 8, email: ADA.email, ...contact }] };
	return { kind: 'answer', status: 200, body, headers };
}

function seconds(): number {
	return Math.floor(Date.now() / 1000);
}

it.each<[string, () => PlannedFault]>([
	['the look-up fails', () => ({ kind: 'status', status: 500 })],
	['the look-up cannot be read', () => ({ kind: 'answer', status: 200, body: { contacts: [] } })],
	['the contact has no date', () => finding({ name: 'Ada' })],
	[
		'another contact came in the same second',
		() => finding({ name: 'Eve', created_at: seconds() }),
	],
	[
		'the service does not know its time',
		() => finding({ name: 'Ada', created_at: seconds() }, { date: 'today' }),
	],
])('says that a contact may have been created where %s', async (_what, lookUp) => {
	running().addFault({ ...LOST, operation: 'contactCreate' });
	running().addFault({ ...lookUp(), operation: 'contactFilter' });
	const outcome = await creating(ADA);
	expect(outcome.error?.message).toBe('The connection was lost before the service answered');
	expect(outcome.error?.description).toContain('The contact may have been created');
	expect(operations(outcome).filter((name) => name === 'contactCreate')).toHaveLength(1);
});

it.each([
	['an hour behind', -3600],
	['an hour ahead', 3600],
])('tells by the clock of the service, which may be %s', async (_what, off) => {
	const date = new Date(Date.now() + off * 1000).toUTCString();
	running().addFault({ ...LOST, operation: 'contactCreate' });
	running().addFault({
		...finding({ name: 'Ada', created_at: seconds() + off - 60 }, { date }),
		operation: 'contactFilter',
	});
	const { error } = await creating(ADA);
	expect(error?.message).toBe('A contact with these values was there before');
	expect(error?.description).toContain("'Email' belongs to contact 8 (Ada).");
});

it('sends a create without anything unique once', async () => {
	running().setFault({ ...LOST, operation: 'contactCreate' });
	const outcome = await creating({ name: 'Ada' });
	expect(outcome.error?.description).toContain('The contact may have been created');
	expect(operations(outcome)).toEqual(['contactCreate']);
});

describe.each([
	['label', 'labelDelete', 'labelId'],
	['agentBot', 'agentBotDelete', 'agentBotId'],
] as const)('a delete (%s)', (node, operation, parameter) => {
	function deleting(id: number): NodeRun {
		return { node, parameters: { resource: node, operation: 'delete', [parameter]: byId(id) } };
	}

	it.each<[string, PlannedFault]>([
		['the connection was lost', LOST],
		['a proxy gave up', { kind: 'status', status: 504, action: 'performed', times: 1 }],
	])('whose answer was lost is done where the record is gone then: %s', async (_what, fault) => {
		running().setFault({ ...fault, operation });
		const { main, error, requests } = await run(deleting(2));
		expect(error).toBeUndefined();
		expect(main.map(({ json }) => json)).toEqual([{ deleted: true, id: 2 }]);
		expect(requests.map(({ status }) => status).at(-1)).toBe(404);
	});

	it('stays an error where there was no such record', async () => {
		const { error, requests } = await run(deleting(99));
		expect(error?.httpCode).toBe('404');
		expect(requests).toHaveLength(1);
	});

	it('stays an error where a rate limit came before', async () => {
		running().setFault({ kind: 'rateLimit', operation, times: 1 });
		const { error } = await run(deleting(99));
		expect(error?.httpCode).toBe('404');
	});
});

it('sends a rule update again', async () => {
	running().setFault({ ...LOST, times: 2, operation: 'automationRuleUpdate' });
	const { main, requests } = await run({
		node: 'automationRule',
		parameters: {
			resource: 'automationRule',
			operation: 'update',
			automationRuleId: byId(2),
			updateFields: { active: false },
		},
	});
	expect(main[0].json).toMatchObject({ id: 2, active: false });
	expect(requests).toHaveLength(3);
});

describe('the look-up of a duplicate', () => {
	const taken = { name: 'Again', email: 'nadia.tanaka.3@example.com' };

	it.each<[string, PlannedFault]>([
		['a rate limit', { kind: 'rateLimit', times: 2 }],
		['a reset', { kind: 'resetBeforeRead', times: 1 }],
		['a 503', { kind: 'status', status: 503, times: 1 }],
	])('outlasts %s', async (_what, fault) => {
		running().setFault({ ...fault, operation: 'contactFilter' });
		const { main, error } = await creating(taken, { onDuplicate: 'continue' });
		expect(error).toBeUndefined();
		expect(main.map(({ json }) => [json.id, json.created])).toEqual([[3, false]]);
	});

	it.each<[string, PlannedFault]>([
		['fails', { kind: 'status', status: 500 }],
		['is no list', { kind: 'answer', status: 200, body: { contacts: {} } }],
		['is no JSON', { kind: 'nonJson' }],
		['is limited for good', { kind: 'rateLimit' }],
	])('never replaces the refusal, and nothing follows it: it %s', async (_what, fault) => {
		running().setFault({ ...fault, operation: 'contactFilter' });
		const outcome = await run({
			node: 'contact',
			parameters: {
				resource: 'contact',
				operation: 'create',
				name: '={{ $json.name }}',
				email: '={{ $json.email }}',
				options: { onDuplicate: 'continue' },
			},
			items: [taken, ADA],
		});
		expect(outcome.error?.message).toMatch(/^Email .*taken.* \[item 0\]$/);
		expect(operations(outcome).filter((name) => name === 'contactCreate')).toHaveLength(1);
	});

	it('brings 60 known people through 20 requests a second', async () => {
		running().configure({ rateLimit: { requests: 20, windowMs: 1000 } });
		const outcome = await run({
			node: 'contact',
			parameters: {
				resource: 'contact',
				operation: 'create',
				email: '={{ $json.email }}',
				options: { onDuplicate: 'continue' },
			},
			items: Array.from({ length: 60 }, () => ({ email: taken.email })),
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.main.map(({ json }) => json.id)).toEqual(Array(60).fill(3));
	}, 30_000);
});
