import { json, type Answer } from '../answer';
import { contactShape } from '../contacts/shape';
import type { Call, Operation } from '../operation';
import type { Contact, Inbox, JsonObject } from '../records';
import { found, Rejection, rejection, type Issue } from '../rejection';

type Details = Pick<Contact, 'name' | 'email' | 'phone_number' | 'identifier'>;

/** What the family checks of a new contact. */
const RULES: [field: keyof Details, isValid: RegExp, message: string][] = [
	['name', /^.{0,255}$/s, 'Name is too long (maximum is 255 characters)'],
	['email', /^[^@\s]+@[^@\s]+$/, 'Email Invalid email'],
	['phone_number', /^\+[1-9]\d{1,14}$/, 'Phone number should be in e164 format'],
];

const TAKEN: Record<string, string> = {
	email: 'Email has already been taken',
	phone_number: 'Phone number has already been taken',
	identifier: 'Identifier has already been taken',
};

/** What an inbox of a channel needs to know of a contact. */
const CHANNEL_NEEDS: Record<string, { field: keyof Details; name: string } | undefined> = {
	'Channel::Email': { field: 'email', name: 'contact email' },
	'Channel::Whatsapp': { field: 'phone_number', name: 'contact phone number' },
};

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}

function detailsFrom(body: JsonObject): Details {
	return {
		name: typeof body.name === 'string' ? body.name : '',
		email: textOrNull(body.email),
		phone_number: textOrNull(body.phone_number),
		identifier: textOrNull(body.identifier),
	};
}

function issuesOf({ state, files, upstream }: Call, details: Details, custom: JsonObject): Issue[] {
	const known = state.customAttributes.map((definition) => definition.attribute_key);
	// The family stores custom attributes as they come.
	const unknown = upstream ? [] : Object.keys(custom).filter((key) => !known.includes(key));
	return [
		...state.contacts
			.conflicts(details)
			.map((field) => ({ field, message: TAKEN[field], code: 'taken' })),
		...RULES.filter(
			([field, isValid]) => details[field] !== null && !isValid.test(details[field]),
		).map(([field, , message]) => ({ field, message, code: 'invalid' })),
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

function inboxOf(call: Call): Inbox | null {
	const { inbox_id: id } = call.body;
	return id === undefined ? null : found(call.state.inboxes, id, 'Inbox');
}

function contactInboxFor(
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
		throw rejection('unprocessable', message, need.field, 'missing');
	}
	const source = need ? details[need.field] : `sandbox-source-${contactId}`;
	return { source_id: String(source).replace(/^\+/, ''), inbox };
}

function thumbnailOf(call: Call, contactId: number): string {
	if (call.files.length > 0) return `/avatars/${contactId}`;
	const url = call.body.avatar_url;
	// The family fetches it later.
	return !call.upstream && typeof url === 'string' ? url : '';
}

/** A created contact comes with its inbox as the family stores it, not with the slim one of lists. */
function storedInbox({ secrets: _secrets, provider: _provider, ...inbox }: Inbox, account: number) {
	return {
		...inbox,
		account_id: account,
		enable_auto_assignment: true,
		greeting_enabled: false,
		created_at: '2025-01-01T00:00:00.000Z',
		updated_at: '2025-01-01T00:00:00.000Z',
	};
}

function created(contact: Contact, { state, upstream }: Call): Answer {
	const { id, availability_status } = contact;
	const shape = contactShape(contact, upstream);
	if (!upstream) return json(200, { payload: [shape], id, availability_status });
	const [contactInbox] = contact.contact_inboxes;
	const contact_inbox = {
		inbox: contactInbox ? storedInbox(contactInbox.inbox, state.accountId) : null,
		source_id: contactInbox?.source_id ?? null,
	};
	return json(200, { payload: { contact: shape, contact_inbox } });
}

/** Contract 4.3. Where it fails, it creates nothing. */
export default {
	answer: (call) => {
		const { body, state, upstream } = call;
		if (upstream && body.avatar !== undefined) {
			throw rejection('crash', 'avatar must be a file', 'avatar');
		}
		const details = detailsFrom(body);
		const inbox = inboxOf(call);
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
			last_activity_at: null,
			created_at: Math.floor(state.now() / 1000),
			contact_inboxes: inbox ? [contactInboxFor(inbox, details, id)] : [],
			labels: [],
		};
		state.contacts.add(contact);
		return created(contact, call);
	},
} satisfies Operation;
