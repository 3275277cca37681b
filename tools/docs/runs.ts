import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import {
	credentialFor,
	type LoadedPackage,
	oneNode,
	outputOf,
	plainText,
	runWorkflow,
} from '../engine';
import {
	type DialectName,
	type PlannedFault,
	type RecordedRequest,
	type Sandbox,
	startSandbox,
} from '../sandbox';
import type { NodeOperation } from './nodeOperations';

/** The day on which all runs take place, so that each of them gives the same records. */
const TODAY = Date.UTC(2026, 2, 2, 9);
const TIME_ZONE = 'Europe/Paris';

/** What a run is given, besides the operation. */
export interface Occasion {
	parameters: IDataObject;
	fault?: PlannedFault;
	credential?: ICredentialDataDecryptedObject;
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
	run: (operation: NodeOperation, occasion: Occasion) => Promise<Outcome>;
	close: () => Promise<void>;
}

/** Opens a stage for the built package. Runs on it must not overlap. */
export async function openStage(built: LoadedPackage): Promise<Stage> {
	const sandbox = await startSandbox({ now: () => TODAY });
	return {
		run: async (operation, occasion) => await run(built, sandbox, operation, occasion),
		close: async () => await sandbox.close(),
	};
}

async function run(
	built: LoadedPackage,
	sandbox: Sandbox,
	{ nodeType, value }: NodeOperation,
	{ parameters, fault, credential, dialect = 'documented' }: Occasion,
): Promise<Outcome> {
	sandbox.reset();
	sandbox.setDialect(dialect);
	if (fault) sandbox.setFault(fault);
	// A repeat would only make the run longer: what is said in the end is the same.
	const options = { ...(parameters.options as IDataObject), ...(fault && { maxRetries: 0 }) };
	const given = { operation: value, ...parameters, options };
	const workflow = oneNode(
		{ type: nodeType, parameters: given as INode['parameters'] },
		{ timezone: TIME_ZONE },
	);
	const finished = await runWorkflow(workflow, {
		packages: [built],
		credentials: credentialFor(sandbox, credential),
	});
	const { error } = finished.data.resultData;
	return {
		items: outputOf(finished, 'Node').map(({ json }) => json),
		requests: [...sandbox.requests],
		stop: error && { message: error.message, description: plainText(error.description) },
	};
}
