import type { IDataObject } from 'n8n-workflow';

import { type NamedCase, nodeOf } from '../../cases';
import { runNode } from '../engine/harness';
import type { Mishap } from '../../cases/operationCase';
import { plainText } from '../engine';
import type { RecordedRequest, Sandbox } from '../sandbox';

const TIME_ZONE = 'Europe/Paris';

/** The parameters and conditions of a run. */
type RunOptions = Omit<Mishap, 'when' | 'parameters'> & { parameters: IDataObject };

/** The result of a run. */
export interface Outcome {
	items: IDataObject[];
	/** The requests, oldest first. */
	requests: readonly RecordedRequest[];
	/** The error that stopped the node: headline and description. */
	stop?: { message: string; description: string };
}

/** Resets the mock server and runs an operation. Runs on one mock server must not overlap. */
export async function run(
	sandbox: Sandbox,
	one: NamedCase,
	{ parameters, fault, credential, dialect = 'documented' }: RunOptions,
): Promise<Outcome> {
	sandbox.reset();
	sandbox.setDialect(dialect);
	if (fault) sandbox.setFault(fault);
	// Retries would only make the run longer. The message is the same.
	const options = { ...(parameters.options as IDataObject), ...(fault && { maxRetries: 0 }) };
	const node = nodeOf(one, { ...parameters, options });
	const { main, requests, error } = await runNode(sandbox, {
		...node,
		credential,
		timezone: TIME_ZONE,
	});
	return {
		items: main.map(({ json }) => json),
		requests,
		stop: error && { message: error.message, description: plainText(error.description) },
	};
}
