import type { IRun } from 'n8n-workflow';
import { CommandError } from '../commandError';
import { loadPackage, runWorkflow, type WorkflowFile } from '../engine';
import { builtIns } from '../engine/builtIns';
import type { Service } from '../service';
import type { KnownTypes } from './workflowFile';

/** n8n's engine with the built package in it. */
export interface Engine {
	/** One line that says what was loaded. */
	title: string;
	/** All node types that can run here: those of the package, and stand-ins of n8n's own. */
	types: KnownTypes;
	/** Runs a workflow to its end; throws a CommandError where it cannot begin. */
	run: (workflow: WorkflowFile, credential: Service['credential']) => Promise<IRun>;
}

/** Loads n8n's engine and the package in `directory` as it was built. */
export async function openEngine(directory: string): Promise<Engine> {
	const loaded = await loadPackage(directory);
	const types = Object.keys(loaded.nodes);
	return {
		title: `The package ${types[0].split('.')[0]}, ${types.length} nodes, loaded by n8n-core`,
		types: { ...builtIns, ...loaded.nodes },
		run: async (workflow, credential) => {
			// A user does so after an import.
			const chosen = { customerConversationApi: { id: '1', name: 'The service' } };
			const nodes = workflow.nodes.map((node) => ({ ...node, credentials: chosen }));
			const data = { ...credential, tokenHeader: 'api_access_token' };
			const credentials = { customerConversationApi: data };
			const run = runWorkflow({ ...workflow, nodes }, { packages: [loaded], credentials });
			// The engine finds the workflow wanting before it begins.
			return await run.catch((error: Error) => {
				throw new CommandError(error.message.replace(/\s*\n\s*/g, ' '));
			});
		},
	};
}
