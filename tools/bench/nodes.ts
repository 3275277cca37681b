import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IDataObject, INodeParameters, IVersionedNodeType } from 'n8n-workflow';

import { loadPackage, type LoadedPackage } from '../engine';
import { HTTP_REQUEST, OWN } from './bench';
import type { NodeUnderTest } from './service';

/** Folder of the measured package. */
export const ROOT = join(__dirname, '../..');

/** Folder of the real n8n, which brings the HTTP Request node. */
const N8N = join(ROOT, 'test/n8n');

const HTTP_REQUEST_TYPE = 'n8n-nodes-base.httpRequest';

/**
 * The package, and n8n's HTTP Request node.
 *
 * @throws if the root is not built or the real n8n is not installed
 */
export async function loadPackages(): Promise<LoadedPackage[]> {
	const base = createRequire(join(N8N, 'package.json'));
	const { HttpRequest } = base('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => IVersionedNodeType;
	};
	const nodes = { [HTTP_REQUEST_TYPE]: new HttpRequest().getNodeType() };
	return [await loadPackage(ROOT), { nodes, credentials: {} }];
}

/** Input items with the fields of a contact. */
export function people(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		name: `Person ${index}`,
		email: `person.${index}@bench.example`,
	}));
}

/** One of the package's own nodes. */
export function ownNode(parameters: INodeParameters): NodeUnderTest {
	return { type: 'n8n-nodes-customer-conversation.contact', parameters };
}

/**
 * The compared nodes by their way: each creates a contact with the name and the email of an item.
 *
 * @param account address of the account
 */
export function creating(account: string): Record<string, NodeUnderTest> {
	const fields = { name: '={{ $json.name }}', email: '={{ $json.email }}' };
	const parameters = Object.entries(fields).map(([name, value]) => ({ name, value }));
	return {
		[OWN]: ownNode({ operation: 'create', ...fields }),
		[HTTP_REQUEST]: httpNode({
			method: 'POST',
			url: `${account}/contacts`,
			sendBody: true,
			bodyParameters: { parameters },
		}),
	};
}

/** n8n's HTTP Request node with the package's credential. */
export function httpNode(parameters: INodeParameters): NodeUnderTest {
	return {
		type: HTTP_REQUEST_TYPE,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'customerConversationApi',
			options: {},
			...parameters,
		},
	};
}
