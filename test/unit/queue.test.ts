import { Queue } from '../../nodes/shared/transport/queue';

/** Takes out everything that is ready. */
function drain(queue: Queue<string>, now: number): string[] {
	const entries: string[] = [];
	for (let entry = queue.next(now); entry; entry = queue.next(now)) entries.push(entry);
	return entries;
}

function queueOf(...entries: string[]): Queue<string> {
	const queue = new Queue<string>();
	for (const entry of entries) queue.add(Number(entry[0]), entry);
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
])('is ready %s', (_when, fill, readyAt) => {
	const queue = new Queue<string>();
	fill(queue);
	expect(queue.readyAt).toBe(readyAt);
});
