import { OpenAPIBackend, type Document } from 'openapi-backend';

import { run } from '../../tools/docs/runs';
import { outputSchema } from '../../tools/docs/schemaFiles';
import { CASES, type NamedCase } from '../../cases';
import type { OutputSchema } from '../../cases/operationCase';
import { DIALECT_NAMES } from '../../tools/sandbox';
import { sandboxForTests } from '../sandbox/support';

const sandbox = sandboxForTests();
let validator: OpenAPIBackend;

beforeAll(async () => {
	validator = await itemValidator();
});

/** Validates the items of an operation as if they were the answer of an API. */
async function itemValidator(): Promise<OpenAPIBackend> {
	const paths = CASES.map((one) => [
		`/${one.id}`,
		{ get: { operationId: one.id, responses: { '200': responseOf(one) } } },
	]);
	const definition = {
		openapi: '3.1.0',
		info: { title: 'Items', version: '1' },
		paths: Object.fromEntries(paths),
	} as Document;
	const ajvOpts = { allowUnionTypes: true };
	return await new OpenAPIBackend({ definition, quick: true, ajvOpts }).init();
}

function responseOf(one: NamedCase) {
	const items = outputSchema(one);
	return { description: '', content: { 'application/json': { schema: { type: 'array', items } } } };
}

function fieldsOf(schema: OutputSchema): string[] {
	return Object.keys(schema.properties ?? {}).sort();
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	test.each(CASES)('the example of $title gives what its schema shows', async (one) => {
		const { items, requests } = await run(sandbox(), one, one.example, { dialect });

		expect(requests.flatMap(({ problem }) => problem ?? [])).toEqual([]);
		expect(items).not.toEqual([]);
		expect(validator.validateResponse(items, one.id, 200).errors).toBeNull();
		if (dialect !== 'documented') return;
		// The examples return every field of the schema, except the products of a push.
		const given = new Set(items.flatMap((item) => Object.keys(item)));
		given.delete('products');
		expect(fieldsOf(outputSchema(one))).toEqual([...given].sort());
	});
});

test.each(CASES)('the schema of $title has only types that the editor shows', (one) => {
	const plain = (schema: OutputSchema): boolean =>
		(typeof schema.type === 'string' || !schema.type.some(isContainer)) &&
		Object.values(schema.properties ?? {}).every(plain) &&
		(schema.items === undefined || plain(schema.items));

	expect(plain(outputSchema(one))).toBe(true);
});

/** The editor shows what is in an object or a list only if that is the only type. */
function isContainer(type: string): boolean {
	return type === 'object' || type === 'array';
}
