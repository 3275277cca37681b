import fc from 'fast-check';

import { Queue } from '../../nodes/shared/limiter/queue';

/** Takes out everything that is ready. */
function drain(queue: Queue<string>, now: number): string[] {
	const waiters: string[] = [];
	for (let waiter = queue.next(now); waiter; waiter = queue.next(now)) waiters.push(waiter);
	return waiters;
}

function queueOf(...waiters: string[]): Queue<string> {
	const queue = new Queue<string>();
	for (const waiter of waiters) queue.add(Number(waiter[0]), waiter);
	return queue;
}

it('puts a request that returns behind those that wait', () => {
	const queue = queueOf('0a', '1a', '2a');
	queue.next(0);
	queue.add(0, '0a again');
	expect(drain(queue, 0)).toEqual(['1a', '2a', '0a again']);
});

it('returns retries that are due first, the earliest before the others', () => {
	const queue = queueOf('0a');
	queue.addRetry(1, 300, '1 late');
	queue.addRetry(2, 200, '2 early');
	expect(drain(queue, 100)).toEqual(['0a']);
	expect(drain(queue, 300)).toEqual(['2 early', '1 late']);
});

it.each<[string, (queue: Queue<string>) => void, number]>([
	['at once, if a request waits', (queue) => queue.add(0, '0a'), -Infinity],
	['when its first retry is due', (queue) => queue.addRetry(0, 200, '0a'), 200],
	['never, if nothing waits', () => undefined, Infinity],
	[
		'never, if all that waited has gone',
		(queue) => {
			queue.add(0, '0a');
			queue.addRetry(0, 200, '0b');
			queue.clearItem(0);
		},
		Infinity,
	],
])('is ready %s', (_when, fill, readyAt) => {
	const queue = new Queue<string>();
	fill(queue);
	expect(queue.readyAt).toBe(readyAt);
});

it('gives the same as a list that is searched each time, whatever is added and removed', () => {
	const step = fc.oneof(
		fc.record({ does: fc.constant('add' as const), item: fc.nat(5) }),
		fc.record({ does: fc.constant('retry' as const), item: fc.nat(5), dueAt: fc.nat(20) }),
		fc.record({ does: fc.constant('next' as const), now: fc.nat(20) }),
		fc.record({ does: fc.constant('clearItem' as const), item: fc.nat(5) }),
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
			const queue = new Queue<number>();
			let listed: Array<{ waiter: number; item: number; dueAt?: number }> = [];
			steps.forEach((each, waiter) => {
				switch (each.does) {
					case 'add':
						queue.add(each.item, waiter);
						listed.push({ waiter, item: each.item });
						break;
					case 'retry':
						queue.addRetry(each.item, each.dueAt, waiter);
						listed.push({ waiter, item: each.item, dueAt: each.dueAt });
						break;
					case 'clearItem':
						expect(queue.clearItem(each.item)).toEqual(
							listed.filter(({ item }) => item === each.item).map((entry) => entry.waiter),
						);
						listed = listed.filter(({ item }) => item !== each.item);
						break;
					default: {
						const [due] = listed
							.filter(({ dueAt = Infinity }) => dueAt <= each.now)
							.toSorted((one, other) => Number(one.dueAt) - Number(other.dueAt));
						const next = due ?? listed.find(({ dueAt }) => dueAt === undefined);
						expect(queue.next(each.now)).toBe(next?.waiter);
						listed = listed.filter((entry) => entry !== next);
					}
				}
				expect(queue.size).toBe(listed.length);
			});
			expect(queue.clear().toSorted((one, other) => one - other)).toEqual(
				listed.map(({ waiter }) => waiter),
			);
		}),
	);
});
