import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { deleteLabel } from '../../nodes/Label/operations/delete';
import type { Operation } from '../../nodes/shared/operation';
import { runItem } from '../../nodes/shared/run/runItem';

/** A run of five deletes in stop mode, as an engine hands it over; `sent` counts requests. */
function engine(operation: Operation = deleteLabel) {
	const node = { name: 'Label', type: 'label', typeVersion: 1, position: [0, 0], id: '1' };
	const labelId = { __rl: true, mode: 'id', value: '7' };
	const parameters = { labelId, options: {} };
	const executeData = {
		node: { ...node, parameters },
		data: { main: [Array(5).fill({ json: {} })] },
	};
	const sent: number[] = [];
	const handOver = async (item: number) => {
		const context = {
			getNode: () => executeData.node,
			getItemIndex: () => item,
			getExecuteData: () => executeData,
			getExecutionCancelSignal: () => undefined,
			getInputData: () => ({ json: {} }),
			getNodeParameter: (_name: string, otherwise: unknown) => otherwise,
			getTimezone: () => 'Europe/Berlin',
			getCredentials: async () => await Promise.resolve({ apiAccessToken: 'token-1234' }),
			continueOnFail: () => false,
			makeRoutingRequest: async () => {
				sent.push(item);
				return await Promise.resolve([{ json: { statusCode: 200, headers: {}, body: '' } }]);
			},
		};
		const request = { options: {} } as Parameters<ReturnType<typeof runItem>>[0];
		return await runItem(operation).call(
			context as unknown as IExecutePaginationFunctions,
			request,
		);
	};
	return { handOver, sent };
}

it('fails loudly if the engine pauses between two items, and sends nothing after that', async () => {
	const { handOver, sent } = engine();
	const early = handOver(0);
	expect(await early).toEqual([]);
	await expect(handOver(1)).rejects.toThrow(
		'n8n handed over this item later than expected [item 1]',
	);
	expect(sent).toEqual([]);
});

it('keeps a fault of our own code as the cause of the error, and sends nothing after it', async () => {
	const fault = new TypeError('Cannot read properties of undefined');
	const records = () => {
		throw fault;
	};
	const { handOver, sent } = engine({ ...deleteLabel, records });
	const results = await Promise.allSettled([0, 1, 2, 3, 4].map(handOver));
	const [error] = results.flatMap((result) =>
		result.status === 'rejected' ? [result.reason as Error] : [],
	);
	expect(error.message).toContain(fault.message);
	expect(error.cause).toBe(fault);
	expect(sent).toEqual([0]);
});
