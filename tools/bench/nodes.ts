import type { INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { loadPackage, type LoadedPackage } from '../engine';
import { ROOT } from './places';
import { requireRival } from './rival';
import type { NodeUnderTest } from './workflow';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

/** The packages under measurement, loaded once. */
export interface Packages {
	own: LoadedPackage;
	/** n8n's own nodes, of which the HTTP Request node is all that is loaded. */
	base: LoadedPackage;
}

/** @throws if the root is not built or the benchmark's own packages are not installed */
export async function loadPackages(): Promise<Packages> {
	const { HttpRequest } = requireRival<{ HttpRequest: new () => IVersionedNodeType }>(
		'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
	);
	const node: INodeType = new HttpRequest().getNodeType();
	return {
		own: await loadPackage(ROOT),
		base: { nodes: { [HTTP_REQUEST]: node }, credentials: {} },
	};
}

/** One of the package's own nodes, such as `contact`. */
export function ownNode(
	{ own }: Packages,
	node: string,
	parameters: INodeParameters,
): NodeUnderTest {
	return {
		type: `n8n-nodes-customer-conversation.${node}`,
		typeVersion: 1,
		parameters,
		packages: [own],
	};
}

/** n8n's HTTP Request node in its newest version, with the package's credential. */
export function httpRequestNode(
	{ own, base }: Packages,
	parameters: INodeParameters,
): NodeUnderTest {
	const { version } = base.nodes[HTTP_REQUEST].description;
	return {
		type: HTTP_REQUEST,
		typeVersion: Array.isArray(version) ? Math.max(...version) : version,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'customerConversationApi',
			options: {},
			...parameters,
		},
		packages: [own, base],
	};
}
