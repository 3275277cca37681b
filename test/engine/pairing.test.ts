import { byId } from '../../cases/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { runNode } from '../../tools/engine/harness';

const running = sandboxForTests();

/** Output items that are paired with these input items. */
function pairedWith(...items: number[]): object[] {
	return items.map((item) => ({ pairedItem: { item } }));
}

const DELETE = {
	node: 'label',
	parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
};

it('pairs lists of different lengths on the main branch while others go to the error branch', async () => {
	const { main, failed } = await runNode(running(), {
		node: 'inbox',
		parameters: { operation: 'getAgents', inboxId: byId('={{ $json.inbox }}') },
		items: [3, 'x', 1, 99, 5].map((inbox) => ({ inbox })),
		onError: 'continueErrorOutput',
	});
	expect(main).toMatchObject(pairedWith(0, 0, 0, 2, 2, 2, 4));
	expect(failed).toMatchObject(pairedWith(1, 3));
	expect(failed.map(({ json }) => json.inbox)).toEqual(['x', 99]);
});

it('keeps the order of the input items although their responses arrive in another order', async () => {
	running().addFault({ kind: 'latency', ms: 60, operation: 'labelDelete', from: 2, times: 1 });
	const { main } = await runNode(running(), {
		...DELETE,
		items: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
	});
	expect(main.map(({ json }) => json.id)).toEqual([1, 2, 3, 4]);
	expect(main).toMatchObject(pairedWith(0, 1, 2, 3));
});

it('hands the input data of a failed item on to the error branch, with reason and status', async () => {
	const { failed } = await runNode(running(), {
		...DELETE,
		items: [{ id: 99, note: 'keep me' }],
		onError: 'continueErrorOutput',
	});
	const error = expect.stringMatching(/^Label 99 could not be found \(HTTP 404\)/);
	expect(failed).toMatchObject([
		{ json: { id: 99, note: 'keep me', error }, pairedItem: { item: 0 } },
	]);
});
