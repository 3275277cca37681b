import { updatedRule } from '../../nodes/AutomationRule/operations/update';
import { unwrap } from '../../nodes/shared/response/bodies';
import { deleted, recordItem, recordList } from '../../nodes/shared/response/records';

const CONTACT = { id: 7, name: 'Ada' };
const OWN_FIELD = { id: 7, data: 'own field' };

describe('a body', () => {
	it.each([
		[{ payload: [CONTACT] }, [CONTACT]],
		[{ data: { payload: [CONTACT] } }, [CONTACT]],
		[OWN_FIELD, OWN_FIELD],
		[[CONTACT], [CONTACT]],
		[{ payload: null }, { payload: null }],
	])('of %j holds %j', (body, inner) => {
		expect(unwrap(body)).toEqual(inner);
	});

	it.each([
		[{ payload: [CONTACT] }, CONTACT],
		[{ payload: [] }, { done: true }],
		['', { done: true }],
		[
			{ errors: ['One is missing'], payload: CONTACT },
			{ errors: ['One is missing'], ...CONTACT },
		],
	])('of %j contains the record %j', (body, expected) => {
		expect(recordItem(body, 'thing', { done: true })).toEqual(expected);
	});

	it.each([
		['first', [{ id: 21 }, { id: 3 }]],
		['last', [{ id: 3 }, { id: 4 }, { id: '21' }]],
		['alone', { id: 21 }],
	])('returns the requested record if it is %s', (_where, payload) => {
		expect(Number(recordItem({ payload }, 'rule', { id: 21, updated: true }).id)).toBe(21);
	});

	it('returns the records of a list without its blank entries', () => {
		expect(recordList([{ a: 1 }, null, '', { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
	});

	it.each([[['Name is taken', 'Gone']], [{ payload: ['Name is taken'] }]])(
		'of %j is refused with the message of the service',
		(body) => {
			expect(() => recordList(body)).toThrow('The response contains no list: Name is taken');
		},
	);

	it('that is not there yet is refused with the words of the service, and not blamed on the address', () => {
		const said = { message: 'Report is being generated, try again in 5 minutes' };
		for (const body of [said, { data: said }, { payload: null, ...said }]) {
			expect(() => recordList(body)).toThrow(
				expect.objectContaining({
					message: `The response contains no list: ${said.message}`,
					description: '',
				}),
			);
		}
	});

	it.each([{ title: 'Inbox', imap_password: 'secret' }, { access_token: 'secret' }])(
		'in place of which other data arrives, %j, is refused without that data',
		(body) => {
			expect(() => recordList(body)).toThrow(/^The response contains no list$/);
		},
	);

	it.each([{ message: 'maintenance' }, { payload: CONTACT }, CONTACT, 'text'])(
		'of %j passes neither as a list nor as an empty one',
		(body) => {
			expect(() => recordList(body)).toThrow('The response contains no list');
		},
	);

	it('is refused if it has more records than n8n can take', () => {
		const rows = (length: number) => Array.from({ length }, (_, row) => ({ row }));
		expect(recordList(rows(100_000))).toHaveLength(100_000);
		expect(() => recordList(rows(200_000))).toThrow('The list has more than 100,000 records');
	});
});

it('returns an updated rule with ID, name and state first, and its time as ISO 8601', () => {
	const rule = { account_id: 1, active: false, name: 'VIP', created_on: 1767225600, id: 21 };
	const updated = updatedRule({ payload: [rule] }, 21);
	expect(updated).toEqual({ ...rule, created_on: '2026-01-01T00:00:00.000Z' });
	expect(Object.keys(updated)).toEqual(['id', 'name', 'active', 'account_id', 'created_on']);
	expect(updatedRule('', 21)).toEqual({ updated: true, id: 21 });
});

it.each([
	['', { deleted: true, id: 7 }],
	[{ message: 'Bye' }, { message: 'Bye', deleted: true, id: 7 }],
	[{ payload: { id: 7, title: 'vip' } }, { id: 7, title: 'vip', deleted: true }],
	[{ payload: { id: null, deleted: false } }, { deleted: true, id: 7 }],
	['Etiqueta eliminada', { message: 'Etiqueta eliminada', deleted: true, id: 7 }],
	[{ payload: { label: { id: 7, title: 'vip' } } }, { id: 7, title: 'vip', deleted: true }],
])('returns an object for a delete with the response %j', (body, item) => {
	expect(deleted(body, 'label', 7)).toEqual(item);
});

it('takes none of several records for one with another ID', () => {
	expect(recordItem([{ id: 1 }, { id: 2 }], 'label', { id: 3 })).toEqual({ id: 3 });
});
