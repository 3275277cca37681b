import type { Contact, ContactInbox, Inbox, JsonObject } from '../records';
import { Refusal, notFound, refusal, type Issue } from '../refusal';
import type { Call } from './call';

/** The new contact, and the inbox it was put in, if any. */
export interface CreatedContact {
	contact: Contact;
	contactInbox: ContactInbox | null;
}

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

function attributeIssues({ state, traits }: Call, attributes: JsonObject): Issue[] {
	if (!traits.checksCustomAttributes) return [];
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
	if (id === undefined) return null;
	const inbox = call.state.inboxes.find((candidate) => candidate.id === id);
	if (!inbox) throw notFound(`Inbox ${String(id)}`);
	return inbox;
}

function contactInboxFor(inbox: Inbox, details: Details, contactId: number): ContactInbox {
	const need = CHANNEL_NEEDS[inbox.channel_type];
	if (need === null) {
		throw refusal(
			'crash',
			`Unsupported operation for this channel: ${inbox.channel_type}`,
			'inbox_id',
		);
	}
	if (need && details[need.field] === null) {
		throw refusal(
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
	return call.traits.showsAvatarUrl && typeof url === 'string' ? url : '';
}

/** Contract 4.3. A failure creates nothing. */
export function contactCreate(call: Call): CreatedContact {
	const { body, state, traits } = call;
	if (traits.refusesAvatarText && body.avatar !== undefined) {
		throw refusal('crash', 'avatar must be a file', 'avatar');
	}
	const details = detailsFrom(body);
	const inbox = inboxOf(call);
	const customAttributes = (body.custom_attributes ?? {}) as JsonObject;
	const issues = [
		...takenIssues(details, call),
		...detailIssues(details),
		...avatarIssues(call),
		...attributeIssues(call, customAttributes),
	];
	if (issues.length > 0) throw new Refusal('invalid', issues);

	const id = state.contacts.nextId;
	const contactInbox = inbox && contactInboxFor(inbox, details, id);
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
		contact_inboxes: contactInbox ? [contactInbox] : [],
		labels: [],
	};
	state.contacts.add(contact);
	return { contact, contactInbox };
}
