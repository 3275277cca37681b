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

	test('an operator and its opposite find each contact once', async () => {
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
			const absent = await idsOf(key, 'is_not_present');
			expect([...present, ...absent].sort((a, b) => a - b)).toEqual(all);
			// Upstream also finds contacts that have no value.
			expect([...equal, ...other].sort((a, b) => a - b)).toEqual(
				dialect === 'upstream' ? all : present,
			);
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

	test.each([
		['score', 'is_greater_than', 'many', 422],
		['score', 'equal_to', 'many', 500],
		['vip', 'equal_to', 'maybe', 500],
		['birthday', 'equal_to', '31.12.2026', 500],
		['created_at', 'is_less_than', 'yesterday', 422],
	])(
		'refuse that %s %s %s, which cannot be cast',
		async (attribute_key, filter_operator, value, upstream) => {
			const condition = { attribute_key, filter_operator, values: [value] };
			const body = { payload: [{ ...condition, query_operator: null }] };

			const { status } = await ask(sandbox(), 'POST contacts/filter', { body });
			expect(status).toBe(dialect === 'upstream' ? upstream : 400);
		},
	);

	test.each(['AND', 'OR'])(
		'upstream fails if Does Not Equal of a custom attribute stands before %s',
		async (query_operator) => {
			const plan = { attribute_key: 'plan', filter_operator: 'not_equal_to', values: ['gold'] };
			const name = { attribute_key: 'name', filter_operator: 'contains', values: ['a'] };
			const payload = [
				{ ...plan, query_operator },
				{ ...name, query_operator: null },
			];
			const answer = await ask(sandbox(), 'POST contacts/filter', { body: { payload } });
			expect(answer.status).toBe(dialect === 'upstream' ? 500 : 200);
		},
	);
});
