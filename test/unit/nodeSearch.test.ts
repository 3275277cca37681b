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
 * n8n finds a node if one alias has the letters of the phrase in this order. So "add save new contacts" is
 * found by "save contact" and "new contact".
 */
function found(typed: string): string[] {
	return sublimeSearch(typed, ITEMS).map(({ item }) => item.name);
}

/** A word that only the aliases of a node have, by the node. */
const WORDS = {
	contact: [
		'new lead',
		'customers by country',
		'import csv',
		'import contacts csv',
		'look up phone number',
		'upsert',
		'find customer',
		'help desk',
		'chatwoot',
	],
	agentBot: ['remove bot', 'chatbot'],
	inbox: ['support agents', 'who is on duty', 'team members'],
	integration: ['installed apps', 'slack integration'],
	outboundReport: ['whatsapp report', 'open rate'],
	label: ['remove label', 'tag'],
	automationRule: ['turn off autoreply', 'stop auto reply', 'business hours'],
	appointment: ['move meeting', 'booking'],
	catalog: ['publish products', 'facebook catalog'],
	messagingFlow: ['whatsapp flow', 'create survey'],
};

it.each(Object.entries(WORDS).flatMap(([node, words]) => words.map((typed) => [typed, node])))(
	'somebody who types "%s" finds %s first',
	(typed, node) => {
		expect(found(typed)[0]).toBe(node);
	},
);

it.each([
	'ticket',
	'send message',
	'create label',
	'add agent',
	'create team',
	'edit contact',
	'remove lead',
	'new appointment',
	'delete contact',
	'update contact',
	'cancel appointment',
])('nobody is promised "%s", which no node does', (typed) => {
	expect(found(typed)).toEqual([]);
});

it('leads nobody who types chatwoot to a node whose operations Chatwoot lacks', () => {
	const lacking = CASES.filter(({ operation }) => !operation.inChatwoot).map(({ node }) => node);
	expect(lacking.length).toBeGreaterThan(0);
	for (const node of lacking) expect(found('chatwoot')).not.toContain(node);
});
