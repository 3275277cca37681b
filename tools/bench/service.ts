import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

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
import { type RequestCounts, type SandboxOptions, tokensOf } from '../sandbox';

/** A node as a workflow has it. */
export type NodeUnderTest = Parameters<typeof oneNode>[0];

/** A mock server in a separate process, so that its CPU time isn't measured. */
export interface Service {
	readonly url: string;
	readonly credentials: CredentialData;
	/** Address of the account: all endpoints of the contract's version 1 are below it. */
	readonly account: string;
	counts: () => Promise<RequestCounts>;
	reset: () => Promise<unknown>;
}

/** Starts a mock server, and stops it after use. */
export async function withService<T>(
	options: SandboxOptions,
	use: (service: Service) => Promise<T>,
): Promise<T> {
	const { child, said: url } = await startScript<string>('sandbox.ts', {
		contacts: 15,
		...options,
	});
	const steer = axios.create({ baseURL: `${url}/sandbox` });
	try {
		return await use({
			...{ url, account: `${url}/api/v1/accounts/1` },
			credentials: credentialFor({ url, tokens: tokensOf() }),
			counts: async () => (await steer.get<RequestCounts>('/counts')).data,
			reset: async () => await steer.post('/reset'),
		});
	} finally {
		child.kill();
	}
}

/**
 * Starts a script of this folder in a separate process.
 *
 * @returns the process and its first message
 * @throws Error if it ends before its first message
 */
async function startScript<T>(
	script: string,
	task: object,
): Promise<{ child: ChildProcess; said: T }> {
	const child = fork(join(__dirname, script), [JSON.stringify(task)], {
		execArgv: ['--require', 'tsx/cjs'],
		// Each process gets a folder of its own for n8n's settings.
		env: { ...process.env, N8N_USER_FOLDER: undefined },
	});
	const ended = once(child, 'exit').then(([code]): never => {
		throw new Error(`${script} ended with ${code}`);
	});
	ended.catch(() => undefined);
	const [said] = (await Promise.race([once(child, 'message'), ended])) as [T];
	return { child, said };
}

/**
 * Runs a node on n8n's engine.
 *
 * @param input the json of each input item
 * @returns the output items
 * @throws the error of the run
 */
export async function runNode(
	node: NodeUnderTest,
	packages: LoadedPackage[],
	{ credentials }: Pick<Service, 'credentials'>,
	input: IDataObject[] = [{}],
): Promise<INodeExecutionData[]> {
	const items = input.map((json) => ({ json }));
	const run = await runWorkflow(oneNode(node, packages), { packages, credentials }, items);
	const { error } = run.data.resultData;
	if (error) throw error;
	return outputOf(run, 'Node');
}

/** @throws if something is missing, because the measurement would be worthless */
export function expectAll(done: number, wanted: number): void {
	if (done !== wanted) throw new Error(`${done} of ${wanted} were done`);
}
