import path from 'node:path';

import { OpenAPIBackend, type Document } from 'openapi-backend';

import { type Contract, loadContract } from '../../tools/docs/contract';
import { type NodeOperation, nodeOperations } from '../../tools/docs/nodeOperations';
import { outputSchema } from '../../tools/docs/outputSchemas';
import { openStage, type Outcome, type Stage } from '../../tools/docs/runs';
import { caseOf } from '../cases';
import type { OutputSchema } from '../fixtures/operationCase';
import { loadPackage } from '../../tools/engine';
import { CONTRACT_OPERATIONS, DIALECT_NAMES, type DialectName } from '../../tools/sandbox';
import type { ContractOperation } from '../../tools/sandbox/operations';

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
	const paths = CONTRACT_OPERATIONS.map((operation) => [
		`/${operation}`,
		{ get: { operationId: operation, responses: { '200': responseOf(operation) } } },
	]);
	const definition = {
		openapi: '3.1.0',
		info: { title: 'Items', version: '1' },
		paths: Object.fromEntries(paths),
	} as Document;
	const api = new OpenAPIBackend({
		definition,
		quick: true,
		ajvOpts: { allowUnionTypes: true },
	});
	return await api.init();
}

function responseOf(operation: ContractOperation) {
	const items = outputSchema(contract, operation);
	return { description: '', content: { 'application/json': { schema: { type: 'array', items } } } };
}

async function exampleRun(id: ContractOperation, dialect: DialectName): Promise<Outcome> {
	const [operation] = operations.filter((candidate) => candidate.id === id);
	return await stage.run(operation, { ...caseOf(id).example, dialect });
}

function fieldsOf(schema: OutputSchema): string[] {
	return Object.keys(schema.properties ?? {});
}

describe.each(DIALECT_NAMES)('in the %s dialect', (dialect) => {
	test.each(CONTRACT_OPERATIONS)('the items of %s are as their schema says', async (id) => {
		const { items } = await exampleRun(id, dialect);

		expect(items).not.toEqual([]);
		expect(validator.validateResponse(items, id, 200).errors).toBeNull();
	});

	test.each(CONTRACT_OPERATIONS)('the example of %s keeps to the contract', async (id) => {
		const { requests } = await exampleRun(id, dialect);

		expect(requests.flatMap(({ problem }) => problem ?? [])).toEqual([]);
	});
});

test.each(CONTRACT_OPERATIONS)('the schema of %s promises no field in vain', async (id) => {
	const { items } = await exampleRun(id, 'documented');

	const given = new Set(items.flatMap((item) => Object.keys(item)));
	expect(fieldsOf(outputSchema(contract, id)).filter((field) => !given.has(field))).toEqual([]);
});

test.each(CONTRACT_OPERATIONS)('the schema of %s shows all that the contract has', async (id) => {
	const { items } = await exampleRun(id, 'documented');

	const shown = new Set(fieldsOf(outputSchema(contract, id)));
	const missing = items.flatMap((item) => Object.keys(item)).filter((field) => !shown.has(field));
	// The contract does not show what a push answers.
	expect(missing.filter((field) => field !== 'products')).toEqual([]);
});

test.each(CONTRACT_OPERATIONS)('the schema of %s has only types that the editor shows', (id) => {
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
