import { setTimeout as pause } from 'node:timers/promises';
import axios, { type AxiosResponse } from 'axios';
import type { Stored } from '../../../tools/editor/examples';
import type { Session } from './session';

interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { id: string; fileName: string }>;
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
	data?: { resultData: { runData: Record<string, NodeRun[]>; error?: { message: string } } };
}

/** Runs workflows, and reads executions with their data from n8n's public API. */
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

	/** Runs a stored workflow from a trigger. Resolves when the execution has ended. */
	async run(...from: Parameters<Executions['start']>): Promise<Execution> {
		return await this.ended(await this.start(...from));
	}

	/** Starts a stored workflow from a trigger. Resolves to the execution's ID. */
	async start({ id }: Stored, trigger = 'Start'): Promise<string> {
		const from = { triggerToStartFrom: { name: trigger } };
		const path = `/rest/workflows/${id}/run`;
		return (await this.session.request<{ executionId: string }>('POST', path, from)).executionId;
	}

	/** Waits until the execution has ended. */
	async ended(id: string): Promise<Execution> {
		return await this.when(id, hasEnded);
	}

	/** Waits until the execution fulfills a condition. */
	async when(id: string, is: (execution: Execution) => boolean): Promise<Execution> {
		return await until(async () => {
			const execution = await this.read<Execution>(`/${id}?includeData=true`);
			return execution && is(execution) ? execution : undefined;
		});
	}

	/** Waits until the first execution of a workflow has ended. */
	async firstOf({ id }: Stored, withinMs?: number): Promise<Execution> {
		const { id: first } = await until(async () => {
			const page = await this.read<{ data: Execution[] }>(`?workflowId=${id}`);
			return page?.data.find(hasEnded);
		}, withinMs);
		return await this.ended(first);
	}

	private async read<Body>(path: string): Promise<Body | undefined> {
		const url = `${this.url}/api/v1/executions${path}`;
		const headers = { 'X-N8N-API-KEY': this.key };
		// A busy n8n drops kept-alive connections and can respond with an error: the caller asks again.
		const response = await axios.get<Body>(url, { headers }).catch(() => undefined);
		return response?.data;
	}
}

/**
 * How long a test waits for n8n before it fails. On a busy machine, the editor alone needs more than a
 * minute to open for the first time.
 */
export const patienceMs = 240_000;

/** Calls `look` until it finds something. Throws if it finds nothing in time. */
export async function until<Found>(
	look: () => Promise<Found | undefined>,
	withinMs = patienceMs,
): Promise<Found> {
	const deadline = Date.now() + withinMs;
	while (Date.now() < deadline) {
		const found = await look();
		if (found !== undefined) return found;
		await pause(100);
	}
	throw new Error(`The condition wasn't fulfilled within ${withinMs / 1000} s`);
}

/** Calls the webhook of an active workflow. It retries, because n8n registers a webhook after a delay. */
export async function callWebhook(url: string, body: unknown): Promise<AxiosResponse> {
	return await until(async () => {
		const response = await axios.post(url, body, { validateStatus: () => true });
		return response.status === 404 ? undefined : response;
	});
}

function hasEnded({ status }: Execution): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}

/** The output items of a node's last run. Output 1 is the error branch. */
export function itemsOf({ data }: Execution, node: string, output = 0): Item[] {
	return data?.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];
}
