import fc from 'fast-check';

import { RecordOrder } from '../../nodes/shared/run/recordOrder';

/** Lets all promises settle that wait for nothing else. */
async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

/** Items with these keys; `started` lists those whose turn has come. */
function join(...keys: string[][]) {
	const order = new RecordOrder();
	const started: number[] = [];
	const ends = keys.map((each, item) => {
		const { turn, end } = order.join(each);
		void turn.then(() => started.push(item));
		return end;
	});
	return { started, ends };
}

it('lets requests to different records go without waiting', async () => {
	const { started } = join(['id:1'], ['id:2'], []);
	await settled();
	expect(started.toSorted()).toEqual([0, 1, 2]);
});

it('lets a request wait until an earlier one to the same record has ended', async () => {
	const { started, ends } = join(['id:4'], ['id:4'], ['id:4']);
	await settled();
	expect(started).toEqual([0]);
	ends[0]();
	await settled();
	expect(started).toEqual([0, 1]);
});

it('lets a request wait for every earlier one that shares one of its keys', async () => {
	const { started, ends } = join(['email:a'], ['phone:1'], ['email:a', 'phone:1'], ['email:b']);
	await settled();
	expect(started.toSorted()).toEqual([0, 1, 3]);
	ends[1]();
	await settled();
	expect(started).not.toContain(2);
	ends[0]();
	await settled();
	expect(started).toContain(2);
});

it('runs all requests to one record one after the other, in order', async () => {
	const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(fc.array(keys, { maxLength: 12 }), fc.nat(), async (items, seed) => {
			const { started, ends } = join(...items);
			const ended = new Set<number>();
			for (let step = 0; ended.size < items.length; step++) {
				await settled();
				for (const item of started) {
					const earlier = items
						.slice(0, item)
						.flatMap((other, index) =>
							other.some((key) => items[item].includes(key)) ? index : [],
						);
					expect(earlier.filter((index) => !ended.has(index))).toEqual([]);
				}
				const inFlight = started.filter((item) => !ended.has(item));
				const item = inFlight[(seed + step) % inFlight.length];
				ended.add(item);
				ends[item]();
			}
			expect(started.toSorted((one, other) => one - other)).toEqual([...items.keys()]);
		}),
		{ numRuns: 100 },
	);
});
