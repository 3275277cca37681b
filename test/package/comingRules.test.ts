import { basename } from 'node:path';

import { loadPackage } from '../../tools/engine';
import { NODES } from '../fixtures/nodes';
import { filesIn, read, root } from './root';

interface Codex {
	node: string;
	categories: string[];
}

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
});

describe('the icons', () => {
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
