import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { NODES } from '../../cases/nodes';

/** The nodes as n8n's node panel searches them, by their names and aliases. */
const ITEMS = NODES.map(({ constructor: { name: folder }, description: { name, displayName } }) => {
	const file = join(__dirname, '../../nodes', folder, `${folder}.node.json`);
	const codex = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
	return { name, properties: { displayName, codex } };
});

function found(typed: string): string[] {
	return sublimeSearch(typed, ITEMS).map(({ item }) => item.name);
}

/** What people type, by the node that they look for. */
const PHRASES = {
	contact: [
		'find contacts',
		'lookup contact',
		'add contact',
		'get contact',
		'contact list',
		'chatwoot contact',
		'contact by email',
		'segment contacts',
		'import contacts',
		'sync contacts',
		'blocked contact',
		'duplicate contact',
		'upsert contact',
		'upsert',
		'find or create contact',
		'active contacts',
		'contacts of a company',
		'new lead',
		'find by phone',
		'new customer',
		'create customer',
		'find customer',
		'search customers',
		'look up customer',
		'vip',
		'customer service',
		'customer support',
		'support',
		'help desk',
		'helpdesk',
		'live chat',
		'chatwoot',
	],
	agentBot: ['bot', 'chatbot', 'remove bot', 'chatwoot bots'],
	inbox: ['list agents', 'agent list', 'team members', 'inbox members', 'who is in the inbox'],
	integration: ['list apps', 'list integrations', 'slack integration', 'webhook integration'],
	outboundReport: [
		'template report',
		'message template',
		'whatsapp report',
		'weekly report',
		'messages sent',
	],
	label: ['remove label', 'delete tag', 'tag', 'chatwoot labels'],
	automationRule: [
		'rule',
		'change rule',
		'activate rule',
		'disable rule',
		'turn off automation',
		'pause automation',
		'holiday',
	],
	appointment: [
		'move appointment',
		'postpone appointment',
		'move meeting',
		'reschedule meeting',
		'calendar',
		'change meeting time',
	],
	catalog: ['publish products', 'catalog', 'sync products'],
	messagingFlow: ['whatsapp flow', 'bot flow', 'chatbot flow'],
};

it.each(
	Object.entries(PHRASES).flatMap(([node, phrases]) =>
		phrases.map((typed) => [typed, node] as const),
	),
)('somebody who types "%s" finds %s first', (typed, node) => {
	expect(found(typed)[0]).toBe(node);
});

it.each([
	'ticket',
	'send message',
	'create label',
	'delete contact',
	'update contact',
	'cancel appointment',
])('nobody is promised "%s", which no node does', (typed) => {
	expect(found(typed)).toEqual([]);
});
