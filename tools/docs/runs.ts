import type { IDataObject } from 'n8n-workflow';

import { type NamedCase, nodeOf } from '../../cases';
import { runNode } from '../engine/harness';
import type { DialectName, RecordedRequest, Sandbox } from '../sandbox';

/** How to run an operation. */
interface RunSettings {
	/** How the mock server answers (default: like the service that most users of the operation have). */
	dialect?: DialectName;
	/** Whether the token belongs to a user with the role Agent. */
	asAgent?: boolean;
}

/** The result of a run. */
export interface NodeResult {
	items: IDataObject[];
	/** The requests, oldest first. */
	requests: readonly RecordedRequest[];
	/** Why the node stopped: the headline and the text below it. */
	error?: { message: string; description?: string | null };
}

/** Resets the mock server and runs an operation. Runs on one mock server must not overlap. */
export async function run(
	sandbox: Sandbox,
	one: NamedCase,
	parameters: IDataObject,
	{ dialect = dialectOf(one), asAgent = false }: RunSettings = {},
): Promise<NodeResult> {
	sandbox.reset();
	sandbox.setDialect(dialect);
	const { main, requests, error } = await runNode(sandbox, {
		...nodeOf(one, parameters),
		...(asAgent && { credential: { apiAccessToken: sandbox.tokens.agent } }),
		timezone: 'Europe/Paris',
	});
	return { items: main.map(({ json }) => json), requests, error };
}

/** Chatwoot answers in its own way; for what it lacks, there is only the documentation. */
function dialectOf({ operation }: NamedCase): DialectName {
	return operation.inChatwoot ? 'upstream' : 'documented';
}
