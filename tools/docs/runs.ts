import type { IDataObject } from 'n8n-workflow';

import { type NamedCase, nodeOf } from '../../test/cases';
import { type NodeRun, runNode } from '../../test/engine/harness';
import { plainText } from '../engine';
import {
	type DialectName,
	type PlannedFault,
	type RecordedRequest,
	type Sandbox,
	startSandbox,
} from '../sandbox';

/** The day on which all runs take place, so that each of them gives the same records. */
const TODAY = Date.UTC(2026, 2, 2, 9);
const TIME_ZONE = 'Europe/Paris';

/** What a run is given, besides the operation. */
export interface Occasion {
	parameters: IDataObject;
	fault?: PlannedFault;
	credential?: NodeRun['credential'];
	dialect?: DialectName;
}

/** What a run came to. */
export interface Outcome {
	items: IDataObject[];
	/** What the service received, oldest first. */
	requests: readonly RecordedRequest[];
	/** Why the node stopped: headline, and what to do. */
	stop?: { message: string; description: string };
}

/** Runs operations against a sandbox, each on the records that it starts with. */
export interface Stage {
	run: (one: NamedCase, occasion: Occasion) => Promise<Outcome>;
	close: () => Promise<void>;
}

/** Opens a stage for the built package. Runs on it must not overlap. */
export async function openStage(): Promise<Stage> {
	const sandbox = await startSandbox({ now: () => TODAY });
	return {
		run: async (one, occasion) => await run(sandbox, one, occasion),
		close: async () => await sandbox.close(),
	};
}

async function run(
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
