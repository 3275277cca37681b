import { basename } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { loadPackage } from '../../tools/engine';
import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';
import { NODES } from '../../cases/nodes';
import { everyProperty } from '../../cases/properties';
import { bestContrast } from './contrast';
import { filesIn, read, root } from '../../tools/repository';

interface Codex {
	node: string;
	categories: string[];
}

/** What holds other fields or no input, which the rules on optional fields leave alone. */
const CONTAINERS = ['collection', 'fixedCollection', 'notice', 'hidden', 'callout', 'curlImport'];

const MAIN_FIELD = 'is a main field of its operation, though the contract marks nothing required';
const AS_IN_N8N = "is at the top level in n8n's own nodes too, and where its users look for it";

/** Optional fields at the top level. The rule is a warning; these are the reasons not to follow it. */
const OPTIONAL_AT_TOP_LEVEL = {
	categories: MAIN_FIELD,
	conditionsJson: 'is shown in place of the typed conditions only',
	email: MAIN_FIELD,
	endpointUri: MAIN_FIELD,
	flowJson: 'is free-form in the contract (4.3b)',
	inboxId: MAIN_FIELD,
	limit: AS_IN_N8N,
	match: 'says how the conditions beside it are linked',
	name: MAIN_FIELD,
	phoneNumber: MAIN_FIELD,
	resource: AS_IN_N8N,
	returnAll: AS_IN_N8N,
	simplify: AS_IN_N8N,
	specifyConditions: 'chooses which field is shown next',
};

/**
 * Rules that are in the main line of n8n's linter and not yet in a release of it, by their meaning.
 * Each `it` names the rule. A rule goes from here when the linter of node-cli brings it.
 */
describe("rules that n8n's linter will have", () => {
	it.each(NODES.map(({ description }) => description))(
		'$name: single-credential-per-node, no-logic-or-flow-nodes',
		({ credentials, requestDefaults }) => {
			expect(credentials).toEqual([{ name: 'customerConversationApi', required: true }]);
			expect(requestDefaults).toBeDefined();
		},
	);

	it.each([
		['prefer-declarative-style: no node has an execute function', /\bexecute\s*[(=]/],
		[
			'no-hardcoded-ids: no identifier of an account or a partner is written into the code',
			/\b(?:partner|affiliate|reseller|account|tenant|customer|client)_?id\b['"]?\s*[:=]\s*['"`][^'"`]/i,
		],
	])('%s', (_rule, pattern) => {
		const files = [...filesIn('nodes'), ...filesIn('credentials')].filter((path) =>
			path.endsWith('.ts'),
		);
		expect(files.filter((path) => pattern.test(read(path)))).toEqual([]);
	});

	it('non-required-fields-in-collection, open-ended-node-fields: what is optional and yet at the top level has a reason in OPTIONAL_AT_TOP_LEVEL of this file', () => {
		const fields = NODES.flatMap(({ description }) => description.properties)
			.filter(({ required, type }) => required !== true && !CONTAINERS.includes(type))
			.map(({ name }) => name)
			.filter((name) => name !== 'operation');
		expect([...new Set(fields)].sort()).toEqual(Object.keys(OPTIONAL_AT_TOP_LEVEL));
	});
});

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

it("ends a notice with a period if it has several sentences, as n8n's guidelines ask", () => {
	const notices = EVERY_FIELD.filter(({ type }) => type === 'notice');
	for (const { displayName } of notices) {
		expect([displayName, displayName.endsWith('.')]).toEqual([
			displayName,
			/[.?!]['"]? \p{Lu}/u.test(displayName),
		]);
	}
});

describe('the icons', () => {
	const icons = filesIn('icons').filter((path) => !path.endsWith('.dark.svg'));

	it.each(icons)('%s: icon-contrast of 3:1 on white, and its dark one on dark grey', (path) => {
		const [light, dark] = [path, path.replace('.svg', '.dark.svg')].map(read);
		expect(bestContrast(light, '#ffffff')).toBeGreaterThanOrEqual(3);
		expect(bestContrast(dark, '#2b2b2b')).toBeGreaterThanOrEqual(3);
		expect(dark).not.toBe(light);
		// Narrower, it does not fill n8n's tile of 40 pixels.
		for (const icon of [light, dark]) expect(icon).toContain('width="60" height="60"');
	});

	it('are a light and a dark one in icons/ for each node and the credential, and no more', async () => {
		const { nodes, credentials } = await loadPackage(root);
		const used = [...Object.values(nodes).map(({ description }) => description)]
			.concat(Object.values(credentials) as never[])
			.map(({ iconUrl }) => iconUrl as { light: string; dark: string })
			.flatMap(({ light, dark }) => [basename(light), basename(dark)]);
		const drawn = filesIn('icons').map((path) => basename(path));
		expect(used.sort()).toEqual(drawn.sort());
	});
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
