import ts from 'typescript';
import type { INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { NODES } from '../../cases/nodes';
import { everyProperty } from '../../cases/properties';
import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';
import { filesIn, read } from '../../tools/repository';

/** What a form of this package shows in Title Case: labels, options, modes of locators. */
const LABELS = [
	...NODES.flatMap(({ description }) => description.properties),
	...new CustomerConversationApi().properties,
]
	.flatMap((property) => everyProperty([property]))
	.flatMap(namesOf)
	.concat(NODES.flatMap(({ description: { displayName } }) => displayName));

/** The example workflows, each with its file. */
const EXAMPLES = filesIn('examples')
	.filter((file) => file.endsWith('.json'))
	.map((file) => [file, JSON.parse(read(file)) as { nodes: INode[] }] as const);

/** What n8n's editor and its own nodes show, and names of people and products. */
const OTHER_NAMES = [
	'Access Token',
	'Add Attributes',
	'Add Field',
	'Always Output Data',
	'Bearer Auth',
	'Chat Model',
	'Completion Message',
	'Completion Title',
	'Continue',
	'Continue (using error output)',
	'Credential Type',
	'Custom Field Name',
	'Customer Conversation',
	'Edit Fields',
	'Element Type',
	'Error Workflow',
	'Exclude Byte Order Mark',
	'Expression',
	'Extract From XLSX',
	'Extract from File',
	'Form Elements',
	'Form Ending',
	'Form Title',
	'From Email',
	'HTTP Request',
	'Hidden Field',
	'Ignore SSL Issues',
	'Loop Over Items',
	'On Error',
	'Profile Settings',
	'Proxy',
	'Raw Body',
	'Refresh Attribute List',
	'Request Options',
	'Required Field',
	'Respond to Webhook',
	'Retry On Fail',
	'Send Body',
	'Send Email',
	'Set Manually',
	'Settings',
	'Split Out',
	'Stop Workflow',
	'Timeout',
	'To Email',
	'Tool Description',
	'Ada Weber',
	'Ann Lee',
	'Dmitri Eriksen',
	'Docker Compose',
	'Ines Duarte',
	'Mara Lindqvist',
	'Tom Becker',
	'United Kingdom',
	'Western Europe',
];

/** All names that a quote may have. */
const SHOWN = new Set([...LABELS, ...OTHER_NAMES]);

/** Names of two words and more, the longest first, so that no name hides a part of another one. */
const NAMES = [...SHOWN, ...EXAMPLES.flatMap(([, { nodes }]) => nodes.map(({ name }) => name))]
	.filter((name) => name.includes(' '))
	.sort((a, b) => b.length - a.length);

/** Two capitalized words or more, with small words between them, that don't begin a sentence. */
const TITLE =
	/(?<=[\p{Ll}\d,;»'”)] [('"*_]*)\p{Lu}\p{Ll}+(?: (?:(?:the|an?|of|in|by|on|from|for|is|if|not|than|as) )*\p{Lu}\p{Ll}+)+/gu;

function namesOf(property: INodeProperties): string[] {
	const { displayName, placeholder = '', options = [], modes = [] } = property;
	const choices = options as Array<INodePropertyOptions | INodeProperties>;
	return [
		displayName,
		// The text of the button that adds an entry.
		placeholder,
		...choices.map((choice) => ('displayName' in choice ? choice.displayName : choice.name)),
		...modes.map((mode) => mode.displayName),
	];
}

/** The names that a text has in Title Case, and that nothing shows. */
function unknownNames(text: string): string[] {
	const prose = text.replace(/\{\{.*?\}\}/g, '…');
	const rest = NAMES.reduce((left, name) => left.replaceAll(name, '…'), prose);
	return [...rest.matchAll(TITLE)].map(([name]) => name);
}

/** The quoted names that a message has, such as 'Max Retries', and that nothing shows. */
function unknownQuotes(text: string): string[] {
	const quoted = text.replace(/\{\{.*?\}\}/g, '…').matchAll(/(?<!\p{L})'(\p{Lu}[^'…]*)'/gu);
	return [...quoted].map(([, name]) => name).filter((name) => !SHOWN.has(name));
}

/** The prose of a page, without code and addresses. */
function proseOf(page: string): string {
	return read(page)
		.replace(/^```[\s\S]*?^```/gm, '')
		.replace(/`[^`]*`/g, '…')
		.replace(/\]\([^)]*\)/g, ']');
}

/** The texts in a source file, without the names of its imports. */
function textsOf(file: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isImportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest));
	return texts;
}

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
	.concat(['docs', 'examples', 'tools/templates'].flatMap(filesIn))
	.filter((file) => file.endsWith('.md'));

const SOURCES = ['nodes', 'credentials'].flatMap(filesIn).filter((file) => file.endsWith('.ts'));

test.each(PAGES)('%s names only what a form shows', (page) => {
	expect(unknownNames(proseOf(page))).toEqual([]);
});

test.each(EXAMPLES)('the notes of %s name only what a form shows', (_file, { nodes }) => {
	const notes = nodes.map(({ parameters, notes }) => `${String(parameters.content)}\n${notes}`);
	expect(notes.flatMap(unknownNames)).toEqual([]);
});

test.each(SOURCES)('the texts of %s name only what a form shows', (file) => {
	const texts = textsOf(file);
	expect([...texts.flatMap(unknownQuotes), ...texts.flatMap(unknownNames)]).toEqual([]);
});
