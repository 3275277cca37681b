import { json, type Answer } from '../answer';
import { contactShape } from '../contacts/shape';
import type { Call, Operation } from '../operation';
import type { Contact, ContactInbox, Inbox, JsonObject } from '../records';
import { found, Rejection, rejection, type Issue } from '../rejection';

type Details = Pick<Contact, 'name' | 'email' | 'phone_number' | 'identifier'>;

const LONGEST_NAME = 255;
const LARGEST_AVATAR = 15 * 1024 * 1024;
const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const EMAIL = /^[^@\s]+@[^@\s]+$/;
const E164 = /^\+[1-9]\d{1,14}$/;

const TAKEN: Record<string, string> = {
	email: 'Email has already been taken',
	phone_number: 'Phone number has already been taken',
	identifier: 'Identifier has already been taken',
};

/** What an inbox of a channel needs to know of a contact: `null` can't be started by hand. */
const CHANNEL_NEEDS: Record<string, { field: keyof Details; name: string } | null | undefined> = {
	'Channel::Email': { field: 'email', name: 'contact email' },
	'Channel::Whatsapp': { field: 'phone_number', name: 'contact phone number' },
	'Channel::Telegram': null,
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

function issue(field: string, message: string, code: string): Issue {
	return { field, message, code };
}

function detailIssues({ name, email, phone_number: phone }: Details): Issue[] {
	const issues: Issue[] = [];
	if (name.length > LONGEST_NAME) {
		issues.push(
			issue('name', `Name is too long (maximum is ${LONGEST_NAME} characters)`, 'too_long'),
		);
	}
	if (email !== null && !EMAIL.test(email)) {
		issues.push(issue('email', 'Email Invalid email', 'invalid'));
	}
	if (phone !== null && !E164.test(phone)) {
		issues.push(issue('phone_number', 'Phone number should be in e164 format', 'invalid'));
	}
	return issues;
}

function takenIssues(details: Details, call: Call): Issue[] {
	return call.state.contacts.conflicts(details).map((field) => issue(field, TAKEN[field], 'taken'));
}

function avatarIssues({ files }: Call): Issue[] {
	return files.flatMap(({ type, size }) => {
		if (!AVATAR_TYPES.includes(type)) {
			return [issue('avatar', 'Avatar filetype not supported', 'invalid')];
		}
		return size > LARGEST_AVATAR ? [issue('avatar', 'Avatar is too big', 'too_big')] : [];
	});
}

/** The family stores custom attributes as they come. */
function attributeIssues({ state, upstream }: Call, attributes: JsonObject): Issue[] {
	if (upstream) return [];
	const known = state.customAttributes.map((definition) => definition.attribute_key);
	return Object.keys(attributes)
		.filter((key) => !known.includes(key))
		.map((key) =>
			issue(
				'custom_attributes',
				`Custom attribute ${key} is not defined in the account (defined: ${known.join(', ')})`,
				'undefined_attribute',
			),
		);
}

function inboxOf(call: Call): Inbox | null {
	const { inbox_id: id } = call.body;
	return id === undefined ? null : found(call.state.inboxes, id, 'Inbox');
}

function contactInboxFor(inbox: Inbox, details: Details, contactId: number): ContactInbox {
	const need = CHANNEL_NEEDS[inbox.channel_type];
	if (need === null) {
		throw rejection(
			'crash',
			`Unsupported operation for this channel: ${inbox.channel_type}`,
			'inbox_id',
		);
	}
	if (need && details[need.field] === null) {
		throw rejection(
			'unprocessable',
			`param is missing or the value is empty: ${need.name}`,
			need.field,
			'missing',
		);
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

function issuesOf(call: Call, details: Details, customAttributes: JsonObject): Issue[] {
	return [
		...takenIssues(details, call),
		...detailIssues(details),
		...avatarIssues(call),
		...attributeIssues(call, customAttributes),
	];
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
