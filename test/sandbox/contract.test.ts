import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fullFormats } from 'ajv-formats/dist/formats';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import { parse } from 'yaml';
import { CONTRACT_OPERATIONS, DIALECT_NAMES } from '../../tools/sandbox';
import { CASES } from '../cases';
import { ask, sandboxForTests } from './support';

/** One request for each operation that the contract allows and that succeeds: see test/cases. */
const VALID_REQUESTS = CASES.map(({ id, operation: { endpoint }, exchanges }) => {
	const [{ sends }] = exchanges.filter(({ gives }) => gives?.('documented').length);
	const url = sends.url.replace('/27/', '/1/');
	return { operation: id, request: `${endpoint.method} ${url}`, body: sends.body };
});

async function contract(): Promise<OpenAPIBackend> {
	const file = path.join(__dirname, '../../api/openapi.yaml');
	const definition = parse(readFileSync(file, 'utf8')) as Document;
	const api = new OpenAPIBackend({ definition, quick: true, ajvOpts: { formats: fullFormats } });
	return api.init();
}

interface Schema {
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
	const { properties } = schema;
	return Object.entries(value ?? {}).flatMap(([key, entry]) =>
		key in properties
			? unknownFields(entry, properties[key], `${place}.${key}`)
			: [`${place}.${key}`],
	);
}

test('api/openapi.yaml has schemas that are valid themselves', async () => {
	const { validator } = await contract();

	expect(() => {
		validator.preCompileRequestValidators();
		validator.preCompileResponseValidators();
	}).not.toThrow();
});

test('there is one valid request for each operation', () => {
	expect(VALID_REQUESTS.map(({ operation }) => operation).sort()).toEqual(CONTRACT_OPERATIONS);
});

describe('the documented dialect', () => {
	const sandbox = sandboxForTests();

	test.each(VALID_REQUESTS)('answers $operation as the contract says', async (request) => {
		const { status, json } = await ask(sandbox(), request.request, request);

		const api = await contract();
		const schema = responseSchema(api, request.operation);
		const { errors } = api.validateResponse(json, request.operation, status);
		expect(status).toBeLessThan(300);
		expect(schema ? errors : null).toBeNull();
		expect(unknownFields(json, schema)).toEqual([]);
	});
});

describe.each(DIALECT_NAMES)('the %s dialect', (dialect) => {
	const sandbox = sandboxForTests({ dialect });

	test.each(VALID_REQUESTS)('finds nothing wrong with a valid $operation', async (request) => {
		await ask(sandbox(), request.request, request);

		expect(sandbox().requests).toMatchObject([{ operation: request.operation }]);
		expect(sandbox().counts.problems).toBe(0);
	});
});
