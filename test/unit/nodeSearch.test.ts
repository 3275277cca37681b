import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sublimeSearch } from '@n8n/utils/search/sublime-search';

import { CASES } from '../../cases';
import { NODES } from '../../cases/nodes';

/** The nodes as n8n's node panel searches them, by their names and aliases. */
const ITEMS = NODES.map(({ constructor: { name: folder }, description: { name, displayName } }) => {
	const file = join(__dirname, '../../nodes', folder, `${folder}.node.json`);
	const codex = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
	return { name, properties: { displayName, codex } };
});

/**
 * n8n finds a node if the letters of the phrase stand in this order in one alias. So "add save new contacts" is
 * found by "save contact" and "new contact".
 */
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
		'save a contact',
		'find contact by phone',
		'export contacts',
		'contact lookup',
		'vip customers',
		'customer list',
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
		'csv contacts',
		'import csv',
		'find vip',
		'contact',
	],
	agentBot: ['bot', 'chatbot', 'remove bot', 'erase bot', 'chatwoot bots'],
	inbox: [
		'list agents',
		'support agents',
		'list of agents',
		'agent list',
		'team members',
		'inbox members',
		'who is in the inbox',
		'who works in inbox',
		'who is online',
	],
	integration: [
		'list apps',
		'installed apps',
		'list integrations',
		'slack integration',
		'is slack connected',
		'webhook integration',
	],
	outboundReport: [
		'template report',
		'message template',
		'whatsapp report',
		'report of templates',
		'failed messages',
		'open rate',
		'weekly report',
		'messages sent',
		'sent delivered read',
		'report',
	],
	label: [
		'remove label',
		'erase label',
		'delete tag',
		'tag',
		'cleanup tags',
		'old labels',
		'chatwoot labels',
	],
	automationRule: [
		'rule',
		'change rule',
		'activate rule',
		'disable rule',
		'switch rule off',
		'turn off autoreply',
		'business hours',
		'turn off automation',
		'pause automation',
		'holiday',
	],
	appointment: [
		'move appointment',
		'postpone appointment',
		'mark appointment complete',
		'appointment done',
		'booking',
		'move meeting',
		'reschedule meeting',
		'calendar',
		'change meeting time',
	],
	catalog: [
		'publish products',
		'send products to partner',
		'catalog',
		'facebook catalog',
		'sync products',
	],
	messagingFlow: [
		'whatsapp flow',
		'new whatsapp flow',
		'bot flow',
		'chatbot flow',
		'create survey',
	],
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

it('leads nobody who types chatwoot to a node whose operations Chatwoot lacks', () => {
	const lacking = CASES.filter(({ operation }) => !operation.inChatwoot).map(({ node }) => node);
	expect(lacking.length).toBeGreaterThan(0);
	for (const node of lacking) {
		for (const [, phrases] of Object.entries(PHRASES).filter(([name]) => name === node))
			for (const phrase of phrases) expect(found(`chatwoot ${phrase}`)).not.toContain(node);
		expect(found('chatwoot')).not.toContain(node);
	}
});
