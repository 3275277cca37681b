import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Operation, RequestParts } from '../../nodes/shared/operation';
import { fieldAt } from '../../nodes/shared/input/parameters';
import { InvalidValue } from '../../nodes/shared/input/invalidValue';
import type { Exchange } from '../../cases/operationCase';
import { CASES, caseFiles, caseOf, type NamedCase } from '../../cases';
import { contractEndpoints, contractSchema, undocumentedValues } from '../../cases/contract';
import { NODES } from '../../cases/nodes';
import { everyProperty } from '../../cases/properties';
import { setDate } from '../fixtures/date';
import { build } from '../fixtures/reading';
import { response } from '../fixtures/responses';
import { type Arrived, runAll, stored } from '../fixtures/runAll';

const ENDPOINTS = contractEndpoints();

/** Each case beside its endpoint in the contract, and the file that says what it can send. */
const SIDES = CASES.map((one, index) => ({
	...one,
	endpoint: ENDPOINTS[index],
	file: `cases/operations/${one.id}.ts`,
}));

/** Read after a refusal, or for all operations alike. */
const READ_LATER = ['onDuplicate', 'simplify'];

function optionsOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []) as INodePropertyOptions[];
}

function requestsOf({ operation, exchanges }: NamedCase): RequestParts[] {
	return exchanges.map((exchange) => build(operation, exchange).request);
}

