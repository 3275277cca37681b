import { readFileSync } from 'node:fs';
import nodePath from 'node:path';
import { fullFormats } from 'ajv-formats/dist/formats';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import { parse } from 'yaml';
import { CONTRACT_OPERATIONS, DIALECT_NAMES } from '../../tools/sandbox';
import { CASES } from '../cases';
import { ask, sandboxForTests } from './support';

const FILE = nodePath.join(__dirname, '../../api/openapi.yaml');

/** One request for each operation that the contract allows and that succeeds: see test/cases. */
const VALID_REQUESTS = CASES.map(({ id, operation: { endpoint }, exchanges }) => {
	const [{ sends }] = exchanges.filter(({ gives }) => gives?.('documented').length);
	const path = sends.url.replace('/27/', '/1/');
	return { operation: id, method: endpoint.method, path, body: sends.body };
});

async function contract(): Promise<OpenAPIBackend> {
	const definition = parse(readFileSync(FILE, 'utf8')) as Document;
	const api = new OpenAPIBackend({ definition, quick: true, ajvOpts: { formats: fullFormats } });
	return api.init();
}

describe('api/openapi.yaml', () => {
	test('names its operations as the sandbox does', async () => {
		const operations = (await contract()).getOperations();

		const names = operations.map(({ operationId }) => operationId);
		expect(names.sort()).toEqual([...CONTRACT_OPERATIONS].sort());
	});

	test('has schemas that are valid themselves', async () => {
		const { validator } = await contract();

		expect(() => {
			validator.preCompileRequestValidators();
			validator.preCompileResponseValidators();
		}).not.toThrow();
	});

	test('is version 1.1.0 of the interface description', async () => {
		expect((await contract()).definition.info.version).toBe('1.1.0');
	});
});

describe('the documented dialect', () => {
	const sandbox = sandboxForTests();

	test.each(VALID_REQUESTS)('answers $operation in the shape of the contract', async (request) => {
		const { status, json } = await ask(sandbox(), request.method, request.path, request);

		const api = await contract();
		const specified = responseSchema(api, request.operation) !== undefined;
		const { errors } = api.validateResponse(json, request.operation, status);
		expect(status).toBeLessThan(300);
		expect(specified ? errors : null).toBeNull();
	});

	test.each(VALID_REQUESTS)(
		'shows no field for $operation that the contract lacks',
		async (request) => {
			const { json } = await ask(sandbox(), request.method, request.path, request);

			const response = await contract().then((api) => responseSchema(api, request.operation));
			expect(unknownFields(json, response)).toEqual([]);
		},
	);
});

describe.each(DIALECT_NAMES)('the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test.each(VALID_REQUESTS)('finds nothing wrong with a valid $operation', async (request) => {
		await ask(sandbox(), request.method, request.path, request);

		expect(sandbox().requests).toEqual([
			expect.not.objectContaining({ problem: expect.anything() }),
		]);
		expect(sandbox().requests[0].operation).toBe(request.operation);
	});
});

interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: unknown;
}

function responseSchema(api: OpenAPIBackend, operation: string): Schema | undefined {
	const responses = api.getOperation(operation)?.responses as Record<
		string,
		{ content?: Record<string, { schema: Schema }> }
	>;
	return (responses['200'] ?? responses['2XX']).content?.['application/json']?.schema;
}

/** The places in `value` that the schema says nothing about; free-form objects are passed over. */
function unknownFields(value: unknown, schema: Schema | undefined, place = ''): string[] {
	if (schema?.items && Array.isArray(value)) {
		return value.flatMap((entry) => unknownFields(entry, schema.items, `${place}[]`));
	}
	if (!schema?.properties || schema.additionalProperties) return [];
	if (typeof value !== 'object' || value === null) return [];
	const { properties } = schema;
	return Object.entries(value).flatMap(([key, entry]) =>
		key in properties
			? unknownFields(entry, properties[key], `${place}.${key}`)
			: [`${place}.${key}`],
	);
}
