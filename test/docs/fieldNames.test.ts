import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { loadPackage } from '../../tools/engine';
import { filesIn, read, root } from '../../tools/repository';

const PAGES = [
	'README.md',
	...['docs', 'examples'].flatMap(filesIn).filter((path) => path.endsWith('.md')),
];

/** A name on the screen, as pages write it: in bold or in single quotes. */
const QUOTED = /\*\*([^*\n]+)\*\*|(?<![\w'])'([^'\n]+)'(?!\w)/g;
/** A label has a capital in each word but the small ones. A sentence or a heading has not. */
const LABEL = /^[A-Z][\w()]*(?: (?:[A-Z][\w()]*|to|of|on|with|and|or))*$/;

/** What n8n and its own nodes call by these names. */
const N8N = new Set([
	'AI Agent',
	'Aggregate',
	'Always Output Data',
	'Approve',
	'Batching',
	'Change',
	'Chat',
	'Continue',
	'Edit Fields (Set)',
	'Error',
	'Error Workflow',
	'Executions',
	'Expression',
	'Filter',
	'Fixed',
	'Form Elements',
	'Form Ending',
	'Form Title',
	'HTTP Method',
	'HTTP Request',
	'If',
	'Ignore SSL Issues',
	'Import from File',
	'Input Field Name',
	'Install',
	'Keep Items Where',
	'Loop Over Items',
	'On Error',
	'Output',
	'Proxy',
	'Remove Duplicates',
	'Request Options',
	'Respond',
	'Respond With',
	'Respond to Webhook',
	'Response Code',
	'Response Mode',
	'Retry',
	'Retry On Fail',
	'Schedule Trigger',
	'Send Email',
	'Settings',
	'Slack',
	'Stop and Error',
	'Timeout',
	'Timezone',
	'Tool',
	'Tool Description',
	'Trigger manually',
	'Value to Dedupe On',
	'Wait',
	'Webhook',
]);

/** Headings of lists, a value, and what the service says: no labels. */
const OTHERS = new Set([
	'Contacts',
	'Invalid Access Token',
	'Invalid DateTime',
	'Lists',
	'Messages',
	'Processor',
	'Request',
	'Security',
	'Time',
]);

let labels: Set<string>;

beforeAll(async () => {
	const { nodes, credentials } = await loadPackage(root);
	const descriptions = Object.values(nodes).map(({ description }) => description);
	const forms = [...descriptions, ...Object.values(credentials)];
	labels = new Set(
		forms.flatMap(({ displayName, properties }) => [displayName, ...textsOf(properties)]),
	);
});

/** The labels of fields, of what is inside them, of their buttons, and of what can be chosen. */
function textsOf(
	entries: Array<INodeProperties | INodePropertyOptions | INodePropertyCollection>,
): string[] {
	return entries.flatMap((entry) => [
		'displayName' in entry ? entry.displayName : entry.name,
		...('options' in entry ? textsOf(entry.options ?? []) : []),
		...('values' in entry ? textsOf(entry.values) : []),
		...('modes' in entry ? (entry.modes ?? []).map(({ displayName }) => displayName) : []),
		...('placeholder' in entry ? [entry.placeholder ?? ''] : []),
	]);
}

test.each(PAGES)('each field that %s names in quotes or bold is on a form', (page) => {
	const prose = read(page).replace(/```[^]*?```|`[^`\n]*`/g, '');
	const named = [...prose.matchAll(QUOTED)]
		.map(([, bold, quoted]) => bold ?? quoted)
		.filter((name) => LABEL.test(name));
	const unknown = named.filter((name) => !labels.has(name) && !N8N.has(name) && !OTHERS.has(name));
	expect([...new Set(unknown)]).toEqual([]);
});
