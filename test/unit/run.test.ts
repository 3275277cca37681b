import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { runOf } from '../../nodes/shared/run/run';
import { Again } from '../../nodes/shared/transport/turns';
import { answer } from '../fixtures/answers';

const label = { name: 'Label' };
const items = [{ json: {} }, { json: {} }, { json: {} }];

/** What runOf asks of the engine for one item. */
function contextOf(item: number, executeData: object): IExecuteSingleFunctions {
	return {
		getNode: () => label,
		getItemIndex: () => item,
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => false,
		getNodeParameter: (_name: string, usual: number) => usual,
	} as unknown as IExecuteSingleFunctions;
}

describe('a run', () => {
	it('is shared by the items that the engine hands over one after the other', () => {
		const executeData = { node: label, data: { main: [items] } };
		const first = runOf(contextOf(0, executeData), deleteLabel);
		expect(runOf(contextOf(1, executeData), deleteLabel)).toBe(first);
		expect(first.handover.total).toBe(3);
		// Tried again, it is a new one.
		expect(runOf(contextOf(0, executeData), deleteLabel)).not.toBe(first);
	});

	it.each([
		['tried again by Retry On Fail', { ...label, retryOnFail: true }, { main: [items] }, true],
		['handed over again without it', label, { main: [items] }, false],
		['a tool of an agent', { name: 'AI Agent', retryOnFail: true }, { main: [items] }, false],
		['a tool with items', { ...label, retryOnFail: true }, { ai_tool: [items] }, false],
	])('knows what had succeeded only where it is one: %s', (_what, node, data, knows) => {
		const executeData = { node, data };
		runOf(contextOf(0, executeData), deleteLabel).done.set(0, items);
		expect(runOf(contextOf(0, executeData), deleteLabel).done.has(0)).toBe(knows);
	});

	it('has one item where the node is a tool, for the engine hands over the items of the agent', async () => {
		const run = runOf(
			contextOf(0, { node: { name: 'AI Agent' }, data: { main: [items] } }),
			deleteLabel,
		);
		expect(run.handover.total).toBe(1);
		await expect(run.handover.over).resolves.toBeUndefined();
	});

	it('knows the token that no message may hold, and goes without where it cannot be read', async () => {
		const context = contextOf(0, { node: label, data: { main: [items] } });
		const given = { ...context, getCredentials: async () => ({ apiAccessToken: ' token-1 ' }) };
		expect(
			await runOf(context, deleteLabel).token(given as unknown as IExecuteSingleFunctions),
		).toBe('token-1');
		const withheld = { ...context, getCredentials: async () => await Promise.reject(new Error()) };
		expect(await runOf(context, deleteLabel).token(withheld)).toBe('');
	});

	it.each([
		['Execute Once', { ...label, executeOnce: true }, { main: [items] }, 1],
		['a tool with items of its own', label, { ai_tool: [items.slice(1)] }, 2],
		['no data', label, {}, 1],
	])('counts the items that the engine hands over: %s', (_what, node, data, total) => {
		expect(runOf(contextOf(0, { node, data }), deleteLabel).handover.total).toBe(total);
	});
});

it.each([
	[2, deleteLabel],
	[1, completeAppointment],
])('has %s open beside a silent request: not what may be lost as well', async (open, operation) => {
	jest.useFakeTimers({ doNotFake: ['performance'] });
	const { limiter } = runOf(contextOf(0, { node: label, data: {} }), operation);
	const silent = new Promise<Again>(() => undefined);
	let sent = 0;
	for (let item = 0; item < 3; item++) {
		void limiter.run(item, async () => {
			if (sent++ > 0) return await silent;
			await limiter.watch(Promise.resolve(answer(503)));
			return new Again(1000);
		});
	}
	await jest.advanceTimersByTimeAsync(12_000);
	jest.useRealTimers();
	expect(sent).toBe(1 + open);
});
