import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	IVersionedNodeType,
} from 'n8n-workflow';

import { loadPackage, type LoadedPackage } from '../engine';
import { BARE, HTTP_REQUEST, OWN } from './bench';
import type { NodeUnderTest } from './service';

/** Folder of the measured package. */
export const ROOT = join(__dirname, '../..');

/** Folder of the real n8n, which brings the HTTP Request node and Node.js 24. */
export const N8N = join(ROOT, 'test/n8n');

const HTTP_REQUEST_TYPE = 'n8n-nodes-base.httpRequest';

type Paginate = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * The package, n8n's HTTP Request node, and a bare node.
 *
 * @throws if the root is not built or the real n8n is not installed
 */
export async function loadPackages(): Promise<LoadedPackage[]> {
	const base = createRequire(join(N8N, 'package.json'));
	const { HttpRequest } = base('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => IVersionedNodeType;
	};
	const nodes: Record<string, INodeType> = {
		[HTTP_REQUEST_TYPE]: new HttpRequest().getNodeType(),
		'bench.create': bare(),
	};
	return [await loadPackage(ROOT), { nodes, credentials: {} }];
}

/** Fields of a contact, as the parameter and the body have them. */
const FIELDS: Array<[parameter: string, field: string]> = [
	['name', 'name'],
	['email', 'email'],
	['phoneNumber', 'phone_number'],
	['city', 'city'],
	['country', 'country'],
	['countryCode', 'country_code'],
	['identifier', 'identifier'],
	['avatarUrl', 'avatar_url'],
	['blocked', 'blocked'],
	['customAttributesJson', 'custom_attributes'],
];

/** The fields of Contact: Create that aren't under Additional Fields. */
const MAIN = ['name', 'email', 'phoneNumber'];

/**
 * Input items with all fields of a contact.
 *
 * @param group distinguishes them from others
 */
export function people(count: number, group = 'person'): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		name: `Person ${index}`,
		email: `${group}.${index}@bench.example`,
		phone_number: `+4930${1_000_000 + index}`,
		city: 'Berlin',
		country: 'Germany',
		country_code: 'DE',
		identifier: `${group}-${index}`,
		avatar_url: 'https://bench.example/ada.png',
		blocked: false,
		custom_attributes: '{}',
	}));
}

/** One of the package's own nodes. */
export function ownNode(parameters: INodeParameters): NodeUnderTest {
	return { type: 'n8n-nodes-customer-conversation.contact', parameters };
}

/**
 * The compared nodes by their way: each creates a contact with the first fields of an item.
 *
 * @param account address of the account
 * @param options of the HTTP Request node
 */
export function creating(
	count: number,
	account: string,
	options: INodeParameters = {},
): Record<string, NodeUnderTest> {
	const mapped = FIELDS.slice(0, count).map(([name, field]) => [name, `={{ $json.${field} }}`]);
	const main = mapped.filter(([name]) => MAIN.includes(name));
	const others = mapped.filter(([name]) => !MAIN.includes(name));
	const parameters = {
		...Object.fromEntries(main),
		...(others.length > 0 && { additionalFields: Object.fromEntries(others) }),
	};
	const body = mapped.map(([, value], index) => ({ name: FIELDS[index][1], value }));
	return {
		[OWN]: ownNode({ operation: 'create', ...parameters }),
		[HTTP_REQUEST]: httpNode({
			method: 'POST',
			url: `${account}/contacts`,
			sendBody: true,
			bodyParameters: { parameters: body },
			options,
		}),
		[BARE]: { type: 'bench.create', parameters: { operation: 'send', ...parameters } },
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

/** Sends the item as the body. Only the engine reads the parameters. */
const create: Paginate = async function (request) {
	const body = this.getInputData().json;
	const url = '/api/v1/accounts/{account_id}/contacts';
	const options = { ...request.options, method: 'POST' as const, url, body };
	return await this.makeRoutingRequest({ ...request, options });
};

/**
 * A minimal declarative node: one request per item, without checks, concurrency limit and its own
 * errors. Its cost is the cost of n8n's engine.
 */
function bare(): INodeType {
	const text = (name: string) => ({ displayName: name, name, type: 'string', default: '' });
	const send = {
		name: 'Send',
		value: 'send',
		routing: { send: { paginate: true }, operations: { pagination: create } },
	};
	return {
		description: {
			name: 'bare',
			version: 1,
			defaults: { name: 'Bare' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'customerConversationApi', required: true }],
			requestDefaults: { json: true },
			properties: [
				{ ...text('operation'), type: 'options', options: [send] },
				...MAIN.map(text),
				{
					...text('additionalFields'),
					type: 'collection',
					default: {},
					options: FIELDS.map(([name]) => text(name)),
				},
			],
		} as Partial<INodeTypeDescription> as INodeTypeDescription,
	};
}
