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
			expect(started.toSorted((a, b) => a - b)).toEqual([...items.keys()]);
		}),
		{ numRuns: 100 },
	);
});
