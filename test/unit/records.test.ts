import { createdContact, simpleContact } from '../../nodes/Contact/contact';
import { record, recordList, unwrap } from '../../nodes/shared/output/body';
import { isEmpty, isPage } from '../../nodes/shared/transport/answer';
import { deleted } from '../../nodes/shared/output/deleted';
import { displayNameOf } from '../../nodes/shared/failure/fieldNames';
import { isoFromSeconds, pick } from '../../nodes/shared/output/simplify';
import { caseOf } from '../cases';

const CONTACT = { id: 7, name: 'Ada' };

describe('a created contact comes out flat', () => {
	it.each([
		[
			'the contract',
			{ payload: [CONTACT], id: 7, availability_status: 'online' },
			{ ...CONTACT, availability_status: 'online' },
		],
		[
			'the family',
			{ payload: { contact: CONTACT, contact_inbox: { source_id: 'x', inbox: null } } },
			{ ...CONTACT, contact_inbox: { source_id: 'x', inbox: null } },
		],
		['a record in a payload', { payload: CONTACT }, CONTACT],
		['a bare record', CONTACT, CONTACT],
		['a record in data', { data: CONTACT }, CONTACT],
		['nothing', '', { created: true }],
		['an empty payload', { payload: [] }, { created: true }],
	])('from %s', (_who, body, contact) => {
		expect(createdContact(body)).toEqual(contact);
	});

	it('says that it was created where the answer holds none', () => {
		const contact = createdContact({ message: 'Queued' });
		expect(contact).toEqual({ created: true, message: 'Queued' });
		expect(simpleContact(contact)).toEqual({ created: true });
	});

	it('and without the secrets of its inbox', () => {
		const inbox = {
			id: 2,
			name: 'Mail',
			imap_password: 'secret',
			provider_config: { key: 'secret' },
		};
		const contact = createdContact({
			payload: { contact: CONTACT, contact_inbox: { source_id: 'x', inbox } },
		});
		expect(contact.contact_inbox).toEqual({ source_id: 'x', inbox: { id: 2, name: 'Mail' } });
	});
});

describe('a simplified contact', () => {
	it('has the fields that are used most, each time once', () => {
		expect(
			simpleContact({
				...CONTACT,
				thumbnail: '',
				blocked: false,
				created_at: 1767225600,
				last_activity_at: null,
			}),
		).toEqual({
			...CONTACT,
			created_at: '2026-01-01T00:00:00.000Z',
			last_activity_at: null,
		});
		expect(simpleContact({ id: 7, created_at: '2026-01-01', created: false })).toEqual({
			id: 7,
			created_at: '2026-01-01',
			created: false,
		});
	});

	it.each([null, undefined, '1767225600', 1767225600000, NaN])('has no time for %p', (seconds) => {
		expect(isoFromSeconds(seconds)).toBeUndefined();
	});

	it('has no field that the record does not have', () => {
		expect(Object.keys(pick({ a: 1, c: null }, ['a', 'b', 'c']))).toEqual(['a', 'c']);
	});
});

describe('a body', () => {
	it.each([
		[{ payload: [CONTACT] }, [CONTACT]],
		[{ payload: CONTACT }, CONTACT],
		[{ data: { payload: [CONTACT] } }, [CONTACT]],
		[
			{ id: 7, data: 'own field' },
			{ id: 7, data: 'own field' },
		],
		[[CONTACT], [CONTACT]],
		[{ payload: null }, { payload: null }],
		['', ''],
	])('of %j holds %j', (body, inner) => {
		expect(unwrap(body)).toEqual(inner);
	});

	it.each([
		[{ payload: [CONTACT] }, CONTACT],
		[{ payload: [] }, { done: true }],
		['', { done: true }],
		[undefined, { done: true }],
		['text', { done: true }],
	])('of %j gives the record %j', (body, expected) => {
		expect(record(body, { done: true })).toEqual(expected);
	});

	it('gives objects always, also for what is none', () => {
		expect(recordList(['a', 1, null, '', { b: 2 }])).toEqual([
			{ value: 'a' },
			{ value: 1 },
			{ b: 2 },
		]);
	});

	it.each([{ message: 'maintenance' }, { payload: CONTACT }, CONTACT, 'text'])(
		'of %j passes neither as a list nor as an empty one',
		(body) => {
			expect(() => recordList(body)).toThrow('The answer of the service holds no list');
		},
	);

	it('is empty where it holds nothing', () => {
		expect([undefined, null, ''].every(isEmpty)).toBe(true);
		expect([0, false, {}, []].some(isEmpty)).toBe(false);
	});

	it.each([
		['<!DOCTYPE html>', {}, true],
		['  <html>', {}, true],
		['<?xml version="1.0"?>', {}, true],
		['plain', { 'content-type': 'text/html; charset=utf-8' }, true],
		['plain', { 'content-type': 'text/plain' }, false],
		[{ a: 1 }, { 'content-type': 'text/html' }, false],
	])('of %j with %j is a web page: %p', (body, headers, page) => {
		expect(isPage({ status: 200, body, headers })).toBe(page);
	});
});

it.each([
	['', { deleted: true, id: 7 }],
	[{ message: 'Bye' }, { message: 'Bye', deleted: true, id: 7 }],
	[{ payload: { id: 7, title: 'vip' } }, { id: 7, title: 'vip', deleted: true }],
	[[], { deleted: true, id: 7 }],
])('gives an object for a delete that is answered with %j', (body, item) => {
	expect(deleted(body, { path: { id: 7 } })).toEqual([item]);
});

it.each([
	['phone_number', 'Phone Number'],
	['email', 'Email'],
	['avatar_url', 'Avatar URL'],
	['inbox', 'Inbox'],
	['inbox_id', 'Inbox'],
	['custom_attributes.plan', 'Custom Attributes'],
	['never_seen', 'Never Seen'],
	['source_id', 'Source ID'],
])('calls the field %s as the user sees it: %s', (field, name) => {
	expect(displayNameOf(field, caseOf('contactCreate').operation.fields)).toBe(name);
});
