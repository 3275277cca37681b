import { fullFormats } from 'ajv-formats/dist/formats';
import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend';
import { parse } from 'yaml';
import { read } from '../../repository';
import type { JsonObject } from '../records';
import type { ParsedBody } from './body';
import { describeErrors, partsOf } from './breach';

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
	/**
	 * The parts of a request that the contract marks as undocumented, such as `query.sort` and
	 * `body.payload[].filter_operator`. Empty if the request breaks the contract.
	 */
	undocumentedIn: (request: ContractRequest) => string[];
}

function endpointOf(
	api: OpenAPIBackend,
	documented: OpenAPIBackend,
	operation: Operation,
): ContractEndpoint {
	const { operationId: name = '', method, path: template } = operation;
	const requestBody = operation.requestBody as { content: object } | undefined;
	const errorsOf = (validator: OpenAPIBackend, { body, ...request }: ContractRequest) => {
		const sent = { ...request, method, body: body.value };
		return validator.validateRequest(sent, name).errors ?? [];
	};
	return {
		name,
		method: method.toUpperCase(),
		path: template,
		mediaTypes: Object.keys(requestBody?.content ?? {}),
		breachOf: (request) => {
			const errors = errorsOf(api, request);
			return request.body.problem ?? (errors.length > 0 ? describeErrors(errors) : undefined);
		},
		undocumentedIn: (request) =>
			errorsOf(api, request).length > 0 ? [] : partsOf(errorsOf(documented, request)),
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
	return await compiled(parse(text, strict) as Document, validateSchema);
}

async function compiled(definition: Document, validateSchema: boolean): Promise<OpenAPIBackend> {
	return await new OpenAPIBackend({
		definition,
		// `quick` skips the check of the definition, which supports only OpenAPI 3.0.
		quick: true,
		ajvOpts: { allErrors: true, formats: fullFormats, validateSchema },
	}).init();
}

/** A part of the contract without the parameters, fields and alternatives that it marks as undocumented. */
function withoutMarked(part: unknown): unknown {
	if (Array.isArray(part)) return part.filter((entry) => !isMarked(entry)).map(withoutMarked);
	if (typeof part !== 'object' || part === null) return part;
	const { properties = {} } = part as { properties?: JsonObject };
	return Object.fromEntries(
		Object.entries(part).map(([key, inner]) => [
			key,
			withoutMarked(key === 'properties' ? unmarked(properties) : inner),
		]),
	);
}

function unmarked(properties: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(properties).filter(([, inner]) => !isMarked(inner)));
}

function isMarked(part: unknown): boolean {
	return typeof part === 'object' && part !== null && 'x-undocumented' in part;
}

async function readEndpoints(): Promise<readonly ContractEndpoint[]> {
	const api = await readContract(false);
	const documented = await compiled(withoutMarked(api.definition) as Document, false);
	return api.getOperations().map((operation) => endpointOf(api, documented, operation));
}

let contract: Promise<readonly ContractEndpoint[]> | undefined;

/** The endpoints of `api/openapi.yaml`. They are compiled once per process. */
export function loadContract(): Promise<readonly ContractEndpoint[]> {
	contract ??= readEndpoints();
	return contract;
}
