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
 * A part of the contract as the sandbox holds requests against it: what is needed is required, and
 * an object with fields has no others.
 */
function strict(_key: unknown, part: unknown): unknown {
	if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
	const { properties, 'x-needed': required } = part as JsonObject;
	return {
		...(properties !== undefined && { additionalProperties: false }),
		...(required !== undefined && { required }),
		...part,
	};
}

/**
 * Reads `api/openapi.yaml` as it is held against requests and answers.
 *
 * @param validateSchema whether its own schemas are checked; that takes time
 */
export async function readContract(validateSchema: boolean): Promise<OpenAPIBackend> {
	return await new OpenAPIBackend({
		definition: parse(read('api/openapi.yaml'), strict) as Document,
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
