import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';

import { authenticate } from '../../credentials/authenticate';
import { CASES, nodeOf } from '../cases';
import { sandboxForTests } from '../sandbox/support';
import { builtPackage, runNode } from './harness';

type Paginate = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

setFlagsFromString('--allow-natives-syntax');

/** Whether V8 knows both by the same names in the same order: else it learns each anew. */
const sameShape = runInNewContext('(one, other) => %HaveSameMap(one, other)') as (
	one: object,
	other: object,
) => boolean;

/** Before so many, V8 runs the code another way. */
const WARM = 40;

const running = sandboxForTests({ accountId: 27, contacts: 40 });
const sent: IHttpRequestOptions[] = [];

/** Takes note of what the nodes hand to the engine. */
beforeAll(async () => {
	const { nodes } = await builtPackage();
	const choices = Object.values(nodes).flatMap(({ description: { properties } }) =>
		properties.filter(({ name }) => name === 'operation').flatMap(({ options = [] }) => options),
	) as INodePropertyOptions[];
	for (const { routing } of choices) {
		const operations = routing?.operations;
		if (!operations) throw new Error('An operation without a request');
		const original = operations.pagination as Paginate;
		const watched: Paginate = async function (request) {
			const makeRoutingRequest: typeof this.makeRoutingRequest = async (handed) => {
				sent.push(handed.options as IHttpRequestOptions);
				// A copy: the engine takes names out of what it is given.
				return await this.makeRoutingRequest({ ...handed, options: { ...handed.options } });
			};
			const value = { value: makeRoutingRequest };
			return await original.call(Object.create(this, { makeRoutingRequest: value }), request);
		};
		operations.pagination = watched;
	}
});

beforeEach(() => void sent.splice(0));

it.each(CASES)('gives the engine requests of one shape: $title', async (operationCase) => {
	const [{ parameters, item = { json: {} } }] = operationCase.exchanges;
	const items = Array.from({ length: WARM + 2 }, () => item);
	const onError = 'continueRegularOutput';
	await runNode(running(), { ...nodeOf(operationCase, parameters), items, onError });
	const [first, ...others] = sent.slice(WARM);
	expect(others.length).toBeGreaterThan(0);
	expect(others.map((each) => sameShape(each, first))).not.toContain(false);
});

it('gives the engine requests of one shape from the credential', async () => {
	const credential = { baseUrl: 'https://one.example', apiAccessToken: 'secret', accountId: '1' };
	const authenticated = await Promise.all(
		Array.from({ length: WARM + 2 }, async (_, body) => {
			const request = { url: '/api/v1/accounts/{account_id}/contacts', headers: {}, body };
			return await authenticate(credential, request as unknown as IHttpRequestOptions);
		}),
	);
	const [first, second] = authenticated.slice(WARM);
	expect(sameShape(second, first)).toBe(true);
});
