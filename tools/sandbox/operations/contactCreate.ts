import { json, type HttpResponse } from '../response';
import { contactShape } from '../contacts/shape';
import type { Call, Operation } from '../operation';
import type { JsonObject } from '../records';
import { found, Rejection, rejection, type Issue } from '../rejection';
import type { Inbox } from '../seed/account';
import type { Contact } from '../seed/contacts';

type Details = Pick<Contact, 'name' | 'email' | 'phone_number' | 'identifier'>;

/** How the service validates a new contact. */
const RULES: [field: keyof Details, valid: RegExp, message: string][] = [
	['name', /^.{0,255}$/s, 'Name is too long (maximum is 255 characters)'],
	['email', /^[^@\s]+@[^@\s]+$/, 'Email Invalid email'],
	['phone_number', /^\+[1-9]\d{1,14}$/, 'Phone number should be in e164 format'],
];

/** The contact field that an inbox needs, by channel. */
const CHANNEL_NEEDS: Record<string, { field: keyof Details; name: string } | undefined> = {
	'Channel::Email': { field: 'email', name: 'contact email' },
	'Channel::Whatsapp': { field: 'phone_number', name: 'contact phone number' },
};

function detailsFrom(body: JsonObject): Details {
	const text = (field: keyof Details) => (body[field] ? String(body[field]) : null);
	return {
		name: text('name') ?? '',
		email: text('email'),
		phone_number: text('phone_number'),
		identifier: text('identifier'),
	};
}

function issuesOf({ state, files, upstream }: Call, details: Details, custom: JsonObject): Issue[] {
	const taken = state.contacts.conflicts(details).map((field) => {
		const name = (field[0].toUpperCase() + field.slice(1)).replace('_', ' ');
		return { field, message: `${name} has already been taken`, code: 'taken' };
	});
	const invalid = RULES.filter(([field, valid]) => details[field] && !valid.test(details[field]));
	const known = state.customAttributes
		.filter((definition) => definition.attribute_model === 'contact_attribute')
		.map((definition) => definition.attribute_key);
	// Upstream accepts any custom attribute.
	const unknown = upstream ? [] : Object.keys(custom).filter((key) => !known.includes(key));
	return [
		...taken,
		...invalid.map(([field, , message]) => ({ field, message, code: 'invalid' })),
		...files
			.filter(({ type }) => !type.toLowerCase().startsWith('image/'))
			.map(() => ({ field: 'avatar', message: 'Avatar filetype not supported', code: 'invalid' })),
		...unknown.map((key) => ({
			field: 'custom_attributes',
			message: `Custom attribute ${key} is not defined in the account (defined: ${known.join(', ')})`,
			code: 'undefined_attribute',
		})),
	];
}

/** Adds a contact to an inbox, with the source ID that the channel of the inbox gives it. */
export function contactInboxFor(
	inbox: Inbox,
	details: Details,
	contactId: number,
): Contact['contact_inboxes'][number] {
	const { channel_type: channel } = inbox;
	if (channel === 'Channel::Telegram') {
		throw rejection('crash', `Unsupported operation for this channel: ${channel}`, 'inbox_id');
	}
	const need = CHANNEL_NEEDS[channel];
	if (need && details[need.field] === null) {
		const message = `param is missing or the value is empty: ${need.name}`;
		throw rejection('unprocessable', message, need.field);
	}
	const source = need ? details[need.field] : `sandbox-source-${contactId}`;
	return { source_id: String(source).replace(/^\+/, ''), inbox };
}

function thumbnailOf({ files, body, upstream }: Call, contactId: number): string {
	if (files.length > 0) return `/avatars/${contactId}`;
	// Upstream downloads the avatar later.
	return upstream ? '' : String(body.avatar_url ?? '');
}

function created(contact: Contact, { state, upstream }: Call): HttpResponse {
	const { id, availability_status } = contact;
	const shape = contactShape(contact, upstream);
	if (!upstream) return json(200, { payload: [shape], id, availability_status });
	const [contactInbox] = contact.contact_inboxes;
	if (!contactInbox) {
		return json(200, {
			payload: { contact: shape, contact_inbox: { inbox: null, source_id: null } },
		});
	}
	// Upstream returns the stored inbox with its secrets, not the slim one of lists.
	const { secrets, provider: _provider, ...stored } = contactInbox.inbox;
	const inbox = { ...stored, ...secrets, account_id: state.accountId };
	const contact_inbox = { inbox, source_id: contactInbox.source_id };
	return json(200, { payload: { contact: shape, contact_inbox } });
}

/** Contract 4.3. */
export default {
	respond: (call) => {
		const { body, state, upstream } = call;
		if (upstream && body.avatar !== undefined) {
			throw rejection('crash', 'avatar must be a file', 'avatar');
		}
		const details = detailsFrom(body);
		const inbox = body.inbox_id === undefined ? null : found(state.inboxes, body.inbox_id, 'Inbox');
		const customAttributes = (body.custom_attributes ?? {}) as JsonObject;
		const issues = issuesOf(call, details, customAttributes);
		if (issues.length > 0) throw new Rejection('invalid', issues);

		const id = state.contacts.nextId;
		const contact: Contact = {
			id,
			...details,
			blocked: body.blocked === true,
			thumbnail: thumbnailOf(call, id),
			availability_status: 'offline',
			additional_attributes: (body.additional_attributes ?? {}) as JsonObject,
			custom_attributes: customAttributes,
			labels: [],
			last_activity_at: null,
			created_at: Math.floor(state.now() / 1000),
			contact_inboxes: inbox ? [contactInboxFor(inbox, details, id)] : [],
		};
		state.contacts.add(contact);
		return created(contact, call);
	},
} satisfies Operation;
