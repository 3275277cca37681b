import fc from 'fast-check';

import { DIALECT_NAMES } from '../../tools/sandbox';
import { ask, sandboxForTests } from './support';

const sandbox = sandboxForTests({ contacts: 60 });

/** The IDs of the contacts that a condition finds, on all pages. */
async function idsOf(
	attribute_key: string,
	filter_operator: string,
	value = '',
): Promise<number[]> {
	const ids: number[] = [];
	for (let page = 1; ; page += 1) {
		const { json, status } = await ask(sandbox(), `POST contacts/filter?page=${page}`, {
			body: {
				payload: [{ attribute_key, filter_operator, values: [value], query_operator: null }],
			},
		});
		expect(status).toBe(200);
		const { payload } = json as { payload: { id: number }[] };
		if (payload.length === 0) return ids.sort((a, b) => a - b);
		ids.push(...payload.map(({ id }) => id));
	}
}

/** Creates a contact with a custom attribute, as a node may have sent it. */
async function createWith(custom_attributes: object, number: number): Promise<void> {
	const body = { name: 'Ada', identifier: `new-${number}`, custom_attributes };
	expect((await ask(sandbox(), 'POST contacts', { body })).status).toBe(200);
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	beforeEach(() => sandbox().setDialect(dialect));

	test('an operator and its opposite find the contacts that have a value, each once', async () => {
		const all = await idsOf('plan', 'is_present');
		for (const [key, value] of [
			['vip', 'true'],
			['birthday', '1994-06-28'],
			['score', '44'],
			['plan', 'gold'],
		]) {
			const present = await idsOf(key, 'is_present');
			const equal = await idsOf(key, 'equal_to', value);
			const other = await idsOf(key, 'not_equal_to', value);
			expect([...equal, ...other].sort((a, b) => a - b)).toEqual(present);
			const absent = await idsOf(key, 'is_not_present');
			expect([...present, ...absent].sort((a, b) => a - b)).toEqual(all);
		}
		const withEmail = await idsOf('email', 'contains', '@');
		const containing = await idsOf('email', 'contains', 'an');
		const lacking = await idsOf('email', 'does_not_contain', 'an');
		expect([...containing, ...lacking].sort((a, b) => a - b)).toEqual(withEmail);
		expect(withEmail.length).toBeLessThan(60);
	});

	test('a checkbox is cast: all ways to write true find all ways to write it', async () => {
		const before = await idsOf('vip', 'equal_to', 'true');
		const ways = [true, 'true', 'Yes', 'on', 't', '1'];
		for (const [index, vip] of ways.entries()) await createWith({ vip }, index);

		for (const way of ways) {
			expect(await idsOf('vip', 'equal_to', String(way))).toHaveLength(before.length + ways.length);
		}
		expect(before.length).toBeGreaterThan(0);
	});

	test('numbers are compared as numbers', async () => {
		for (const [index, score] of [9, 10, '9.5', 'many'].entries()) {
			await createWith({ score: 1000 + Number(score) || score }, index);
		}

		expect(await idsOf('score', 'is_greater_than', '1009')).toHaveLength(2);
	});

	test('Is After and Is Before compare dates and leave out the given one', async () => {
		const created = sandbox().state.contacts.all.filter(({ email }) => email !== null);
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...created),
				fc.constantFrom('', 'T00:00:00Z', 'T23:59:59-05:00'),
				async ({ id, created_at }, time) => {
					const date = new Date(created_at * 1000).toISOString().slice(0, 10);
					const after = await idsOf('created_at', 'is_greater_than', date + time);
					const before = await idsOf('created_at', 'is_less_than', date + time);

					expect([...after, ...before]).not.toContain(id);
					expect(after.filter((one) => before.includes(one))).toEqual([]);
					expect(after.every((one) => one > id)).toBe(true);
					expect(before.every((one) => one < id)).toBe(true);
				},
			),
			{ numRuns: 10 },
		);
	});

	test('Is More Than X Days Ago is Is Before of that day', async () => {
		expect(await idsOf('created_at', 'days_before', '30')).toEqual(
			await idsOf('created_at', 'is_less_than', '2026-01-31'),
		);
	});

	test.each([
		['score', 'many'],
		['vip', 'maybe'],
		['birthday', '31.12.2026'],
		['created_at', 'yesterday'],
	])('a value for %s that cannot be cast is refused: %s', async (attribute_key, value) => {
		const condition = { attribute_key, filter_operator: 'is_greater_than', values: [value] };
		const body = { payload: [{ ...condition, query_operator: null }] };

		const { status } = await ask(sandbox(), 'POST contacts/filter', { body });
		expect(status).toBe(dialect === 'upstream' ? 500 : 400);
	});

	test('labels find the contacts that have them', async () => {
		const vips = await idsOf('labels', 'equal_to', 'vip');
		expect(vips).toEqual(await idsOf('vip', 'equal_to', 'true'));
		expect(await idsOf('labels', 'not_equal_to', 'vip')).toHaveLength(60 - vips.length);
	});
});
