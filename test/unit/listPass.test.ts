import type { IDataObject } from 'n8n-workflow';

import { insertSorted } from '../../nodes/shared/list/insertSorted';
import { type Found, ListPass } from '../../nodes/shared/list/listPass';

type Entries = Found<number>['entries'];

/** Entries that count how often they are looked at. */
class CountedEntries extends Map<string, Entries extends Map<string, infer E> ? E : never> {
	steps = 0;

	override get(id: string) {
		this.steps++;
		return super.get(id);
	}

	override set(id: string, entry: Parameters<Entries['set']>[1]) {
		this.steps++;
		return super.set(id, entry);
	}

	override *[Symbol.iterator]() {
		for (const each of super.entries()) {
			this.steps++;
			yield each;
		}
		return undefined;
	}

	override entries() {
		return this[Symbol.iterator]();
	}

	override *keys() {
		for (const [id] of this) yield id;
		return undefined;
	}

	override *values() {
		for (const [, entry] of this) yield entry;
		return undefined;
	}

	override forEach(look: Parameters<Entries['forEach']>[0]) {
		for (const [id, entry] of this) look(entry, id, this);
	}
}

/** Reads this many records in three passes, and returns how often entries were looked at. */
function stepsOf(count: number, body: IDataObject): number {
	const entries = new CountedEntries();
	const found: Found<number> = { entries, total: 0, hasEverFallen: false };
	const list = { limit: Infinity, shape: ({ id }: IDataObject) => Number(id) };
	for (let passes = 0; passes < 3; passes++) {
		const pass = new ListPass(list, found);
		for (let from = 0; from < count; from += 10) {
			const records = Array.from({ length: 10 }, (_record, index) => ({ id: from + index }));
			pass.add({ body, records });
			void pass.lastPage;
		}
		expect(pass.isComplete).toBe(true);
	}
	return entries.steps;
}

it.each([{}, { count: 10_000 }, { has_more: true, count: 10_000 }])(
	'looks at no earlier record for a page, beside %j',
	(body) => {
		const total = body.count === undefined ? {} : { count: 1000 };
		expect(stepsOf(10_000, body)).toBeLessThanOrEqual(11 * stepsOf(1000, { ...body, ...total }));
	},
);

it('looks at no earlier record for each one that is inserted', () => {
	const stepsFor = (count: number): number => {
		let steps = 0;
		const entry = (value: number | string) => ({
			get sortValue() {
				steps++;
				return value;
			},
		});
		const numbers = Array.from({ length: count }, (_value, index) => entry(index));
		const texts = numbers.map((_value, index) => entry(`P${index % 7}`));
		insertSorted([...numbers, ...texts], [...texts, ...numbers.toReversed()]);
		return steps;
	};
	expect(stepsFor(10_000)).toBeLessThanOrEqual(11 * stepsFor(1000));
});
