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

it.each([
	['find contacts', 'contact'],
	['lookup contact', 'contact'],
	['add contact', 'contact'],
	['find customer', 'contact'],
	['get contact', 'contact'],
	['import contacts', 'contact'],
	['sync contacts', 'contact'],
	['blocked contact', 'contact'],
	['duplicate contact', 'contact'],
	['bot', 'agentBot'],
	['list agents', 'inbox'],
	['inbox members', 'inbox'],
	['list apps', 'integration'],
	['list integrations', 'integration'],
	['template report', 'outboundReport'],
	['message template', 'outboundReport'],
	['whatsapp report', 'outboundReport'],
	['remove label', 'label'],
	['delete tag', 'label'],
	['remove bot', 'agentBot'],
	['disable rule', 'automationRule'],
	['turn off automation', 'automationRule'],
	['move appointment', 'appointment'],
	['publish products', 'catalog'],
	['whatsapp flow', 'messagingFlow'],
])('somebody who types "%s" finds %s', (typed, node) => {
	expect(found(typed)).toContain(node);
});

it.each(['help desk', 'helpdesk', 'customer support', 'live chat'])(
	'somebody who types "%s" finds all nodes',
	(typed) => {
		expect(found(typed).sort()).toEqual(ITEMS.map(({ name }) => name).sort());
	},
);

it.each(['upsert', 'ticket', 'send message', 'create label', 'delete contact', 'update contact'])(
	'nobody is promised "%s", which no node does',
	(typed) => {
		expect(found(typed)).toEqual([]);
	},
);
