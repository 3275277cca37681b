import type { IDataObject, INode } from 'n8n-workflow';

import { byId } from '../../cases/operationCase';
import { sandboxForEachTest, until } from '../sandbox/support';
import { MODES, type OnError, type NodeResult, runNode } from '../../tools/engine/harness';
import { onClock } from '../../tools/faults/scaledClock';

const running = sandboxForEachTest({ labels: 60 });

const BATCH = { batchSize: 2, batchInterval: 900 };
const BATCHES_OF_2: IDataObject = { requestOptions: { batching: { batch: BATCH } } };

/** Deletes labels; an item whose time is no text fails in the engine itself. */
async function deleting(
	items: IDataObject[],
	onError: OnError,
	settings: Partial<INode> = {},
	parameters: IDataObject = {},
): Promise<NodeResult> {
	const labelId = byId('={{ $json.when.toDateTime() ? $json.id : 0 }}');
	return await onClock(async () => {
		const outcome = await runNode(running(), {
			node: 'label',
			parameters: { operation: 'delete', labelId, ...parameters },
			items: items.map((item) => ({ when: '2027-03-01', ...item })),
			onError,
			settings,
		});
		// Whatever is still to be sent would be sent within a minute of the clock.
		await new Promise((resolve) => setTimeout(resolve, 60_000));
		await until(() => running().counts.inFlight === 0);
		return outcome;
	});
}

function ids(count: number): IDataObject[] {
	return Array.from({ length: count }, (_value, index) => ({ id: index + 1 }));
}

describe('an expression that fails in the engine', () => {
	// Relied on in run/handover.ts: n8n stops handing over items with Stop Workflow if an expression that it evaluates
	// itself fails.
	it.each([
		['the last of 20 items', 19, {}, {}, 0],
		['the first item', 0, {}, {}, 0],
		['the last item, under Retry On Fail', 19, { retryOnFail: true, maxTries: 3 }, {}, 0],
		['the last item of the third batch', 5, {}, BATCHES_OF_2, 4],
	])('stops the run before it sends more: %s', async (_what, bad, settings, parameters, most) => {
		const items = ids(20).map((item, index) => (index === bad ? { ...item, when: 'soon' } : item));
		const { error } = await deleting(items, 'stopWorkflow', settings, parameters);
		expect(error).toBeDefined();
		expect(running().counts.total).toBeLessThanOrEqual(most);
	});

	it.each(MODES.slice(1))('does not hold back other items (%s)', async (onError) => {
		const items = ids(6).map((item) => (item.id === 6 ? { ...item, when: 'soon' } : item));
		const { main, error } = await deleting(items, onError);
		expect(error).toBeUndefined();
		expect(main.map(({ json }) => json.id).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
		expect(running().counts.total).toBe(5);
	});

	// Relied on in run/run.ts: n8n 2.30 stops handing over items with Continue too if an expression fails, and ends
	// the run of the node at once.
	it.each(MODES)('leaves no other item to be sent unseen (%s)', async (onError) => {
		const items = ids(6).map((item) => (item.id === 6 ? { ...item, when: 'soon' } : item));
		const { main } = await deleting(items, onError);
		expect(running().counts.total).toBe(main.filter(({ json }) => json.deleted).length);
	});
});

describe('Execute Once', () => {
	it.each(MODES)('sends the first of several items and ends (%s)', async (onError) => {
		const { main } = await deleting(ids(5), onError, { executeOnce: true });
		expect(main.map(({ json }) => json)).toEqual([{ deleted: true, id: 1 }]);
		expect(running().counts.total).toBe(1);
	});
});

it('sends nothing of a batch if one of its items is refused', async () => {
	const items = [...ids(3), { id: -4 }, ...ids(2)];
	const { error } = await deleting(items, 'stopWorkflow', {}, BATCHES_OF_2);
	expect(error?.message).toContain('[item 3]');
	expect(running().counts.total).toBeLessThanOrEqual(2);
});

describe('eight executions in one process with the same pause between batches', () => {
	const batch = { batchSize: 1, batchInterval: 30 };
	const parameters = { operation: 'getApps', requestOptions: { batching: { batch } } };

	/** Keeps the processor busy, again and again, until it is told to stop. */
	function keepBusy(ms: number): () => void {
		let isOver = false;
		const work = () => {
			const until = performance.now() + ms;
			while (performance.now() < until);
			if (!isOver) setImmediate(work);
		};
		setImmediate(work);
		return () => (isOver = true);
	}

	// Relied on in run/handover.ts: Node.js fires timers of the same duration in the order in which they were set.
	it.each<OnError>(['stopWorkflow', 'continueRegularOutput'])(
		'all end well although the processor is busy (%s)',
		async (onError) => {
			const unhandled = jest.fn();
			process.on('unhandledRejection', unhandled);
			const stop = keepBusy(20);
			const items = Array.from({ length: 4 }, () => ({}));
			const outcomes = await Promise.all(
				Array.from(
					{ length: 8 },
					async () => await runNode(running(), { node: 'integration', parameters, items, onError }),
				),
			);
			stop();
			process.off('unhandledRejection', unhandled);
			expect(outcomes.map(({ error }) => error?.message)).toEqual(outcomes.map(() => undefined));
			const succeeded = ({ json }: { json: IDataObject }) => json.error === undefined;
			expect(outcomes.every(({ main }) => main.length >= 4 && main.every(succeeded))).toBe(true);
			expect(unhandled).not.toHaveBeenCalled();
		},
	);
});
