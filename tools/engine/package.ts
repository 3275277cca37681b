import type { ICredentialType, IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import { type ExecuteContext, PackageDirectoryLoader, RoutingNode } from 'n8n-core';

import { builtIns } from './builtIns';

/** A package of nodes, loaded as n8n does at its start. */
export interface LoadedPackage {
	nodes: Record<string, INodeType>;
	credentials: Record<string, ICredentialType>;
}

/**
 * Loads a built package the way n8n does.
 *
 * @param directory the folder with the package.json
 * @returns nodes by full type name, such as `n8n-nodes-customer-conversation.label`
 * @throws if the package isn't built or a file can't be loaded
 */
export async function loadPackage(directory: string): Promise<LoadedPackage> {
	const loader = new PackageDirectoryLoader(directory);
	await loader.loadAll();
	const { name } = loader.packageJson;
	const nodes = Object.entries(loader.nodeTypes).map(([type, { type: node }]) => [
		`${name}.${type}`,
		executable('nodeVersions' in node ? Object.values(node.nodeVersions).at(-1) : node),
	]);
	const credentials = Object.entries(loader.credentialTypes).map(([type, data]) => [
		type,
		data.type,
	]);
	return { nodes: Object.fromEntries(nodes), credentials: Object.fromEntries(credentials) };
}

/** Adds `execute` to a declarative node, as n8n does. Without it, the cancel signal doesn't reach the node. */
function executable(node: INodeType | undefined): INodeType | undefined {
	if (!node || node.execute || !node.description.requestDefaults) return node;
	node.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(this as ExecuteContext, node).runNode()) ?? [];
	};
	return node;
}

/** The node types that a workflow can use: those of the packages, and the simulated built-in nodes. */
export function nodeTypesOf(...packages: LoadedPackage[]): INodeTypes {
	const known: Record<string, INodeType> = Object.assign(
		{},
		builtIns,
		...packages.map(({ nodes }) => nodes),
	);
	const byName = (type: string): INodeType => {
		if (!known[type])
			throw new Error(`Unknown node type ${type}. Is the node listed in package.json?`);
		return known[type];
	};
	return {
		getByName: byName,
		getByNameAndVersion: byName,
		getKnownTypes: () => ({}),
	};
}
