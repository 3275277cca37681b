import type { PlannedFault } from '../../tools/sandbox';
import { byId } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { MODES, type NodeRun, type NodeResult, runNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';

/** How far the clock of the service is ahead. */
let aheadMs = 0;
afterEach(() => (aheadMs = 0));

const running = sandboxForTests({
	dialect: 'upstream',
	contacts: 15,
	labels: 50,
	now: () => Date.now() + aheadMs,
});

const ADA = { name: 'Ada', email: 'ada@new.example' };
const FLOW = { name: 'Flow', inboxId: byId(1), flowJson: '{"a": 1}' };
const PLACE = { appointmentId: byId(1) };

const LOST: Array<[string, PlannedFault]> = [
	['the connection is lost', { kind: 'resetAfterRead', action: 'performed' }],
	['the service fails', { kind: 'status', status: 500, action: 'performed' }],
	['the answer is cut off', { kind: 'truncated' }],
];
/** An answer that is cut off is one to something that was done. */
const UNDONE = LOST.slice(0, 2);

/** Runs a node that n8n tries again as often as three times. */
async function tried(node: string, parameters: NodeRun['parameters'], run: Partial<NodeRun> = {}) {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 };
	return await onClock(() => runNode(running(), { node, parameters, settings, ...run }));
}

function sent({ requests }: NodeResult, operation: string): number {
	return requests.filter((request) => request.operation === operation).length;
}

describe.each(LOST)('if Retry On Fail runs the node again after %s', (_what, fault) => {
	it.each([
		['messagingFlow', 'create', FLOW, 'messagingFlowCreate'],
		['appointment', 'complete', PLACE, 'appointmentComplete'],
		['contact', 'create', { name: 'Ada' }, 'contactCreate'],
	])('nothing is done twice: %s %s', async (node, operation, fields, endpoint) => {
		running().setFault({ ...fault, operation: endpoint, times: 1 });
		const outcome = await tried(node, { operation, ...fields });
		expect(outcome.error?.description).toMatch(/ may have been \w+\. /);
		expect(sent(outcome, endpoint)).toBe(1);
	});

	it('does not create a second contact, whether the first one counts as its own or as existing', async () => {
		running().addFault({ ...fault, operation: 'contactCreate', times: 1 });
		const outcome = await tried('contact', { operation: 'create', ...ADA });
		expect(sent(outcome, 'contactCreate')).toBe(1);
	});

	it.each([-2, 2])(
		'does not create a second contact, although the clock of the service is off by %s hours',
		async (hours) => {
			aheadMs = hours * 3_600_000;
			running().addFault({ ...fault, operation: 'contactCreate', times: 1 });
			const outcome = await tried('contact', { operation: 'create', ...ADA });
			expect(sent(outcome, 'contactCreate')).toBe(1);
		},
	);

	it('finds a contact that was created, and does not create it twice', async () => {
		running().addFault({ ...fault, operation: 'contactCreate', times: 1 });
		running().addFault({ kind: 'status', status: 500, operation: 'contactFilter', times: 1 });
		const fields = { operation: 'create', ...ADA, onDuplicate: 'continue' };
		const { main, error } = await tried('contact', fields);
		expect(error).toBeUndefined();
		expect(main).toMatchObject([{ json: { name: 'Ada' } }]);
		const { created } = running().state.contacts;
		expect(created.filter(({ name }) => name === 'Ada')).toHaveLength(1);
	});

	it('counts a label as deleted if it is gone', async () => {
		running().setFault({ ...fault, operation: 'labelDelete', times: 1 });
		const options = { maxRetries: 0 };
		const outcome = await tried('label', { operation: 'delete', labelId: byId(3), options });
		expect(outcome.error).toBeUndefined();
		expect(outcome.main).toMatchObject([{ json: { id: 3, deleted: true } }]);
	});
});

it.each(UNDONE)('creates a contact that was not created before %s', async (_what, fault) => {
	running().setFault({ ...fault, action: 'skipped', operation: 'contactCreate', times: 1 });
	const { main, error } = await tried('contact', { operation: 'create', ...ADA });
	expect(error).toBeUndefined();
	expect(main).toMatchObject([{ json: { name: 'Ada' } }]);
});

it.each(MODES)(
	'sends what was refused, and nothing that may have been done (%s)',
	async (onError) => {
		running().addFault({ kind: 'status', status: 502, from: 1, times: 1 });
		running().addFault({ kind: 'status', status: 422, from: 2, times: 1 });
		const items = [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }];
		const fields = { ...FLOW, name: '={{ $json.name }}', options: { maxConcurrentRequests: 1 } };
		const run = { items, onError };
		const outcome = await tried('messagingFlow', { operation: 'create', ...fields }, run);
		const names = outcome.requests.map(({ body }) => (body as { name: string }).name);
		expect(names.filter((name) => name === 'One')).toHaveLength(1);
		if (onError === 'stopWorkflow') return;
		expect(names.filter((name) => name === 'Two')).toHaveLength(2);
		expect(outcome.run.data.resultData.runData.Node).toHaveLength(1);
	},
);

it('waits for requests in flight when n8n breaks off and tries the node again', async () => {
	running().configure({ latencyMs: 300 });
	const outcome = await tried(
		'messagingFlow',
		{
			...{ operation: 'create', ...FLOW },
			name: "={{ $json.name ?? $('Missing').first().json.name }}",
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } },
		},
		{ items: [{ name: 'First' }, {}] },
	);
	expect(outcome.error).toBeDefined();
	const names = outcome.requests.map(({ body }) => (body as { name?: string }).name);
	expect(names.filter((name) => name === 'First')).toHaveLength(1);
});
