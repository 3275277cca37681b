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

/** Folder of the packages that only the benchmark needs. */
export const PACKAGES = join(__dirname, 'packages');

const HTTP_REQUEST_TYPE = 'n8n-nodes-base.httpRequest';
const NAME = '={{ $json.name }}';
const EMAIL = '={{ $json.email }}';

type Paginate = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * The package, n8n's HTTP Request node, and a bare node.
 *
 * @throws if the root is not built or the benchmark's own packages are not installed
 */
export async function loadPackages(): Promise<LoadedPackage[]> {
	const base = createRequire(join(PACKAGES, 'package.json'));
	const { HttpRequest } = base('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => IVersionedNodeType;
	};
	const nodes: Record<string, INodeType> = {
		[HTTP_REQUEST_TYPE]: new HttpRequest().getNodeType(),
		'bench.create': bare(),
	};
	return [await loadPackage(ROOT), { nodes, credentials: {} }];
}

/**
 * The two fields that each item maps into a contact.
 *
 * @param group distinguishes them from others
 */
export function people(count: number, group = 'person'): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		name: `Person ${index}`,
		email: `${group}.${index}@bench.example`,
	}));
}

/** One of the package's own nodes. */
export function ownNode(parameters: INodeParameters): NodeUnderTest {
	return { type: 'n8n-nodes-customer-conversation.contact', parameters };
}

/** The package's node that creates a contact for each item. */
export const OWN_CREATE = ownNode({ operation: 'create', name: NAME, email: EMAIL });

/** Fields of a contact, as the parameter and the body have them, with a value. */
const FIELDS: Array<[parameter: string, field: string, value: string | boolean]> = [
	['name', 'name', 'Ada'],
	['phoneNumber', 'phone_number', '+4930555000'],
	['city', 'city', 'Berlin'],
	['country', 'country', 'Germany'],
	['countryCode', 'country_code', 'DE'],
	['email', 'email', 'ada@bench.example'],
	['identifier', 'identifier', 'ada'],
	['avatarUrl', 'avatar_url', 'https://bench.example/ada.png'],
	['blocked', 'blocked', false],
	['customAttributesJson', 'custom_attributes', '{}'],
];

/** Three nodes that create a contact with some fields dragged from the input, and input items for them. */
export function mappedFields(
	count: number,
	items: number,
	account: string,
): { nodes: Record<string, NodeUnderTest>; input: IDataObject[] } {
	const fields = FIELDS.slice(0, count);
	const mapped = fields.map(([name, field]) => [name, `={{ $json.${field} }}`] as const);
	const isTop = ([name]: readonly [string, string]) => /^(name|email|phoneNumber)$/.test(name);
	const additional = mapped.filter((one) => !isTop(one));
	const parameters = {
		...Object.fromEntries(mapped.filter(isTop)),
		...(additional.length > 0 && { additionalFields: Object.fromEntries(additional) }),
	};
	const body = fields.map(([, name]) => ({ name, value: `={{ $json.${name} }}` }));
	const record = Object.fromEntries(fields.map(([, field, value]) => [field, value]));
	return {
		nodes: {
			[OWN]: ownNode({ operation: 'create', ...parameters }),
			[HTTP_REQUEST]: httpNode({
				method: 'POST',
				url: `${account}/contacts`,
				sendBody: true,
				bodyParameters: { parameters: body },
			}),
			[BARE]: { type: 'bench.create', parameters: { operation: 'send', ...parameters } },
		},
		input: Array.from({ length: items }, (_, index) => ({
			...record,
			...(count > 1 && { phone_number: `+4930${1_000_000 + index}` }),
			...(count > 5 && { email: `ada.${index}@bench.example`, identifier: `ada-${index}` }),
		})),
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

/** The HTTP Request node that creates contacts, as a user would set it up. */
export function httpCreate(account: string, options: INodeParameters = {}): NodeUnderTest {
	const fields = [
		{ name: 'name', value: NAME },
		{ name: 'email', value: EMAIL },
	];
	return httpNode({
		method: 'POST',
		url: `${account}/contacts`,
		sendBody: true,
		bodyParameters: { parameters: fields },
		options,
	});
}

/** The bare node that creates contacts. */
export const BARE_CREATE: NodeUnderTest = {
	type: 'bench.create',
	parameters: { operation: 'send', name: NAME, email: EMAIL },
};

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
				text('name'),
				text('email'),
				text('phoneNumber'),
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
