import { basename } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';
import { NODES } from '../../cases/nodes';
import { everyProperty } from '../../cases/properties';
import { filesIn, read } from '../../tools/repository';

/*
 * Rules that are in the main line of n8n's linter and not yet in a release of it. Each test names the rule.
 * A rule goes from here when the linter of node-cli brings it.
 */

interface Codex {
	node: string;
	categories: string[];
}

/** The names in each list of a form: the choices of a dropdown, or the fields that a collection can add. */
function listsOf(properties: INodeProperties[]): string[][] {
	return everyProperty(properties)
		.filter(({ type }) => ['options', 'multiOptions', 'collection'].includes(type))
		.map(({ type, options = [] }) =>
			type === 'collection'
				? (options as INodeProperties[]).map(({ displayName }) => displayName)
				: (options as INodePropertyOptions[]).map(({ name }) => name),
		);
}

const LISTS = [
	...NODES.map(({ description }) => description.properties),
	new CustomerConversationApi().properties,
];

it('options-sorted-alphabetically: every list of every form is in the order of its names', () => {
	for (const names of LISTS.flatMap(listsOf)) {
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	}
});

const EVERY_FIELD = NODES.flatMap(({ description }) => everyProperty(description.properties));

it('hint-max-length: no hint has more than 120 characters', () => {
	const hints = EVERY_FIELD.flatMap(({ hint = [] }) => hint);
	expect(hints.filter((hint) => hint.length > 120)).toEqual([]);
});

describe('the codex files', () => {
	const CATEGORIES =
		/^(?:Analytics|Communication|Data & Storage|Development|Finance & Accounting|Marketing & Content|Miscellaneous|Productivity|Sales|Utility)$/;

	const codexFiles = filesIn('nodes')
		.filter((path) => path.endsWith('.node.ts'))
		.map((path) => path.replace(/ts$/, 'json'));

	it.each(codexFiles)(
		'%s: valid-node-categories, no-codex-subcategories, no-ai-codex-category, and the node beside it',
		(path) => {
			const codex = JSON.parse(read(path)) as Codex;
			expect(codex.categories.filter((category) => !CATEGORIES.test(category))).toEqual([]);
			expect(codex).not.toHaveProperty('subcategories');
			const type = basename(path, '.node.json').replace(/^./, (first) => first.toLowerCase());
			expect(codex.node).toBe(`n8n-nodes-customer-conversation.${type}`);
		},
	);
});
