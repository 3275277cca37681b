import type { ICredentialType, IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import { type ExecuteContext, PackageDirectoryLoader, RoutingNode } from 'n8n-core';

import { builtIns } from './builtIns';

/** A package of nodes as n8n has it in memory after its start. */
export interface LoadedPackage {
	nodes: Record<string, INodeType>;
	credentials: Record<string, ICredentialType>;
}

/**
 * Loads a built package the way n8n does.
 *
 * @param directory with its package.json
 * @returns nodes by full type name, such as `n8n-nodes-customer-conversation.label`
 * @throws if the package is not built, or a file of it does not load
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

/** n8n lets declarative nodes execute like this; only then the signal of a cancel reaches them. */
function executable(node: INodeType | undefined): INodeType | undefined {
	if (!node || node.execute || !node.description.requestDefaults) return node;
	node.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(this as ExecuteContext, node).runNode()) ?? [];
	};
	return node;
}

/** The node types that a workflow may use: those of the packages, and n8n's own as stand-ins. */
export function nodeTypesOf(...packages: LoadedPackage[]): INodeTypes {
	const known: Record<string, INodeType> = Object.assign(
		{},
		builtIns,
		...packages.map(({ nodes }) => nodes),
	);
	const byName = (type: string): INodeType => {
		if (!known[type])
			throw new Error(`No node of type ${type} is known here: is it in package.json?`);
		return known[type];
	};
	return {
		getByName: byName,
		getByNameAndVersion: byName,
		getKnownTypes: () => ({}),
	};
}
