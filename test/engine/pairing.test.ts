import { byId } from '../fixtures/operationCase';
import { sandboxForTests } from '../sandbox/support';
import { type Outcome, runNode } from './harness';

const running = sandboxForTests({ contacts: 60 });

function pairs(items: Outcome['main']): unknown[] {
	return items.map(({ pairedItem }) => pairedItem);
}

/** `item` as often as `count` says. */
function paired(item: number, count: number): unknown[] {
	return Array.from({ length: count }, () => ({ item }));
}

const DELETE = {
	node: 'label',
	parameters: { operation: 'delete', labelId: byId('={{ $json.id }}') },
};

it('pairs both records of the second item with it when the first item finds nothing', async () => {
	const { main } = await runNode(running(), {
		node: 'contact',
		parameters: { operation: 'search', query: '={{ $json.query }}', limit: 2 },
		items: [{ query: 'nobody at all' }, { query: 'example' }],
	});
	expect(pairs(main)).toEqual(paired(1, 2));
});

it('pairs lists of different lengths on the main branch while others go to the error branch', async () => {
	const { main, failed } = await runNode(running(), {
		node: 'inbox',
		parameters: { operation: 'getAgents', inboxId: byId('={{ $json.inbox }}') },
		items: [{ inbox: 3 }, { inbox: 'x' }, { inbox: 1 }, { inbox: 99 }, { inbox: 5 }],
		onError: 'continueErrorOutput',
	});
	expect(pairs(main)).toEqual([...paired(0, 3), ...paired(2, 3), ...paired(4, 1)]);
	expect(pairs(failed)).toEqual([{ item: 1 }, { item: 3 }]);
	expect(failed.map(({ json }) => json.inbox)).toEqual(['x', 99]);
});

it('keeps the order of the input items although their answers arrive in another order', async () => {
	running().addFault({ kind: 'latency', ms: 60, operation: 'labelDelete', from: 2, times: 1 });
	const { main } = await runNode(running(), {
		...DELETE,
		items: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
	});
	expect(main.map(({ json }) => json.id)).toEqual([1, 2, 3, 4]);
	expect(pairs(main)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
});

it('hands the input data of a failed item on to the error branch, with reason and status', async () => {
	const { failed } = await runNode(running(), {
		...DELETE,
		items: [{ id: 99, note: 'keep me' }],
		onError: 'continueErrorOutput',
	});
	expect(failed).toHaveLength(1);
	expect(failed[0].pairedItem).toEqual({ item: 0 });
	expect(failed[0].json).toMatchObject({ id: 99, note: 'keep me' });
	expect(failed[0].json.error).toContain('Label 99 could not be found');
	expect(failed[0].json.error).toContain('404');
});

it('gives a failed item an error field on the main branch with plain Continue', async () => {
	const { main, failed } = await runNode(running(), {
		...DELETE,
		items: [{ id: 99 }, { id: 1 }],
		onError: 'continueRegularOutput',
	});
	expect(failed).toEqual([]);
	expect(pairs(main)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(main[0].json.error).toContain('Label 99 could not be found');
	expect(main[1].json).toEqual({ deleted: true, id: 1 });
});
