import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { Permit } from '../../nodes/shared/limiter/permit';
import { Tokens } from '../../nodes/shared/http/tokens';
import { runOf } from '../../nodes/shared/run/run';

const label = { name: 'Label' };
const items = [{ json: {} }, { json: {} }, { json: {} }];

/** What runOf asks of the engine for one item. */
function contextOf(
	item: number,
	executeData: object,
	{ retryOnFail = false, json = {}, requestOptions = {}, continues = false } = {},
): IExecuteSingleFunctions {
	return {
		getNode: () => ({ ...label, retryOnFail }),
		getInputData: (_index: number, type: string) => ({ json: type === 'ai_tool' ? json : {} }),
		getItemIndex: () => item,
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => continues,
		getWorkflowDataProxy: () => ({ $node: { Label: { runIndex: -1 } }, $runIndex: 0 }),
		getNodeParameter: (name: string, usual: unknown) =>
			name === 'requestOptions' ? requestOptions : usual,
	} as unknown as IExecuteSingleFunctions;
}

describe('a run', () => {
	it('is shared by all items that the engine hands over', () => {
		const executeData = { node: label, data: { main: [items] } };
		const first = runOf(contextOf(0, executeData));
		expect(runOf(contextOf(1, executeData))).toBe(first);
		expect(first.handover.total).toBe(3);
		// Tried again, it is a new one.
		expect(runOf(contextOf(0, executeData))).not.toBe(first);
	});

	it.each([
		['tried again by Retry On Fail', label, true, true],
		['handed over again without it', label, false, false],
		['the same call of an agent', { name: 'AI Agent' }, true, true],
	])('knows the items that had succeeded if it is %s', (_what, node, retryOnFail, knows) => {
		const context = contextOf(0, { node, data: { main: [items] } }, { retryOnFail, json: {} });
		runOf(context).items.succeed(0, items, true);
		expect(runOf(context).items.outputs.has(0)).toBe(knows);
	});

	it('is separate for each call of the same agent', () => {
		const executeData = { node: { name: 'AI Agent' }, data: { main: [items] } };
		const called = () => contextOf(0, executeData, { retryOnFail: true, json: {} });
		runOf(called()).items.succeed(0, items, true);
		expect(runOf(called()).items.outputs.has(0)).toBe(false);
	});

	it('waits for the requests of the previous try if Retry On Fail runs the node again', async () => {
		const context = contextOf(0, { node: label, data: { main: [items] } }, { retryOnFail: true });
		const order: string[] = [];
		const { limiter } = runOf(context);
		const permit = new Permit(limiter, jest.fn(), new Tokens());
		await permit.acquire('normal');
		runOf(context);
		const { earlierEnded } = runOf(context);
		const begun = earlierEnded?.then(() => order.push('begun'));
		await new Promise(setImmediate);
		order.push('answered');
		permit.release();
		await begun;
		expect(order).toEqual(['answered', 'begun']);
	});

	it('takes a batch of no items as one of a single item, as the engine does', async () => {
		const requestOptions = { batching: { batch: { batchSize: 0, batchInterval: 1 } } };
		const context = contextOf(0, { node: label, data: { main: [items] } }, { requestOptions });
		const { handover } = runOf(context);
		await handover.batchComplete();
		expect(handover.isAborted).toBe(false);
	});

	it.each([
		['ends if an item is missing, because n8n has stopped', false, true],
		['goes on with Continue, with which n8n skips the item', true, false],
	])('%s', async (_what, continues, isAborted) => {
		const context = contextOf(0, { node: label, data: { main: [items] } }, { continues });
		const { handover } = runOf(context);
		await handover.batchComplete().catch(() => undefined);
		expect(handover.isAborted).toBe(isAborted);
	});

	it('has one item if the node is a tool', async () => {
		const run = runOf(contextOf(0, { node: { name: 'AI Agent' }, data: { main: [items] } }));
		expect(run.handover.total).toBe(1);
		await expect(run.handover.over).resolves.toBeUndefined();
	});

	it.each([
		['Execute Once', { ...label, executeOnce: true }, { main: [items] }, 1],
		['a tool with items of its own', label, { ai_tool: [items.slice(1)] }, 2],
	])('counts the items that the engine hands over: %s', (_what, node, data, total) => {
		expect(runOf(contextOf(0, { node, data })).handover.total).toBe(total);
	});
});
