import { setTimeout as pause } from 'node:timers/promises';
import { packageName } from '../../../tools/editor/places';
import type {
	Session,
	Stored,
	StoredWorkflow,
	Workflow,
	WorkflowNode,
} from '../../../tools/editor/session';

interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

interface NodeRun {
	data?: Record<string, Array<Item[] | null>>;
	error?: { message: string; description?: string };
}

/** An execution as n8n's public API shows it. */
export interface Execution {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	data?: { resultData: { runData: Record<string, NodeRun[]>; error?: { message: string } } };
}

/** A reader of n8n's public API, which shows executions with their data. */
export class Executions {
	private constructor(
		private readonly session: Session,
		private readonly url: string,
		private readonly key: string,
	) {}

	static async open(session: Session, url: string): Promise<Executions> {
		const { rawApiKey } = await session.request<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: `reader ${Date.now()}`,
			scopes: ['execution:read', 'execution:list'],
			expiresAt: null,
		});
		return new Executions(session, url, rawApiKey);
	}

	/** Runs a stored workflow from its manual trigger; resolves when it has ended. */
	async run({ id }: Stored, trigger = 'Start'): Promise<Execution> {
		const { executionId } = await this.session.request<{ executionId: string }>(
			'POST',
			`/rest/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger } },
		);
		return await until(async () => {
			const execution = await this.read<Execution>(`/${executionId}?includeData=true`);
			return execution && hasEnded(execution) ? execution : undefined;
		});
	}

	/** The first execution of a workflow that a trigger started, once it has ended. */
	async firstOf({ id }: Stored): Promise<Execution> {
		return await until(async () => {
			const page = await this.read<{ data: Execution[] }>(`?workflowId=${id}&includeData=true`);
			return page?.data.find(hasEnded);
		});
	}

	private async read<Body>(path: string): Promise<Body | undefined> {
		const response = await fetch(`${this.url}/api/v1/executions${path}`, {
			headers: { 'X-N8N-API-KEY': this.key },
		});
		return response.ok ? ((await response.json()) as Body) : undefined;
	}
}

/** Resolves to the first thing that `look` finds; throws after a minute without one. */
export async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
	const deadline = Date.now() + 60_000;
	while (Date.now() < deadline) {
		const found = await look();
		if (found !== undefined) return found;
		await pause(100);
	}
	throw new Error('what the test waits for did not come within a minute');
}

/** Calls a webhook of an active workflow; n8n registers it a moment after the activation. */
export async function callWebhook(url: string, body: unknown): Promise<Response> {
	return await until(async () => {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return response.status === 404 ? undefined : response;
	});
}

function hasEnded({ status }: Execution): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}

/** What a node of an execution gave out; output 1 is the error branch. */
export function itemsOf({ data }: Execution, node: string, output = 0): Item[] {
	return data?.resultData.runData[node]?.[0].data?.main[output] ?? [];
}

/** A webhook named Webhook, at this path. */
export function webhookAt(path: string, more: Record<string, unknown> = {}): WorkflowNode {
	return {
		id: 'webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { path, httpMethod: 'POST', ...more },
	};
}

/** A manual trigger named Start. */
export const start: WorkflowNode = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A node of the package with the stage's credential. */
export function packageNode(
	type: string,
	parameters: Record<string, unknown>,
	credential: Stored,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return {
		id: type,
		name: 'Service',
		type: `${packageName}.${type}`,
		typeVersion: 1,
		position: [220, 0],
		parameters,
		credentials: { customerConversationApi: { id: credential.id, name: credential.name } },
		...more,
	};
}

/** A workflow in which each node feeds the next. */
export function chain(name: string, nodes: WorkflowNode[]): Workflow {
	const connections = nodes
		.slice(1)
		.map((node, index) => [
			nodes[index].name,
			{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
		]);
	const placed = nodes.map((node, index) => ({ ...node, position: [index * 220, 0] }));
	return { name, nodes: placed, connections: Object.fromEntries(connections) };
}

/** Stores a chain of nodes as a workflow. */
export async function store(
	session: Session,
	name: string,
	...nodes: WorkflowNode[]
): Promise<StoredWorkflow> {
	return await session.createWorkflow(chain(name, nodes));
}
