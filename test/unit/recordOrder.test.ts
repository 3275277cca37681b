import fc from 'fast-check';

import { CASES } from '../../cases';
import { RecordOrder } from '../../nodes/shared/run/recordOrder';
import { response } from '../fixtures/responses';
import { runAll, stored } from '../fixtures/runAll';

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

/** What changes a record that exists, or makes one that values tell apart. */
const OF_RECORDS = CASES.filter(
	({ operation: { safety, endpoint } }) =>
		safety === 'lookUp' || (safety !== 'safe' && endpoint.url.includes('{id}')),
);

it.each(OF_RECORDS)(
	'$title waits for an earlier item with the same record, and lets other records pass',
	async ({ operation, scenario }) => {
		const [a, b, c] = scenario.items;
		const inFlight: string[] = [];
		const together: string[][] = [];
		await runAll(operation, {
			parameters: stored(operation, scenario.parameters),
			// The first request goes alone.
			items: [a, b, b, c],
			respond: async ({ path, body }) => {
				const record = `${path} ${JSON.stringify(body)}`;
				inFlight.push(record);
				together.push([...inFlight]);
				await new Promise((resolve) => setTimeout(resolve, 5));
				inFlight.splice(inFlight.indexOf(record), 1);
				return response(200, { id: together.length });
			},
		});
		const twice = together.filter((records) => new Set(records).size < records.length);
		expect(twice).toEqual([]);
		expect(together).toHaveLength(4);
		expect(Math.max(...together.map(({ length }) => length))).toBe(2);
	},
);
