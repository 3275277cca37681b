import { isDeepStrictEqual } from 'node:util';

import { read } from '../../tools/repository';
import { readContract } from '../../tools/sandbox/contract/contract';
import { CASES } from '../../cases';
import { ask, sandboxForTests } from './support';

/** One request for each operation that the contract allows and that succeeds: see cases/operations. */
const VALID_REQUESTS = CASES.map(({ id, operation: { endpoint }, exchanges }) => {
	const success = exchanges.find(
		({ gives }) => gives && !isDeepStrictEqual(gives('documented'), []),
	);
	if (!success) throw new Error(`No exchange of cases/operations/${id}.ts gives an item`);
	const { sends } = success;
	const url = sends.url.replace('/27/', '/1/');
	return { operation: id, request: `${endpoint.method} ${url}`, body: sends.body };
});

test('api/openapi.yaml has schemas that are valid themselves', async () => {
	const { validator } = await readContract(true);

	expect(() => {
		validator.preCompileRequestValidators();
		validator.preCompileResponseValidators();
	}).not.toThrow();
});

test('a free object takes further fields when one of its fields is declared', async () => {
	const free = 'additional_attributes: { type: object, additionalProperties: true';
	const contract = read('api/openapi.yaml');
	const declared = `${free}, properties: { company_name: { type: string } }`;

	const { validator } = await readContract(false, contract.replace(free, declared));

	const breachesOf = (additional_attributes: object) =>
		validator.validateRequest(
			{
				method: 'POST',
				path: '/api/v1/accounts/1/contacts',
				headers: {},
				body: { additional_attributes },
			},
			'contactCreate',
		).errors;
	expect(contract).toContain(free);
	expect(breachesOf({ city: 'Paris' })).toBeNull();
	expect(breachesOf({ company_name: 7 })).toHaveLength(1);
});

const sandbox = sandboxForTests();

test.each(VALID_REQUESTS)('answers $operation with what the contract names', async (request) => {
	const { status, json } = await ask(sandbox(), request.request, request);

	expect(status).toBeLessThan(300);
	const api = await readContract(false);
	const responses = api.getOperation(request.operation)?.responses as Record<string, object>;
	const isShown = 'content' in (responses['200'] ?? responses['2XX']);
	const { errors } = api.validateResponse(json, request.operation, status);
	expect(isShown ? errors : null).toBeNull();
});

/** What breaks the contract in the path, the query and the body, and what the mock server says of it. */
const BREACHES: Array<[request: string, body: unknown, problem: string]> = [
	['DELETE labels/vip', undefined, 'path.id must be integer'],
	['GET integrations/apps?limit=5', undefined, 'query must not have "limit"'],
	['DELETE labels/1', {}, 'this operation takes no body'],
	['POST contacts', { nickname: 'B' }, 'body must not have "nickname"'],
	['POST contacts/filter', { payload: [{ values: [] }] }, 'must have "attribute_key"'],
	['GET nothing', undefined, 'the contract has no such method and path'],
];

test.each(BREACHES)(
	'records that %s with %j breaks the contract',
	async (request, body, problem) => {
		await ask(sandbox(), request, { body });

		expect(sandbox().requests[0].problem).toContain(problem);
	},
);
