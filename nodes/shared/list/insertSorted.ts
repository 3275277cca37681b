/** An entry of a list that is sorted by these values. */
interface Sorted {
	sortValue: unknown;
}

/**
 * Inserts entries into a sorted list, without moving those in it. A number is placed by its value. Anything else is
 * placed behind the first entry with an equal value, because only the service knows how it compares texts. What has no
 * such place comes last.
 */
export function insertSorted<E extends Sorted>(sorted: E[], added: E[], isDescending = false): E[] {
	const sign = isDescending ? -1 : 1;
	const compare = (a: Sorted, b: Sorted) => sign * (Number(a.sortValue) - Number(b.sortValue));
	const numbers = added.filter(isNumber).sort(compare);
	const others = byValue(added.filter((entry) => !isNumber(entry)));
	const all: E[] = [];
	let next = 0;
	for (const entry of sorted) {
		const precedes = () => next < numbers.length && compare(numbers[next], entry) < 0;
		while (isNumber(entry) && precedes()) all.push(numbers[next++]);
		all.push(entry);
		for (const equal of others.get(entry.sortValue) ?? []) all.push(equal);
		others.delete(entry.sortValue);
	}
	return [...all, ...numbers.slice(next), ...[...others.values()].flat()];
}

function isNumber({ sortValue }: Sorted): boolean {
	return typeof sortValue === 'number';
}

function byValue<E extends Sorted>(entries: E[]): Map<unknown, E[]> {
	const groups = new Map<unknown, E[]>();
	for (const entry of entries) {
		const group = groups.get(entry.sortValue);
		if (group) group.push(entry);
		else groups.set(entry.sortValue, [entry]);
	}
	return groups;
}
