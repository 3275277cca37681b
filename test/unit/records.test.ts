import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { updatedRule } from '../../nodes/AutomationRule/rule';
import { createdContact, SIMPLE_FIELDS, simpleContact } from '../../nodes/Contact/contact';
import { unwrap } from '../../nodes/shared/bodies';
import { deleted, pick, record, recordList } from '../../nodes/shared/output/body';
import { timeOf } from '../../nodes/shared/output/time';
import { isPage } from '../../nodes/shared/failure/responseSource';
import { findDisplayName } from '../../nodes/shared/failure/fieldNames';
import { isBlank } from '../../nodes/shared/input/values';
import { caseOf } from '../../cases';

const CONTACT = { id: 7, name: 'Ada' };
const OWN_FIELD = { id: 7, data: 'own field' };

describe('a created contact', () => {
	const inbox = { id: 2, name: 'Mail' };
	const secret = { ...inbox, imap_password: 'secret', provider_config: { key: 'secret' } };
	const within = (its: object | null) => ({
		payload: { contact: CONTACT, contact_inbox: { source_id: 'x', inbox: its } },
	});

	it.each([
		// The contract, and the servers of its family: without the secrets of the inbox.
		[
			{ payload: [CONTACT], id: 7, blocked: false },
			{ ...CONTACT, blocked: false },
		],
		[within(secret), { ...CONTACT, contact_inbox: { source_id: 'x', inbox } }],
		[within(null), { ...CONTACT, contact_inbox: { source_id: 'x', inbox: null } }],
		[CONTACT, CONTACT],
		[{ data: CONTACT }, CONTACT],
		[[CONTACT], CONTACT],
		['', {}],
		[
			{ payload: [{ id: null, name: 'Ada' }], id: 55 },
			{ id: 55, name: 'Ada' },
		],
		[{ payload: [], id: 55 }, { id: 55 }],
	])('comes out flat from %j', (body, contact) => {
		expect(createdContact(body)).toEqual({ ...contact, created: true });
	});

	it('says of an existing contact that it was not created', () => {
		expect(createdContact({ ...CONTACT, created: false })).toEqual({ ...CONTACT, created: false });
	});

	const old = { id: 1, name: 'Old', email: 'old@example.com' };
	const ann = { id: 2, name: 'Ann', email: 'ann@example.com' };

	it.each<[string, unknown, IDataObject]>([
		['whose ID the response names', { payload: [old, ann], id: 2 }, {}],
		['that has the values sent', { payload: [old, ann] }, { name: 'Ann', blocked: false }],
		['that has the values sent', [old, ann], { email: 'ann@example.com' }],
	])('of several is the one %s', (_which, body, sent) => {
		expect(createdContact(body, sent)).toEqual({ ...ann, created: true });
	});

	it.each<[string, IDataObject]>([
		['no value', {}],
		['no text', { blocked: true }],
		['a value that none has', { name: 'Bob' }],
	])('of several is none if %s tells which', (_what, sent) => {
		expect(createdContact({ payload: [old, ann] }, sent)).toEqual({ created: true });
	});
});

/** A simplified contact of which nothing is known. */
const ALL_FIELDS = Object.fromEntries(SIMPLE_FIELDS.map((field) => [field, null]));

