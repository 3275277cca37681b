import type { OutsideEndpoint } from './lists';
import type { Call } from './operation';
import { contactInboxFor } from './operations/contactCreate';
import { found } from './rejection';
import type { JsonObject } from './records';
import { json } from './response';
import type { Conversation } from './seed/activity';
import type { Contact } from './seed/contacts';

type ContactInbox = Contact['contact_inboxes'][number];

const account = '/api/v1/accounts/{account_id}';

function creating(path: string, create: (call: Call) => unknown): OutsideEndpoint {
	return {
		method: 'POST',
		path: `${account}/${path}`,
		respond: (call) => json(200, create(call)),
	};
}

/** A message as it is stored, from what was sent. */
function messageIn({ content, message_type = 'outgoing', private: isPrivate = false }: JsonObject) {
	return { content, message_type, private: isPrivate };
}

/** A conversation as upstream shows it: with its last message only. */
function conversationShape({
	messages,
	contact_id: _contact,
	source_id: _source,
	...shown
}: Conversation) {
	return { ...shown, messages: messages.slice(-1) };
}

/** The contact's place in the inbox. Upstream adds the contact to the inbox if no place has this source ID. */
function contactInbox(contact: Contact, { state, body }: Call): ContactInbox {
	const inbox = found(state.inboxes, body.inbox_id, 'Inbox');
	const made = contactInboxFor(inbox, contact, contact.id);
	const source_id = String(body.source_id ?? made.source_id);
	const isIt = (one: ContactInbox) => one.inbox.id === inbox.id && one.source_id === source_id;
	const place = contact.contact_inboxes.find(isIt) ?? { inbox, source_id };
	if (!contact.contact_inboxes.includes(place)) contact.contact_inboxes.push(place);
	return place;
}

/**
 * The endpoints outside the contract that an example calls with n8n's HTTP Request node. They have upstream's
 * shapes, without what no example reads.
 */
export const CONVERSATIONS: Record<string, OutsideEndpoint> = {
	conversationCreate: creating('conversations', (call) => {
		const { state, body } = call;
		const contact = found(state.contacts.all, body.contact_id, 'Contact');
		const { inbox, source_id } = contactInbox(contact, call);
		const conversation: Conversation = {
			id: state.conversations.length + 1,
			inbox_id: inbox.id,
			contact_id: contact.id,
			source_id,
			status: 'open',
			messages: body.message ? [messageIn(body.message as JsonObject)] : [],
		};
		state.conversations.push(conversation);
		return conversationShape(conversation);
	}),
	contactConversations: {
		method: 'GET',
		path: `${account}/contacts/{id}/conversations`,
		respond: ({ state, id }) => {
			const contact = found(state.contacts.all, id, 'Contact');
			const own = state.conversations.filter(({ contact_id }) => contact_id === contact.id);
			return json(200, { payload: own.map(conversationShape) });
		},
	},
	messageCreate: creating('conversations/{id}/messages', ({ state, id, body }) => {
		const { messages } = found(state.conversations, id, 'Conversation');
		const message = messageIn(body);
		messages.push(message);
		return { ...message, id: messages.length, conversation_id: id };
	}),
};
