import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INode, IRun } from 'n8n-workflow';
import { CommandError } from '../commandError';
import type { LoadedPackage, WorkflowFile } from '../engine';
import type { Service } from '../service';
import type { KnownTypes } from './workflowFile';

/** n8n's engine with the built package in it. */
export interface Engine {
	/** One line that says what was loaded. */
	title: string;
	/** All node types that can run here: those of the package, and stand-ins of n8n's own. */
	types: KnownTypes;
	/** Runs a workflow to its end. */
	run: (workflow: WorkflowFile, credential: Service['credential']) => Promise<IRun>;
}

/**
 * Loads n8n's engine and the package as it was built.
 *
 * @param directory of the package, with its package.json
 * @throws CommandError if the package is not built
 */
export async function openEngine(directory: string): Promise<Engine> {
	if (!existsSync(path.join(directory, 'dist', 'nodes'))) {
		throw new CommandError('The package is not built. Run: npm run build');
	}
	process.env.N8N_LOG_LEVEL ??= 'silent';
	useFolderOfItsOwn();
	const { loadPackage, runWorkflow, withCredentials } = await import('../engine');
	const { builtIns } = await import('../engine/builtIns');
	const loaded = await loadPackage(directory);
	const typesOf = (type: string) =>
		loaded.nodes[type]?.description.credentials?.map(({ name }) => name) ?? [];
	return {
		title: titleOf(loaded),
		types: { ...builtIns, ...loaded.nodes },
		run: async (workflow, credential) =>
			await runWorkflow(
				{ ...workflow, nodes: withCredentials<INode>(workflow.nodes, typesOf) },
				{
					packages: [loaded],
					credentials: {
						customerConversationApi: { ...credential, tokenHeader: 'api_access_token' },
					},
				},
			),
	};
}

/** n8n-core writes its settings into the user folder: the demo keeps away from the user's own. */
function useFolderOfItsOwn(): void {
	if (process.env.N8N_USER_FOLDER !== undefined) return;
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-demo-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function titleOf({ nodes }: LoadedPackage): string {
	const types = Object.keys(nodes);
	return `The package ${types[0].split('.')[0]}, ${types.length} nodes, loaded by n8n-core`;
}
