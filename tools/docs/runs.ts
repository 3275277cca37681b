import type { IDataObject } from 'n8n-workflow';

import { type NamedCase, nodeOf } from '../../test/cases';
import { runNode } from '../../test/engine/harness';
import type { Mishap } from '../../test/fixtures/operationCase';
import { plainText } from '../engine';
import type { RecordedRequest, Sandbox } from '../sandbox';

/** The day on which all runs take place, so that each of them gives the same records. */
export const TODAY = Date.UTC(2026, 2, 2, 9);
const TIME_ZONE = 'Europe/Paris';

/** What a run is given, besides the operation. */
type Occasion = Omit<Mishap, 'when' | 'parameters'> & { parameters: IDataObject };

/** What a run came to. */
export interface Outcome {
	items: IDataObject[];
	/** What the service received, oldest first. */
	requests: readonly RecordedRequest[];
	/** Why the node stopped: headline, and what to do. */
	stop?: { message: string; description: string };
}

/** Runs an operation on the records that a sandbox starts with. Runs on one must not overlap. */
export async function run(
	sandbox: Sandbox,
	one: NamedCase,
	{ parameters, fault, credential, dialect = 'documented' }: Occasion,
): Promise<Outcome> {
	sandbox.reset();
	sandbox.setDialect(dialect);
	if (fault) sandbox.setFault(fault);
	// A repeat would only make the run longer: what is said in the end is the same.
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
