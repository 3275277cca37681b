import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bareNode, itemItself, sendingOnce } from '../bare';
import { plainAxios, severalAtOnce } from '../floor';
import { httpRequestNode, ownNode, type Packages } from '../nodes';
import type { Service } from '../service';
import type { NodeUnderTest } from '../workflow';

const NAME = '={{ $json.name }}';
const EMAIL = '={{ $json.email }}';

/** The two fields that each item maps into a contact. */
export function people(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		name: `Person ${index}`,
		email: `person.${index}@bench.example`,
	}));
}

/** The package's node that creates a contact for each item. */
export function ownCreateNode(
	packages: Packages,
	options: { maxConcurrentRequests?: number } = {},
): NodeUnderTest {
	return ownNode(packages, 'contact', { operation: 'create', name: NAME, email: EMAIL, options });
}

/** n8n's HTTP Request node that does the same, as a user would set it up. */
export function httpCreateNode(
	packages: Packages,
	{ account }: Service,
	options: INodeParameters = {},
): NodeUnderTest {
	return httpRequestNode(packages, {
		method: 'POST',
		url: `${account}/contacts`,
		sendBody: true,
		options,
		bodyParameters: {
			parameters: [
				{ name: 'name', value: NAME },
				{ name: 'email', value: EMAIL },
			],
		},
	});
}

/** Creates the contacts with axios, without an engine. */
export async function createWithAxios(
	service: Service,
	items: IDataObject[],
	concurrency: number,
): Promise<void> {
	const http = plainAxios(service);
	await severalAtOnce(items, concurrency, async ({ name, email }) => {
		await http.post('/contacts', { name, email });
	});
}

/** The least a declarative node can take: the engine alone reads the parameters. */
export function bareCreateNode(packages: Packages): NodeUnderTest {
	const request = (body: IDataObject) => ({ url: '/api/v1/accounts/{account_id}/contacts', body });
	return bareNode(packages, { name: NAME, email: EMAIL }, sendingOnce(itemItself, 'POST', request));
}
