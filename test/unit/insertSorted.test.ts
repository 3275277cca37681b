import fc from 'fast-check';

import { insertSorted } from '../../nodes/shared/list/insertSorted';

const entries = (values: unknown[]) => values.map((sortValue, id) => ({ sortValue, id }));
const values = (list: Array<{ sortValue: unknown }>) => list.map(({ sortValue }) => sortValue);

it('places numbers by their value, in either direction', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(9)), fc.array(fc.nat(9)), fc.boolean(), (old, added, isDown) => {
			const inOrder = (list: number[]) => list.toSorted((a, b) => (isDown ? b - a : a - b));
			const all = insertSorted(entries(inOrder(old)), entries(added), isDown);
			expect(values(all)).toEqual(inOrder([...old, ...added]));
		}),
	);
});

it('keeps all entries, and the order of those that were there', () => {
	const some = fc.array(fc.oneof(fc.nat(3), fc.constantFrom('a', 'b', '', null, undefined)));
	fc.assert(
		fc.property(some, some, fc.boolean(), (old, more, isDescending) => {
			const [sorted, added] = [entries(old), entries(more)];
			const all = insertSorted(sorted, added, isDescending);
			expect(all.filter((entry) => sorted.includes(entry))).toEqual(sorted);
			expect(new Set(all)).toEqual(new Set([...sorted, ...added]));
			expect(all).toHaveLength(old.length + more.length);
		}),
	);
});

it.each([
	[
		['', '', 'Ann', 'Bob'],
		['', 'Ann'],
		['', '', '', 'Ann', 'Ann', 'Bob'],
	],
	[['ann', 'Bob'], ['Ann'], ['ann', 'Bob', 'Ann']],
	[
		['Ann', null],
		[null, 'Zoe'],
		['Ann', null, null, 'Zoe'],
	],
	[
		[3, null, 5],
		[4, null],
		[3, null, null, 4, 5],
	],
	[[], ['b', 'a'], ['b', 'a']],
])('between %j, places %j behind equal texts, or last', (old, added, all) => {
	expect(values(insertSorted(entries(old), entries(added)))).toEqual(all);
});
