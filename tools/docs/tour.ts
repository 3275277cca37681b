import type { INode, INodeCredentialsDetails } from 'n8n-workflow';

import { CASES, type NamedCase } from '../../cases';
import { nodeTypeOf } from '../../cases/nodes';
import { newestOf } from '../engine/versions';
import type { GeneratedFile } from './schemaFiles';

/** The credential without an ID: n8n looks it up by name. */
const CREDENTIAL = { name: 'Customer Conversation account' } as INodeCredentialsDetails;
const START = 'Start the tour';
const ABOUT = `## All operations
This workflow runs every operation of the package.

**It creates the contact Ann Lee and a flow, and changes a rule and an appointment.** A second run returns the contact and creates another flow. Use a test account or the mock server.

**Change**
1. Choose your credential in each node.
2. The IDs are those of the mock server. For your account, choose the inbox, rule, bot and label from the lists, and enter the IDs of a pending appointment and of a catalog.
3. Operations that can't be undone have *Preview Only* on, so they only return their request. Turn it off to complete, publish or delete for real.`;

const STEP = 224;
const ROW = 240;
const LEFT = 592;

/** The rows of the canvas, in order. */
const ROWS: Array<{ title: string; holds: (one: NamedCase) => boolean }> = [
	{ title: 'Read contacts', holds: (one) => isRead(one) && one.node === 'contact' },
	{ title: 'Read other records', holds: (one) => isRead(one) && one.node !== 'contact' },
	{ title: 'Create and change', holds: (one) => !isRead(one) && !one.isIrreversible },
	{ title: "Can't be undone", holds: ({ isIrreversible }) => isIrreversible === true },
];

const isRead = ({ operation }: NamedCase) => operation.safety === 'safe';

/** examples/tour.json: a workflow with all operations. */
export function tourFile(): GeneratedFile {
	const rows = ROWS.map(({ title, holds }) => ({ title, cases: CASES.filter(holds) })).map(
		({ title, cases }, row) => ({
			note: note(`row${row}`, `### ${title}`, [LEFT - 48, 16 + row * ROW], {
				height: ROW - 16,
				width: cases.length * STEP + 32,
			}),
			nodes: cases.map((one, column) => nodeOf(one, [LEFT + column * STEP, 80 + row * ROW])),
		}),
	);
	const start = base('start', START, 'n8n-nodes-base.manualTrigger', [368, 440]);
	const links = rows.flatMap(({ nodes }) =>
		nodes.slice(1).map((node, index) => [nodes[index].name, [node]] as const),
	);
	const workflow = {
		name: 'Tour of all operations',
		nodes: [
			note('about', ABOUT, [0, 16], { height: 448, width: 320 }),
			start,
			...rows.flatMap(({ note: title, nodes }) => [title, ...nodes]),
		],
		connections: Object.fromEntries(
			[[START, rows.map(({ nodes }) => nodes[0])] as const, ...links].map(([from, to]) => [
				from,
				{ main: [to.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
			]),
		),
		settings: { executionOrder: 'v1' },
	};
	return { path: 'examples/tour.json', text: JSON.stringify(workflow) };
}

function nodeOf(one: NamedCase, position: INode['position']): INode {
	const { node, operation, example, tour, id } = one;
	const parameters = {
		resource: node,
		operation: operation.value,
		...example,
		...(one.isIrreversible && { options: { previewOnly: true } }),
	};
	return {
		...base(id, operation.action, `n8n-nodes-customer-conversation.${node}`, position),
		typeVersion: newestOf(nodeTypeOf(one).description),
		parameters: { ...parameters, ...tour } as INode['parameters'],
		credentials: { customerConversationApi: CREDENTIAL },
		// The previous node can return many items.
		...(operation.safety === 'safe' && { executeOnce: true }),
	};
}

function note(
	id: string,
	content: string,
	position: INode['position'],
	size: { height: number; width: number },
): INode {
	const parameters = { content, ...size };
	return { ...base(id, `Note ${id}`, 'n8n-nodes-base.stickyNote', position), parameters };
}

function base(id: string, name: string, type: string, position: INode['position']): INode {
	return { parameters: {}, type, typeVersion: 1, position, id, name };
}
