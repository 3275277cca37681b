import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { INode, INodeParameters } from 'n8n-workflow';

import { loadPackage, outputOf, runWorkflow, withCredentials } from '../../tools/engine';
import { root } from './root';
import { WorkingCopy } from './workingCopy';

/** A file in CONTRIBUTING.md: its path alone on a line, then its content. */
const FILE = /^`([\w/.]+)`:\n\n```\w+\n([\s\S]*?)```/gm;

const REGISTERED = /Register `([^`]+)` under `n8n\.nodes`/;

const TYPE = 'n8n-nodes-customer-conversation.conversation';
const PAGE_SIZE = 15;
const CONVERSATIONS = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, status: 'open' }));

describe('the steps of CONTRIBUTING.md, done on a copy of the package', () => {
	const copy = new WorkingCopy();
	const asked: Array<{ url: string; token: unknown }> = [];
	let service: FastifyInstance;

	beforeAll(async () => {
		followSteps(copy.folder);
		copy.build();
		service = await conversationService();
	}, 120_000);

	afterAll(async () => {
		await service.close();
		copy.remove();
	});

	it("pass n8n's lint", () => {
		expect(() =>
			copy.npm('exec', '--', 'eslint', 'nodes/Conversation', 'package.json'),
		).not.toThrow();
	}, 120_000);

	it('give a node that reads all pages of the new list', async () => {
		const run = await runWorkflow(
			{
				nodes: withCredentials(
					[
						node('Start', 'n8n-nodes-base.manualTrigger', {}),
						node('Conversations', TYPE, { returnAll: true, options: { status: 'open' } }),
					],
					(type) => (type === TYPE ? ['customerConversationApi'] : []),
				),
				connections: { Start: { main: [[{ node: 'Conversations', type: 'main', index: 0 }]] } },
			},
			{
				packages: [await loadPackage(copy.folder)],
				credentials: {
					customerConversationApi: {
						baseUrl: service.listeningOrigin,
						apiAccessToken: 'secret',
						accountId: '7',
					},
				},
			},
		);

		expect(outputOf(run, 'Conversations')).toEqual(
			CONVERSATIONS.map((json) => ({ json, pairedItem: { item: 0 } })),
		);
		expect(asked[0]).toEqual({
			url: '/api/v1/accounts/7/conversations?status=open&page=1',
			token: 'secret',
		});
	});

	/** Answers as the servers of this family do, in pages. */
	async function conversationService(): Promise<FastifyInstance> {
		const server = fastify();
		server.get<{ Querystring: { page: number } }>(
			'/api/v1/accounts/7/conversations',
			async ({ url, query, headers }) => {
				asked.push({ url, token: headers.api_access_token });
				const start = (query.page - 1) * PAGE_SIZE;
				return { data: { meta: {}, payload: CONVERSATIONS.slice(start, start + PAGE_SIZE) } };
			},
		);
		await server.listen({ host: '127.0.0.1', port: 0 });
		return server;
	}
});

function followSteps(folder: string): void {
	const steps = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
	for (const [, path, content] of steps.matchAll(FILE)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	for (const ending of ['svg', 'dark.svg']) {
		copyFileSync(
			join(folder, `icons/inbox.${ending}`),
			join(folder, `icons/conversation.${ending}`),
		);
	}
	const manifest = join(folder, 'package.json');
	const { n8n, ...others } = JSON.parse(readFileSync(manifest, 'utf8')) as {
		n8n: { nodes: string[] };
	};
	const nodes = [...n8n.nodes, String(REGISTERED.exec(steps)?.[1])];
	writeFileSync(manifest, JSON.stringify({ ...others, n8n: { ...n8n, nodes } }));
}

function node(name: string, type: string, parameters: INodeParameters): INode {
	return { id: name, name, type, parameters, typeVersion: 1, position: [0, 0] };
}
