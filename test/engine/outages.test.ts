import dns from 'node:dns';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { VERDICTS } from '../../nodes/shared/failure/verdict';
import { type NodeRun, type NodeResult, runNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';
import { replace } from '../../tools/faults/leaks';
import type { PlannedFault } from '../../tools/sandbox';
import { byId } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';

/** How far the clock of the service is ahead. */
let aheadMs = 0;
afterEach(() => (aheadMs = 0));

const running = sandboxForTests({
	dialect: 'upstream',
	contacts: 15,
	labels: 120,
	now: () => Date.now() + aheadMs,
});

const SECOND = 1000;
const ITEMS = 120;
const NOT_CREATED =
	/The node sent the request 3 times, then looked for the contact and found none, so it was not created\..* Run this item again later\./;

const people = (count = ITEMS) =>
	Array.from({ length: count }, (_, index) => ({ email: `p${index}@new.example` }));

const CREATE = { operation: 'create', name: 'P', email: '={{ $json.email }}' };

/** A 500 to everything, or to one operation, that begins in the middle of a run. */
function down(seconds: number, fault: Partial<PlannedFault> = {}): PlannedFault {
	return {
		kind: 'status',
		status: 500,
		from: 40,
		forMs: seconds * SECOND,
		...fault,
	} as PlannedFault;
}

async function run(node: string, parameters: IDataObject, others: Partial<NodeRun> = {}) {
	const items = others.items ?? people();
	return await onClock(
		async () =>
			await runNode(running(), {
				...{ node, parameters, items, onError: 'continueRegularOutput' },
				...others,
			}),
		// The waits of many items differ by a few milliseconds.
		1,
	);
}

function errorsIn({ main }: NodeResult): string[] {
	return main.map(({ json }) => json.error).filter((error) => typeof error === 'string');
}

/** How often each create was sent, by its email. */
function sendsOf({ requests }: NodeResult): Map<string, number> {
	const sends = new Map<string, number>();
	for (const { operation, body } of requests) {
		if (operation !== 'contactCreate') continue;
		const { email } = body as { email: string };
		sends.set(email, (sends.get(email) ?? 0) + 1);
	}
	return sends;
}

/** The emails that were stored. */
function stored(): unknown[] {
	return running().state.contacts.created.map(({ email }) => email);
}

describe('a database that restarts in the middle of many creates', () => {
	it.each([
		[300, 4],
		[120, 20],
	])('costs none of %s if it takes %s seconds', async (count, seconds) => {
		running().setFault(down(seconds));
		const items = people(count);
		const outcome = await run('contact', CREATE, { items });
		expect(errorsIn(outcome)).toEqual([]);
		expect(stored().sort()).toEqual(items.map(({ email }) => email).sort());
		expect(Math.max(...sendsOf(outcome).values())).toBeLessThanOrEqual(3);
	});

	it('costs none of them if it begins with the first one, and nothing else is sent before', async () => {
		running().setFault(down(20, { from: 1 }));
		const outcome = await run('contact', CREATE);
		expect(errorsIn(outcome)).toEqual([]);
		const failed = outcome.requests.filter(({ status }) => status === 500);
		const creates = failed.filter(({ operation }) => operation === 'contactCreate');
		expect(creates).toHaveLength(1);
		expect(stored()).toHaveLength(ITEMS);
	});

	it('costs none of them in four seconds in which only creates fail', async () => {
		running().setFault(down(4, { operation: 'contactCreate' }));
		const outcome = await run('contact', CREATE);
		expect(errorsIn(outcome)).toEqual([]);
		expect(stored()).toHaveLength(ITEMS);
	});

	it('says what was not created after a minute in which only creates fail', async () => {
		running().setFault(down(60, { operation: 'contactCreate' }));
		const outcome = await run('contact', CREATE);
		const errors = errorsIn(outcome);
		expect(errors).toHaveLength(ITEMS - stored().length);
		expect(errors.length).toBeGreaterThan(0);
		for (const error of errors) {
			expect(error).toMatch(NOT_CREATED);
			expect(error).not.toMatch(/Inbox|may have been/);
		}
		expect(Math.max(...sendsOf(outcome).values())).toBe(3);
	});
});

it.each([
	[1, 'stop'],
	[2, 'stop'],
	[2, 'continue'],
])(
	'ends a run with a message of 60 words if the service is unavailable from request %s on (%s)',
	async (from, onDuplicate) => {
		running().setFault({ kind: 'status', status: 503, from });
		const items = people(60).map((person, index) => ({ row_number: index + 2, ...person }));
		const parameters = { ...CREATE, onDuplicate };
		const { error } = await run('contact', parameters, { items, onError: 'stopWorkflow' });
		expect(error?.description).toContain('May have been created:');
		expect(error?.description).toContain(
			onDuplicate === 'stop'
				? "To run it again safely, set 'If the Contact Exists' to 'Return It Unchanged'."
				: `${VERDICTS.unclear} ${VERDICTS.laterIfRefused}`,
		);
		const shown = `${error?.message} ${error?.description?.replace(/Help with.*/, '')}`;
		expect(shown.trim().split(/\s+/).length).toBeLessThanOrEqual(60);
	},
);

describe.each<[string, string, IDataObject, NodeRun['items']]>([
	['deletes', 'label', { operation: 'delete', labelId: byId('={{ $json.id }}') }, undefined],
	[
		'updates',
		'automationRule',
		{ operation: 'update', automationRuleId: byId(1), active: 'on' },
		undefined,
	],
	['searches', 'contact', { operation: 'search', query: 'a', limit: 1 }, undefined],
])('a 500 to %s', (_what, node, parameters) => {
	const items = Array.from({ length: 60 }, (_, index) => ({ id: index + 1 }));

	it('that ends within four seconds costs nothing', async () => {
		running().setFault(down(4));
		expect(errorsIn(await run(node, parameters, { items }))).toEqual([]);
	});

	it('that stays is reported with its reason', async () => {
		running().setFault(down(1000));
		const errors = errorsIn(await run(node, parameters, { items }));
		expect(errors).toHaveLength(21);
		for (const error of errors) {
			expect(error).toMatch(/\(HTTP 500\)/);
			expect(error).toContain('It was retried 2 times.');
		}
	});
});

it('names the inbox whose creates all get a 500, and delays no other item', async () => {
	const items = people(20).map((one, index) => ({ ...one, inbox: index === 5 ? 3 : '' }));
	running().addFault(down(1000, { operation: 'contactCreate', from: 6, times: 1 }));
	const parameters = {
		...CREATE,
		inboxId: byId('={{ $json.inbox }}'),
		options: { maxConcurrentRequests: 1 },
	};
	running().addFault(down(1000, { operation: 'contactCreate', from: 21 }));
	const outcome = await run('contact', parameters, { items });
	const errors = errorsIn(outcome);
	expect(errors).toHaveLength(1);
	expect(errors[0]).toContain("check 'Inbox'");
	expect(errors[0]).toMatch(NOT_CREATED);
	const creates = outcome.requests.filter(({ operation }) => operation === 'contactCreate');
	expect(creates.slice(0, 20).map(({ body }) => (body as IDataObject).email)).toEqual(
		items.map(({ email }) => email),
	);
});

describe.each<[string, PlannedFault]>([
	['a 500', { kind: 'status', status: 500 }],
	['a 422 because the database cancelled its query', { kind: 'queryCancelled' }],
])('a create that gets %s', (_what, fault) => {
	const ADA = { operation: 'create', name: 'Ada', email: 'ada@new.example' };
	const failing: PlannedFault = { ...fault, operation: 'contactCreate' };

	it.each<[string, string, number]>([
		['continue', 'Continue', 0],
		['stop', 'Fail', 1],
	])('although it is stored (%s), is not created twice', async (onDuplicate, _name, red) => {
		running().setFault({ ...failing, action: 'performed' });
		const outcome = await run('contact', { ...ADA, onDuplicate }, { items: [{}] });
		expect(stored()).toEqual(['ada@new.example']);
		const errors = errorsIn(outcome);
		expect(errors).toHaveLength(red);
		for (const error of errors) {
			expect(error).toContain('This request may have created the contact.');
			expect(error).toContain(VERDICTS.unclear);
		}
		if (red === 0) expect(outcome.main).toMatchObject([{ json: { created: false } }]);
	});

	it('as a duplicate of an older contact does not say that it may have made it', async () => {
		running().setFault(failing);
		const outcome = await run(
			'contact',
			{ ...ADA, email: 'nadia.tanaka.3@example.com' },
			{ items: [{}] },
		);
		const [error] = errorsIn(outcome);
		expect(error).toContain("'Email' belongs to contact 3 (Nadia Tanaka).");
		expect(error).not.toMatch(/may have|unknown/);
		expect(sendsOf(outcome).get('nadia.tanaka.3@example.com')).toBe(1);
	});

	it.each([{ email: 'Ada@New.example' }, { email: '', phoneNumber: '030 12345' }, { email: '' }])(
		'is sent once if its absence cannot be proved: %j',
		async (values) => {
			running().setFault(failing);
			const outcome = await run('contact', { ...ADA, ...values }, { items: [{}] });
			const creates = outcome.requests.filter(({ operation }) => operation === 'contactCreate');
			expect(creates).toHaveLength(1);
			const [error] = errorsIn(outcome);
			expect(error).toContain('The contact may have been created.');
			expect(error).toContain(VERDICTS.unclear);
		},
	);

	it('is looked for, and sent three times more, if Retry On Fail runs the node again', async () => {
		running().setFault({ ...failing, times: 5 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
		const { error, main } = await run('contact', ADA, {
			...{ items: [{}], settings, onError: 'stopWorkflow' },
		});
		expect(error).toBeUndefined();
		expect(main).toMatchObject([{ json: { created: true } }]);
		expect(stored()).toEqual(['ada@new.example']);
	});

	it('is named as possibly created if another item fails while it waits', async () => {
		running().addFault({ ...failing, from: 2, times: 1 });
		running().addFault({
			kind: 'status',
			status: 403,
			operation: 'contactCreate',
			from: 3,
			times: 1,
		});
		const { error } = await run(
			'contact',
			{ ...CREATE, options: { maxConcurrentRequests: 1 } },
			{ items: people(3), onError: 'stopWorkflow' },
		);
		expect(error?.message).toContain('[item 2]');
		expect(error?.description).toContain('May have been created: the 2nd.');
	});
});

describe('a lock in the database for which Chatwoot answers with 422', () => {
	it('costs none of many creates in three seconds, and none is created twice', async () => {
		running().setFault({ kind: 'queryCancelled', from: 40, forMs: 3 * SECOND });
		const outcome = await run('contact', CREATE);
		expect(errorsIn(outcome)).toEqual([]);
		expect(stored().sort()).toEqual(
			people()
				.map(({ email }) => email)
				.sort(),
		);
	});

	it('costs Return All no page', async () => {
		await run('contact', CREATE, { items: people(30) });
		const fault = { kind: 'queryCancelled', operation: 'contactSearch' } as const;
		running().setFault({ ...fault, from: 2, times: 2 });
		const list = { operation: 'search', query: '@', returnAll: true };
		const outcome = await run('contact', list, { items: [{}] });
		expect(errorsIn(outcome)).toEqual([]);
		expect(outcome.main).toHaveLength(44);
		expect(outcome.requests.filter(({ status }) => status === 422)).toHaveLength(2);
	});

	it('does not follow its advice to try again with what may have been done', async () => {
		running().setFault({ kind: 'queryCancelled', action: 'performed' });
		const flow = { operation: 'create', name: 'F', inboxId: byId(1), flowJson: '{"a": 1}' };
		const outcome = await run('messagingFlow', flow, { items: [{}] });
		expect(outcome.requests).toHaveLength(1);
		const [error] = errorsIn(outcome);
		expect(error).toContain('The request took too long to complete. Please try again (HTTP 422).');
		expect(error).toContain(
			'The messaging flow may have been created. Look for its name in the service before you run this item again.',
		);
		expect(error).toContain(VERDICTS.unclear);
	});
});

it('reads a list at once without an order that the service answers with 500', async () => {
	running().setFault({ kind: 'status', status: 500, operation: 'contactSearch', times: 1 });
	await onClock(async ({ waits }) => {
		const parameters = { operation: 'search', query: '@', returnAll: true };
		const { main, requests } = await runNode(running(), { node: 'contact', parameters });
		// One contact has no email.
		expect(main).toHaveLength(14);
		expect(requests.slice(0, 2).map(({ query }) => 'sort' in query)).toEqual([true, false]);
		expect(waits.filter((ms) => ms > 1000)).toEqual([]);
	});
});

it.each<[string, IDataObject]>([
	['contact', CREATE],
	['label', { operation: 'delete', labelId: byId(3) }],
	['messagingFlow', { operation: 'create', name: 'F', inboxId: byId(1), flowJson: '{"a": 1}' }],
])('waits for a host that is not found while it restarts: %s', async (node, parameters) => {
	let misses = 4;
	const { lookup } = dns;
	const failing = (name: string, ...rest: unknown[]) => {
		if (name !== 'chat.example') return Reflect.apply(lookup, dns, [name, ...rest]) as undefined;
		if (misses-- <= 0) return Reflect.apply(lookup, dns, ['127.0.0.1', ...rest]) as undefined;
		const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
		process.nextTick(rest.at(-1) as (error: Error) => void, error);
		return undefined;
	};
	const restore = replace(dns, { lookup: Object.assign(failing, lookup) as typeof dns.lookup });
	try {
		const { port } = new URL(running().url);
		const credential = { baseUrl: `http://chat.example:${port}` };
		const outcome = await run(node, parameters, { items: people(1), credential });
		expect(errorsIn(outcome)).toEqual([]);
		expect(outcome.main).toHaveLength(1);
	} finally {
		restore();
	}
});

/** A refused duplicate: its contact, the doubt, or, with Fail, why it was not looked for longer. */
const REFUSED =
	/'Email' belongs to contact \d+|may have been created|already been taken .* responded with 500/;

it.each(['continue', 'stop'])(
	'creates each row once for five executions at once whose responses are lost (%s)',
	async (onDuplicate) => {
		const lost = { kind: 'resetAfterRead', operation: 'contactCreate' } as const;
		running().addFault({ ...lost, action: 'performed', from: 2, times: 30 });
		running().addFault({ ...lost, action: 'skipped', from: 32, times: 30 });
		running().addFault({ kind: 'status', status: 500, from: 100, times: 20 });
		const nodeRun: NodeRun = {
			...{ node: 'contact', parameters: { ...CREATE, onDuplicate }, items: people(30) },
			onError: 'continueRegularOutput',
		};
		const executions = await onClock(() =>
			Promise.all(Array.from({ length: 5 }, () => runNode(running(), nodeRun))),
		);
		const emails = people(30).map(({ email }) => email);
		expect(stored().sort()).toEqual([...emails].sort());
		for (const { main } of executions) {
			expect(main).toHaveLength(30);
			main.forEach(({ json: { email, error } }, index) => {
				if (onDuplicate === 'continue' || error === undefined) expect(email).toBe(emails[index]);
				else expect(error).toMatch(REFUSED);
			});
		}
	},
);

it('creates each contact once or says why not, whatever its requests meet', async () => {
	const status = fc.constantFrom(500, 500, 502, 503, 504);
	const action = fc.constantFrom('performed' as const, 'skipped' as const);
	const scope = fc.record({
		...{ from: fc.integer({ min: 1, max: 12 }), times: fc.nat(3) },
		operation: fc.constantFrom('contactCreate' as const, 'contactFilter' as const),
	});
	const what = fc.oneof<Array<fc.Arbitrary<PlannedFault>>>(
		fc.record({ kind: fc.constant('status' as const), status, action }),
		fc.record({ kind: fc.constant('resetAfterRead' as const), action }),
		fc.constant({ kind: 'status', status: 422 }),
		fc.constant({ kind: 'truncated' }),
	);
	const situation = fc.record({
		faults: fc.array(fc.tuple(what, scope), { maxLength: 5 }),
		onDuplicate: fc.constantFrom('continue', 'stop'),
		takesDuplicates: fc.boolean(),
		hoursAhead: fc.constantFrom(0, 0, -0.1, -2, 2),
		/** The item whose email somebody else has. */
		existing: fc.option(fc.nat(3)),
		isTriedAgain: fc.boolean(),
	});
	const items = people(4);
	const property = fc.asyncProperty(situation, async (given) => {
		running().reset();
		aheadMs = given.hoursAhead * 3600 * SECOND;
		const { contacts } = running().state;
		if (given.takesDuplicates) jest.spyOn(contacts, 'conflicts').mockReturnValue([]);
		if (given.existing !== null) {
			const [somebody] = contacts.all;
			contacts.add({ ...somebody, ...items[given.existing], id: contacts.nextId });
		}
		for (const [fault, about] of given.faults) running().addFault({ ...fault, ...about });
		const outcome = await run(
			'contact',
			{ ...CREATE, onDuplicate: given.onDuplicate },
			given.isTriedAgain
				? {
						...{ items, onError: 'stopWorkflow' },
						settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 },
					}
				: { items },
		);
		const made = contacts.created.filter(({ name }) => name === 'P').map(({ email }) => email);
		expect(new Set(made).size).toBe(made.length);
		const own = outcome.main.filter(({ json }) => json.created);
		expect(new Set(own.map(({ json }) => json.id)).size).toBe(own.length);
		for (const { json } of own) expect(json.name).toBe('P');
		if (!outcome.error) expect(outcome.main).toHaveLength(4);
		outcome.main.forEach(({ json }, index) => {
			const { email } = items[index];
			const error = String(json.error ?? '');
			if (!error) expect(stored()).toContain(email);
			if (error.includes('was not created')) expect(made).not.toContain(email);
			// By a clock that is so far behind, its contact is clearly older.
			if (error && made.includes(email) && given.hoursAhead > -2)
				expect(error).toContain(VERDICTS.unclear);
		});
	});
	await fc.assert(property, { numRuns: 60 });
});
