import type { IDataObject } from 'n8n-workflow';
import { bareNode, itemItself, parametersNamed, sendingOnce } from '../bare';
import { FLOOR_CONCURRENCY, plainAxios, severalAtOnce } from '../floor';
import type { Way } from '../measure';
import { httpRequestNode, ownNode, type Packages } from '../nodes';
import type { Service } from '../service';
import { AXIOS, BARE, BARE_UNREAD, HTTP_REQUEST, OWN } from '../ways';
import { type NodeUnderTest, runAll } from '../workflow';

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
export function httpCreateNode(packages: Packages, { account }: Service): NodeUnderTest {
	return httpRequestNode(packages, {
		method: 'POST',
		url: `${account}/contacts`,
		sendBody: true,
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

/** All ways, each beginning without the contacts that the one before has created. */
export function waysToCreate(packages: Packages, service: Service, items: IDataObject[]): Way[] {
	const prepare = () => service.reset();
	const fields = { name: NAME, email: EMAIL };
	const request = (body: IDataObject) => ({ url: '/api/v1/accounts/{account_id}/contacts', body });
	const nodes = {
		[OWN]: ownCreateNode(packages),
		[HTTP_REQUEST]: httpCreateNode(packages, service),
		[BARE]: bareNode(
			packages,
			fields,
			sendingOnce(parametersNamed('name', 'email'), 'POST', request),
		),
		[BARE_UNREAD]: bareNode(packages, fields, sendingOnce(itemItself, 'POST', request)),
	};
	return [
		...Object.entries(nodes).map(([name, node]) => ({
			name,
			prepare,
			run: () => runAll(node, service.credentials, items),
		})),
		{ name: AXIOS, prepare, run: () => createWithAxios(service, items, FLOOR_CONCURRENCY) },
	];
}
