import { setTimeout as pause } from 'node:timers/promises';
import type { Session, Stored } from '../../../tools/editor/session';

interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { id: string; fileName: string }>;
	pairedItem?: unknown;
	error?: unknown;
}

interface NodeRun {
	data?: Record<string, Array<Item[] | null>>;
	error?: { message: string; description?: string };
}

type RunData = Record<string, NodeRun[]>;

/** An execution as n8n's public API shows it. */
export interface Execution {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	data?: { resultData: { runData: RunData; error?: { message: string } } };
}

/** Where a manual run begins and ends: at a trigger, or behind nodes that have run before. */
type Range =
	| { triggerToStartFrom: { name: string } }
	| {
			runData: RunData;
			destinationNode: { nodeName: string; mode: 'inclusive' };
			dirtyNodeNames: string[];
	  };

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
	async run(workflow: Stored): Promise<Execution> {
		return await this.ended(await this.start(workflow));
	}

	/** Begins to run a stored workflow; resolves to the execution's ID. */
	async start(
		{ id }: Stored,
		range: Range = { triggerToStartFrom: { name: 'Start' } },
	): Promise<string> {
		const path = `/rest/workflows/${id}/run`;
		return (await this.session.request<{ executionId: string }>('POST', path, range)).executionId;
	}

	/** Runs one node again, with what the nodes before it gave in an earlier execution. */
	async runOnly(workflow: Stored, nodeName: string, { data }: Execution): Promise<Execution> {
		const { [nodeName]: _again, ...runData } = data?.resultData.runData ?? {};
		const destinationNode = { nodeName, mode: 'inclusive' as const };
		return await this.ended(
			await this.start(workflow, { runData, destinationNode, dirtyNodeNames: [] }),
		);
	}

	/** The execution once it has ended. */
	async ended(id: string): Promise<Execution> {
		return await this.when(id, hasEnded);
	}

	/** The execution once `is` holds. */
	async when(id: string, is: (execution: Execution) => boolean): Promise<Execution> {
		return await until(async () => {
			const execution = await this.read<Execution>(`/${id}?includeData=true`);
			return execution && is(execution) ? execution : undefined;
		});
	}

	/** The first execution of a workflow that a trigger started, once it has ended. */
	async firstOf({ id }: Stored, seconds?: number): Promise<Execution> {
		const { id: first } = await until(async () => {
			const page = await this.read<{ data: Execution[] }>(`?workflowId=${id}`);
			return page?.data.find(hasEnded);
		}, seconds);
		return await this.ended(first);
	}

	/** Stops a running execution, as the button in the editor does. */
	async stop(id: string): Promise<void> {
		await this.session.request('POST', `/rest/executions/${id}/stop`);
	}

	private async read<Body>(path: string): Promise<Body | undefined> {
		const response = await fetch(`${this.url}/api/v1/executions${path}`, {
			headers: { 'X-N8N-API-KEY': this.key },
			// A busy n8n lets kept connections die.
		}).catch(() => undefined);
		return response?.ok ? ((await response.json()) as Body) : undefined;
	}
}

/** Resolves to the first thing that `look` finds; throws after so many seconds without one. */
export async function until<Found>(
	look: () => Promise<Found | undefined>,
	seconds = 60,
): Promise<Found> {
	const deadline = Date.now() + seconds * 1000;
	while (Date.now() < deadline) {
		const found = await look();
		if (found !== undefined) return found;
		await pause(100);
	}
	throw new Error(`what the test waits for did not come within ${seconds} s`);
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

/** What a node of an execution gave out in its last run; output 1 is the error branch. */
export function itemsOf({ data }: Execution, node: string, output = 0): Item[] {
	return data?.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];
}
