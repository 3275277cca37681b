import { readContract } from '../../tools/sandbox/contract/contract';
import { CASES } from '../cases';
import { ask, sandboxForTests } from './support';

/** One request for each operation that the contract allows and that succeeds: see test/cases. */
const VALID_REQUESTS = CASES.map(({ id, operation: { endpoint }, exchanges }) => {
	const success = exchanges.find(({ gives }) => gives?.('documented').length);
	if (!success) throw new Error(`No exchange of test/cases/${id}.ts gives an item`);
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
