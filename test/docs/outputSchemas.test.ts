import path from 'node:path';

import { OpenAPIBackend, type Document } from 'openapi-backend';

import { type Contract, loadContract } from '../../tools/docs/contract';
import { type NodeOperation, nodeOperations } from '../../tools/docs/nodeOperations';
import { outputSchema } from '../../tools/docs/outputSchemas';
import { openStage, type Stage } from '../../tools/docs/runs';
import { CASES } from '../cases';
import type { OutputSchema } from '../fixtures/operationCase';
import { loadPackage } from '../../tools/engine';
import { DIALECT_NAMES } from '../../tools/sandbox';

let contract: Contract;
let operations: NodeOperation[];
let stage: Stage;
let validator: OpenAPIBackend;

beforeAll(async () => {
	const built = await loadPackage(path.join(__dirname, '../..'));
	contract = await loadContract();
	operations = nodeOperations(built.nodes, contract);
	stage = await openStage(built);
	validator = await itemValidator();
}, 60_000);

afterAll(() => stage.close());

/** Validates the items of an operation as if they were the answer of an API. */
async function itemValidator(): Promise<OpenAPIBackend> {
	const paths = CASES.map(({ id }) => [
		`/${id}`,
		{ get: { operationId: id, responses: { '200': responseOf(id) } } },
	]);
	const definition = {
		openapi: '3.1.0',
		info: { title: 'Items', version: '1' },
		paths: Object.fromEntries(paths),
	} as Document;
	const ajvOpts = { allowUnionTypes: true };
	return await new OpenAPIBackend({ definition, quick: true, ajvOpts }).init();
}

function responseOf(operation: string) {
	const items = outputSchema(contract, operation);
	return { description: '', content: { 'application/json': { schema: { type: 'array', items } } } };
}

function fieldsOf(schema: OutputSchema): string[] {
	return Object.keys(schema.properties ?? {}).sort();
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	test.each(CASES)('the example of $title gives what its schema shows', async ({ id, example }) => {
		const [operation] = operations.filter((candidate) => candidate.id === id);
		const { items, requests } = await stage.run(operation, { ...example, dialect });

		expect(requests.flatMap(({ problem }) => problem ?? [])).toEqual([]);
		expect(items).not.toEqual([]);
		expect(validator.validateResponse(items, id, 200).errors).toBeNull();
		if (dialect === 'upstream') return;
		// Of the contract all is shown, but for what a push answers: it does not say.
		const given = new Set(items.flatMap((item) => Object.keys(item)));
		given.delete('products');
		expect(fieldsOf(outputSchema(contract, id))).toEqual([...given].sort());
	});
});

test.each(CASES)('the schema of $title has only types that the editor shows', ({ id }) => {
	const plain = (schema: OutputSchema): boolean =>
		(typeof schema.type === 'string' || !schema.type.some(isContainer)) &&
		Object.values(schema.properties ?? {}).every(plain) &&
		(schema.items === undefined || plain(schema.items));

	expect(plain(outputSchema(contract, id))).toBe(true);
});

/** The editor shows what is in an object or a list only if that is the only type. */
function isContainer(type: string): boolean {
	return type === 'object' || type === 'array';
}
