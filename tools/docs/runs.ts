import type { IDataObject } from 'n8n-workflow';

import { type NamedCase, nodeOf } from '../../cases';
import { runNode } from '../engine/harness';
import type { DialectName, RecordedRequest, Sandbox } from '../sandbox';

/** The result of a run. */
export interface Outcome {
	items: IDataObject[];
	/** The requests, oldest first. */
	requests: readonly RecordedRequest[];
	/** Why the node stopped. */
	reason?: string;
}

/** Resets the mock server and runs an operation. Runs on one mock server must not overlap. */
export async function run(
	sandbox: Sandbox,
	one: NamedCase,
	parameters: IDataObject,
	dialect: DialectName = 'documented',
): Promise<Outcome> {
	sandbox.reset();
	sandbox.setDialect(dialect);
	const node = nodeOf(one, parameters);
	const { main, requests, error } = await runNode(sandbox, { ...node, timezone: 'Europe/Paris' });
	return { items: main.map(({ json }) => json), requests, reason: error?.message };
}
