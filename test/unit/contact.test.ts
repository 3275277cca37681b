import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	createdContact,
	CONTACT_FIELDS,
	simpleContact,
	sourceIdIn,
} from '../../nodes/Contact/contact';
import { ATTRIBUTES } from '../../nodes/shared/conditions/attributes';
import { timeOf } from '../../nodes/shared/response/records';

const CONTACT = { id: 7, name: 'Ada' };

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
		[within(secret), { ...CONTACT, contact_inboxes: [{ source_id: 'x', inbox }] }],
		[within(null), CONTACT],
		[CONTACT, CONTACT],
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

	it('is none of several, because nothing tells which', () => {
		expect(createdContact({ payload: [{ id: 1 }, { id: 2 }] })).toEqual({ created: true });
	});
});

it.each([
	[2, 'b'],
	[3, undefined],
	[undefined, undefined],
])('in the inbox %p, a contact has the source ID %p', (inbox, source_id) => {
	const contact_inboxes = [
		{ source_id: 'a', inbox: { id: 1 } },
		{ source_id: 'b', inbox: { id: 2 } },
	];
	expect(sourceIdIn({ ...CONTACT, contact_inboxes }, inbox)).toBe(source_id);
	expect(sourceIdIn(CONTACT, inbox)).toBeUndefined();
});

it('names the inbox of a new contact once, if the service has named it already', () => {
	const entry = { source_id: 's', inbox: { id: 1 } };
	const contact = { ...CONTACT, contact_inboxes: [entry] };
	expect(createdContact({ payload: { contact, contact_inbox: entry } })).toHaveProperty(
		'contact_inboxes',
		[entry],
	);
});

/** A simplified contact of which nothing is known. */
const ALL_FIELDS = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, null]));

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
				expect(Object.keys(simpleContact(contact as IDataObject))).toEqual(CONTACT_FIELDS);
			}),
		);
	});

	it('has what Filter compares, but labels, which no contact contains', () => {
		const compared = ATTRIBUTES.filter.map(({ attribute }) => attribute);
		const others = ['customAttribute', 'labels'];
		expect(CONTACT_FIELDS).toEqual(
			expect.arrayContaining(compared.filter((each) => !others.includes(each))),
		);
	});

	it.each([
		[
			{ ...CONTACT, thumbnail: '', blocked: false, created_at: 1767225600, last_activity_at: null },
			{ ...ALL_FIELDS, ...CONTACT, blocked: false, created_at: '2026-01-01T00:00:00.000Z' },
		],
		[
			{ id: 7, created_at: '2026-01-01', created: false },
			{ ...ALL_FIELDS, id: 7, created_at: '2026-01-01', created: false },
		],
		[{ created: true }, { created: true }],
		[
			{ ...CONTACT, additional_attributes: { city: 'Paris', company_name: 'X', company: 'Y' } },
			{ ...ALL_FIELDS, ...CONTACT, city: 'Paris', company_name: 'X' },
		],
	])('of %j is %j: the fields that are used most, each time once', (contact, simple) => {
		expect(simpleContact(contact)).toEqual(simple);
	});

	it.each(['error', 'errors'])('keeps the %s of a part that was not done', (name) => {
		const beside = { [name]: ['The label is missing'] };
		expect(simpleContact(createdContact({ ...beside, payload: [CONTACT] }))).toEqual({
			...ALL_FIELDS,
			...CONTACT,
			...beside,
			created: true,
		});
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
});
