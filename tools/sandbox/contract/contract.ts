import { fullFormats } from 'ajv-formats/dist/formats';
import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend';
import { parse } from 'yaml';
import { read } from '../../repository';
import type { JsonObject } from '../records';
import type { ParsedBody } from './body';
import { inWords } from './breach';

/** A request as the contract sees it. */
export interface ContractRequest {
	path: string;
	query: Record<string, string | string[]>;
	headers: Record<string, string | string[]>;
	body: ParsedBody;
}

export interface ContractEndpoint {
	/** Its `operationId`. */
	name: string;
	method: string;
	/** Path template as in `api/openapi.yaml`: `/api/v1/accounts/{account_id}/labels/{id}`. */
	path: string;
	/** Media types the operation takes; none where it takes no body. */
	mediaTypes: readonly string[];
	/** Says in words how a request breaks the contract; undefined where it doesn't. */
	breachOf: (request: ContractRequest) => string | undefined;
}

function endpointOf(api: OpenAPIBackend, operation: Operation): ContractEndpoint {
	const { operationId: name = '', method, path: template } = operation;
	const requestBody = operation.requestBody as { content: object } | undefined;
	return {
		name,
		method: method.toUpperCase(),
		path: template,
		mediaTypes: Object.keys(requestBody?.content ?? {}),
		breachOf: ({ body, ...request }) => {
			const sent = { ...request, method, body: body.value };
			const { errors } = api.validator.validateRequest(sent, operation);
			return body.problem ?? (errors ? inWords(errors) : undefined);
		},
	};
}

/**
 * Makes a part of the contract strict: `x-needed` becomes `required`, and an object takes only the
 * fields it declares, unless the contract says `additionalProperties`.
 */
function strict(_key: unknown, part: unknown): unknown {
	if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
	const { type, properties, 'x-needed': required } = part as JsonObject;
	const isObjectSchema = properties !== undefined || [type].flat().includes('object');
	return {
		...(isObjectSchema && { additionalProperties: false }),
		...(required !== undefined && { required }),
		...part,
	};
}

/**
 * Compiles the contract into validators of requests and responses.
 *
 * @param validateSchema whether to check the contract's own schemas as well, which is slow
 * @param text the contract as YAML
 */
export async function readContract(
	validateSchema: boolean,
	text = read('api/openapi.yaml'),
): Promise<OpenAPIBackend> {
	return await new OpenAPIBackend({
		definition: parse(text, strict) as Document,
		// The library checks definitions against OpenAPI 3.0 only; `quick` leaves that out.
		quick: true,
		ajvOpts: { allErrors: true, formats: fullFormats, validateSchema },
	}).init();
}

async function readEndpoints(): Promise<readonly ContractEndpoint[]> {
	const api = await readContract(false);
	return api.getOperations().map((operation) => endpointOf(api, operation));
}

let contract: Promise<readonly ContractEndpoint[]> | undefined;

/** The endpoints of `api/openapi.yaml`, read and compiled once per process. */
export function loadContract(): Promise<readonly ContractEndpoint[]> {
	contract ??= readEndpoints();
	return contract;
}