describe('a simplified contact', () => {
	it('has the same fields in the same order, whatever the service sends', () => {
		const record = fc.record(
			{
				id: fc.nat(),
				email: fc.string(),
				created_at: fc.nat(),
				additional_attributes: fc.object(),
			},
			{ requiredKeys: ['id'] },
		);
		fc.assert(
			fc.property(record, (contact) => {
				expect(Object.keys(simpleContact(contact as IDataObject))).toEqual(SIMPLE_FIELDS);
			}),
		);
	});

	it.each([
		[
			{ ...CONTACT, thumbnail: '', blocked: false, created_at: 1767225600, last_activity_at: null },
			{ ...ALL_FIELDS, ...CONTACT, created_at: '2026-01-01T00:00:00.000Z' },
		],
		[
			{ id: 7, created_at: '2026-01-01', created: false },
			{ ...ALL_FIELDS, id: 7, created_at: '2026-01-01', created: false },
		],
		[{ created: true }, { created: true }],
		[
			{ ...CONTACT, additional_attributes: { city: 'Paris', country: 'France', company: 'X' } },
			{ ...ALL_FIELDS, ...CONTACT, city: 'Paris', country: 'France' },
		],
		[
			{ ...CONTACT, additional_attributes: null },
			{ ...ALL_FIELDS, ...CONTACT },
		],
	])('of %j is %j: the fields that are used most, each time once', (contact, simple) => {
		expect(simpleContact(contact)).toEqual(simple);
	});

	it.each([1767225600, 1767225600000])(
		'has the time of %d, seconds or milliseconds',
		(timestamp) => {
			expect(timeOf(timestamp)?.toISOString()).toBe('2026-01-01T00:00:00.000Z');
		},
	);

	it.each([null, undefined, '1767225600', 1e300, NaN])('has no time for %p', (timestamp) => {
		expect(timeOf(timestamp)).toBeUndefined();
	});

	it('has only fields that the record has', () => {
		expect(Object.keys(pick({ a: 1, c: null }, ['a', 'b', 'c']))).toEqual(['a', 'c']);
	});
});

describe('a body', () => {
	it.each([
		[{ payload: [CONTACT] }, [CONTACT]],
		[{ payload: CONTACT }, CONTACT],
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
		expect(record(body, 'thing', { done: true })).toEqual(expected);
	});

	it.each([
		['first', [{ id: 21 }, { id: 3 }]],
		['last', [{ id: 3 }, { id: 4 }, { id: '21' }]],
		['alone', { id: 21 }],
	])('returns the requested record if it is %s', (_where, payload) => {
		expect(Number(record({ payload }, 'rule', { id: 21, updated: true }).id)).toBe(21);
	});

	it('returns the records of a list without its blank entries', () => {
		expect(recordList([{ a: 1 }, null, '', { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
	});

	it.each([
		[['Name is taken', 'Gone']],
		[{ payload: ['Name is taken'] }],
		[[{ id: 1 }, 'Name is taken']],
	])('of %j is refused with the message of the service', (body) => {
		expect(() => recordList(body)).toThrow('The response contains no list: Name is taken');
	});

	it.each([[[1, 2]], [[[{ id: 1 }]]], [{ payload: [true] }]])(
		'of %j is refused, for it holds no records',
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

	it('has no records if its list is empty', () => {
		expect([undefined, null, ''].every(isBlank)).toBe(true);
		expect([0, false, {}, []].some(isBlank)).toBe(false);
	});

	it.each([
		['<!DOCTYPE html>', {}, true],
		['  <html>', {}, true],
		['<?xml version="1.0"?>', {}, true],
		['plain', { 'content-type': 'text/html; charset=utf-8' }, false],
		['Sign <b>in</b>', { 'content-type': 'text/html; charset=utf-8' }, true],
		['1 < 2', { 'content-type': 'text/html' }, false],
		['plain', { 'content-type': 'text/plain' }, false],
		[{ a: 1 }, { 'content-type': 'text/html' }, false],
	])('of %j with %j is a web page: %p', (body, headers, page) => {
		expect(isPage({ status: 200, body, headers })).toBe(page);
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
	[[], { deleted: true, id: 7 }],
	['Etiqueta eliminada', { message: 'Etiqueta eliminada', deleted: true, id: 7 }],
	[['One', 'Two'], { message: 'One; Two', deleted: true, id: 7 }],
	[{ payload: { label: { id: 7, title: 'vip' } } }, { id: 7, title: 'vip', deleted: true }],
])('returns an object for a delete with the response %j', (body, item) => {
	expect(deleted(body, 'label', 7)).toEqual(item);
});

it.each([
	['phone_number', 'Phone Number'],
	['avatar_url', 'Avatar URL'],
	['inbox', 'Inbox'],
	['inbox_id', 'Inbox'],
	['custom_attributes.plan', 'Custom Attributes'],
	['_never__seen', 'Never Seen'],
	['source_id', 'Source ID'],
])('calls the field %s as the user sees it: %s', (field, name) => {
	expect(findDisplayName(field, caseOf('contactCreate').operation.fields)).toBe(name);
});
