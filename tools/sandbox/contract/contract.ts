import { fullFormats } from 'ajv-formats/dist/formats';
import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend';
import { parse } from 'yaml';
import { read } from '../../repository';
import type { JsonObject } from '../records';
import type { ParsedBody } from './body';
import { describeErrors } from './breach';

/** The parts of a request that the contract describes. */
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
	/** Media types of the body. Empty if the operation takes no body. */
	mediaTypes: readonly string[];
	/** Describes how a request breaks the contract, or returns undefined if it doesn't. */
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
			return body.problem ?? (errors ? describeErrors(errors) : undefined);
		},
	};
}

/**
 * Makes a part of the contract strict: `x-needed` becomes `required`, and an object accepts only
 * declared fields, unless the contract sets `additionalProperties`.
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
 * @param validateSchema whether to validate the contract's own schemas, which is slow
 * @param text the contract as YAML
 */
export async function readContract(
	validateSchema: boolean,
	text = read('api/openapi.yaml'),
): Promise<OpenAPIBackend> {
	return await new OpenAPIBackend({
		definition: parse(text, strict) as Document,
		// `quick` skips the check of the definition, which supports only OpenAPI 3.0.
		quick: true,
		ajvOpts: { allErrors: true, formats: fullFormats, validateSchema },
	}).init();
}

async function readEndpoints(): Promise<readonly ContractEndpoint[]> {
	const api = await readContract(false);
	return api.getOperations().map((operation) => endpointOf(api, operation));
}

let contract: Promise<readonly ContractEndpoint[]> | undefined;

/** The endpoints of `api/openapi.yaml`. They are compiled once per process. */
export function loadContract(): Promise<readonly ContractEndpoint[]> {
	contract ??= readEndpoints();
	return contract;
}