/** The fields that a body holds, by the same paths as in the contract. */
function fieldsOf(value: unknown, place = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, `${place}[]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value)
		.filter(([, inner]) => inner !== undefined)
		.flatMap(([name, inner]) => {
			const field = place === '' ? name : `${place}.${name}`;
			return [field, ...fieldsOf(inner, field)];
		});
}

/** Names of query parameters and body fields that the requests of an operation hold. */
async function sentBy(one: NamedCase): Promise<string[]> {
	const sent = requestsOf(one).map(async ({ query = {}, limit, body }) => [
		...Object.keys(query).filter((name) => query[name] !== undefined),
		...(limit === undefined ? [] : ['page']),
		...(typeof body === 'function' ? (await body()).keys() : fieldsOf(body)),
	]);
	return (await Promise.all(sent)).flat();
}

function unique(names: string[]): string[] {
	return [...new Set(names)].sort();
}

it('has a case in cases/operations for each operation of api/openapi.yaml, and no other', () => {
	expect(caseFiles().sort()).toEqual(ENDPOINTS.map(({ operation }) => operation).sort());
});

it('has nodes under n8n.nodes of package.json with just the endpoints of api/openapi.yaml', () => {
	const routed = NODES.flatMap(({ description }) =>
		optionsOf(description.properties.find(({ name }) => name === 'operation')).map(
			({ routing }) => `${routing?.request?.method} ${routing?.request?.url}`,
		),
	);
	expect(routed.sort()).toEqual(ENDPOINTS.map(({ method, url }) => `${method} ${url}`).sort());
});

/** The first request of an exchange, without n8n's engine. */
async function firstRequest(
	operation: Operation,
	{ parameters, item, timezone, now }: Exchange,
): Promise<Arrived> {
	if (now) setDate(now);
	const arrived: Arrived[] = [];
	await runAll(operation, {
		parameters: stored(operation, parameters),
		items: [item?.json ?? {}],
		timezone,
		respond: (request) => {
			arrived.push(request);
			return response(403);
		},
	});
	return arrived[0];
}

describe.each(SIDES)('$file', (one) => {
	const { operation, endpoint, exchanges } = one;

	afterEach(() => void jest.useRealTimers());

	it.each(exchanges.filter(({ sends }) => !sends.files))(
		'sends the request of its exchange "$title", and nothing else',
		async (exchange) => {
			const { path, query, body } = await firstRequest(operation, exchange);
			const [documentedPath, documentedQuery] = exchange.sends.url.split('?');
			expect(path.replace('{account_id}', '27')).toBe(documentedPath);
			expect([...query]).toEqual([...new URLSearchParams(documentedQuery)]);
			expect(body).toEqual(exchange.sends.body);
		},
	);

	it('is for the documented endpoint, and fills its placeholders but the account', () => {
		expect(operation.endpoint).toEqual({ method: endpoint.method, url: endpoint.url });
		const placeholders = [...endpoint.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		for (const { path = {} } of requestsOf(one)) {
			expect(['account_id', ...Object.keys(path)]).toEqual(placeholders);
		}
	});

	it('sends every documented query parameter and field in one of its exchanges', async () => {
		expect(await sentBy(one)).toEqual(expect.arrayContaining(endpoint.documented));
	});

	it('accepts texts as long as the contract allows, and refuses longer ones', () => {
		for (const [field, maxLength] of Object.entries(endpoint.maxLengths)) {
			const example = exchanges.find(({ sends }) => typeof valueAt(sends, field) === 'string');
			if (!example) throw new Error(`No exchange of ${one.file} sends ${field}`);
			const withLength = (length: number) => {
				const long = 'x'.repeat(length);
				const typed = JSON.stringify(example, (_name, value: unknown) =>
					value === valueAt(example.sends, field) ? long : value,
				);
				return () => build(operation, { ...example, parameters: JSON.parse(typed) as IDataObject });
			};
			expect(withLength(maxLength)).not.toThrow();
			expect(withLength(maxLength + 1)).toThrow(InvalidValue);
		}
	});

	it('fills every field that its form has, and no other', () => {
		const form = ownFields(operation);
		const read = exchanges.flatMap((exchange) => [...build(operation, exchange).read]);
		const single = read.filter((name) => fieldAt(form, name.split('.'))?.type !== 'collection');
		const later = READ_LATER.filter((name) => names(form).includes(name));
		expect(unique([...single, ...later])).toEqual(unique(names(form)));

		const filled = exchanges.flatMap(({ parameters }) =>
			names(form).filter((name) => isFilled(parameters, name.split('.'))),
		);
		expect(unique(filled)).toEqual(unique(names(form)));
	});
});

/** The value that is sent for a documented field, such as `payload[].values`. */
function valueAt({ url, body }: Exchange['sends'], field: string): unknown {
	const keys = field.replaceAll('[]', '.0').split('.');
	const inBody = keys.reduce<unknown>(
		(value, key) => (value as Record<string, unknown> | undefined)?.[key],
		body,
	);
	return inBody ?? new URLSearchParams(url.split('?')[1]).get(field) ?? undefined;
}

/** The form of an operation with the options that are its own. */
function ownFields({ fields, options = [] }: Operation): INodeProperties[] {
	return [
		...fields.filter(({ type }) => type !== 'notice'),
		{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options },
	];
}

/** The names of fields, those in collections with the collection in front. */
function names(fields: INodeProperties[]): string[] {
	return fields.flatMap(({ name, type, options }) =>
		type === 'collection'
			? (options as INodeProperties[]).map((inner) => `${name}.${inner.name}`)
			: [name],
	);
}

function isFilled(parameters: object, [name, ...rest]: string[]): boolean {
	const value: unknown = (parameters as Record<string, unknown>)[name];
	return rest.length === 0 ? value !== undefined : isFilled(value ?? {}, rest);
}

describe('values to choose from', () => {
	it.each([
		['contactSearch', 'sort', 'ContactSort'],
		['contactFilter', 'operator', 'ContactFilterOperator'],
		['automationRuleUpdate', 'eventName', 'AutomationRuleEvent'],
	])(
		'of %s: each %s is of the contract, or is marked as undocumented there',
		(id, name, schema) => {
			const documented = contractSchema(schema).enum ?? [];
			const { fields, options: added = [] } = caseOf(id).operation;
			const choices = choicesOf([...fields, ...added], name);
			const options = choices.filter(({ disabled }) => !disabled);
			expect(options.map(({ value }) => value)).toEqual(expect.arrayContaining(documented));
			const known = [...documented, ...undocumentedValues()];
			expect(options.filter(({ value }) => !known.includes(value))).toEqual([]);
		},
	);
});

/** The choices of all fields of a name, at any depth of a form. */
function choicesOf(fields: INodeProperties[], name: string): INodePropertyOptions[] {
	return everyProperty(fields)
		.filter((property) => property.type === 'options' && property.name === name)
		.flatMap(optionsOf);
}
