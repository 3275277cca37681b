import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fullFormats } from 'ajv-formats/dist/formats';
import { OpenAPIBackend, type Document, type Operation } from 'openapi-backend';
import { parse } from 'yaml';
import type { ParsedBody } from './body';
import { inWords } from './breach';
import { strict } from './strict';

const CONTRACT_FILE = path.join(__dirname, '../../../api/openapi.yaml');

/** A request as the contract sees it. */
export interface ContractRequest {
	path: string;
	params: Record<string, string>;
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

function mediaTypesOf(operation: Operation): string[] {
	const { requestBody } = operation;
	return requestBody && 'content' in requestBody ? Object.keys(requestBody.content) : [];
}

function idBreach(params: Record<string, string>): string | undefined {
	const wrong = Object.entries(params).find(([, value]) => !/^\d+$/.test(value));
	return wrong && `path.${wrong[0]} must be an integer, not "${wrong[1]}"`;
}

function endpointOf(api: OpenAPIBackend, operation: Operation): ContractEndpoint {
	return {
		name: operation.operationId ?? '',
		method: operation.method.toUpperCase(),
		path: operation.path,
		mediaTypes: mediaTypesOf(operation),
		breachOf: ({ path: requestPath, params, query, headers, body }) => {
			const { errors } = api.validator.validateRequest(
				{ method: operation.method, path: requestPath, query, headers, body: body.value },
				operation,
			);
			return body.problem ?? idBreach(params) ?? (errors ? inWords(errors) : undefined);
		},
	};
}

async function readContract(): Promise<readonly ContractEndpoint[]> {
	const definition = strict(parse(readFileSync(CONTRACT_FILE, 'utf8')) as Document);
	const api = new OpenAPIBackend({
		definition,
		// The library checks definitions against OpenAPI 3.0 only; `quick` leaves that out.
		quick: true,
		// The definition's own schemas are checked by the tests, not at each start.
		ajvOpts: { allErrors: true, formats: fullFormats, validateSchema: false },
	});
	await api.init();
	return api.getOperations().map((operation) => endpointOf(api, operation));
}

let contract: Promise<readonly ContractEndpoint[]> | undefined;

/** The endpoints of `api/openapi.yaml`, read and compiled once per process. */
export function loadContract(): Promise<readonly ContractEndpoint[]> {
	contract ??= readContract();
	return contract;
}
