import axios from 'axios';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	type CredentialData,
	credentialFor,
	type LoadedPackage,
	oneNode,
	outputOf,
	runWorkflow,
} from '../engine';
import { spawnSandbox, type SpawnedSandbox, type SpawnOptions } from '../sandbox';

/** A node as a workflow has it. */
export type NodeUnderTest = Parameters<typeof oneNode>[0];

/** A service in a process of its own. */
export interface Service extends SpawnedSandbox {
	readonly credentials: CredentialData;
	/** Address of the account: all endpoints of the contract's version 1 are below it. */
	readonly account: string;
}

/** Lets a service run for as long as it is used. */
export async function withService<T>(
	options: SpawnOptions,
	use: (service: Service) => Promise<T>,
): Promise<T> {
	const sandbox = await spawnSandbox({ contacts: 15, ...options });
	const account = `${sandbox.url}/api/v1/accounts/1`;
	try {
		return await use({ ...sandbox, account, credentials: credentialFor(sandbox) });
	} finally {
		await sandbox.close();
	}
}

/**
 * Runs a node on n8n's engine.
 *
 * @param input the json of each input item
 * @returns the items that it gave
 * @throws what stopped the run
 */
export async function runNode(
	node: NodeUnderTest,
	packages: LoadedPackage[],
	{ credentials }: Service,
	input: IDataObject[] = [{}],
): Promise<INodeExecutionData[]> {
	const items = input.map((json) => ({ json }));
	const run = await runWorkflow(oneNode(node), { packages, credentials }, items);
	const { error } = run.data.resultData;
	if (error) throw error;
	return outputOf(run, 'Node');
}

/** Hands each task to axios with the token set, so many at a time: no engine, no expressions. */
export async function withAxios<T>(
	{ account, tokens }: Service,
	tasks: T[],
	concurrency: number,
	send: (http: typeof axios, task: T) => Promise<void>,
): Promise<void> {
	const headers = { api_access_token: tokens.administrator };
	const http = axios.create({ baseURL: account, headers }) as typeof axios;
	const left = tasks.values();
	const worker = async () => {
		for (const task of left) await send(http, task);
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
}

/** @throws if not all was done: a measurement of it would be worth nothing */
export function expectAll(done: number, wanted: number): void {
	if (done !== wanted) throw new Error(`${done} of ${wanted} were done`);
}
