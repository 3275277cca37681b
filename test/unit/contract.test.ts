import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { RequestParts } from '../../nodes/shared/operation';
import { findField } from '../../nodes/shared/input/parameters';
import { CONTRACT_OPERATIONS, type ContractOperation } from '../../tools/sandbox/operations';
import { type ContractEndpoint, contractEndpoints, contractSchema } from '../fixtures/contract';
import { FULL_PARAMETERS } from '../fixtures/fullParameters';
import { NODES } from '../fixtures/nodes';
import { OPERATIONS_BY_ID } from '../fixtures/operations';
import { build } from '../fixtures/reading';

const ENDPOINTS = contractEndpoints();

/** Values that are free-form: their inner names are the user's. */
const FREE = ['additional_attributes', 'custom_attributes', 'flow_json'];

/** Read only after a refusal. */
const READ_LATER = ['options.onDuplicate'];

function optionsOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []) as INodePropertyOptions[];
}

function requestsOf(operation: ContractOperation): RequestParts[] {
	return FULL_PARAMETERS[operation].map(
		(parameters) => build(OPERATIONS_BY_ID[operation], parameters).request,
	);
}

/** The fields that a body holds, by the same paths as in the contract. */
function fieldsOf(value: unknown, place = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, `${place}[]`));
	if (typeof value !== 'object' || value === null || FREE.includes(place)) return [];
	return Object.entries(value)
		.filter(([, inner]) => inner !== undefined)
		.flatMap(([name, inner]) => {
			const field = place === '' ? name : `${place}.${name}`;
			return [field, ...fieldsOf(inner, field)];
		});
}

/** Query parameters and body fields that the requests of an operation hold. */
async function sentBy(operation: ContractOperation): Promise<{ query: string[]; body: string[] }> {
	const requests = requestsOf(operation);
	const query = requests.flatMap(({ query: sent = {}, limit }) => [
		...Object.keys(sent).filter((name) => sent[name] !== undefined),
		...(limit === undefined ? [] : ['page']),
	]);
	const bodies = requests.map(async ({ body }) =>
		typeof body === 'function' ? [...(await body()).keys()] : fieldsOf(body),
	);
	return { query: unique(query), body: unique((await Promise.all(bodies)).flat()) };
}

function unique(names: string[]): string[] {
	return [...new Set(names)].sort();
}

function shown(fields: ContractEndpoint['query']): string[] {
	return [...fields].filter(([, documented]) => documented).map(([name]) => name);
}

it('has each operation of the contract once, and no other', () => {
	expect(ENDPOINTS.map(({ operation }) => operation).sort()).toEqual(
		[...CONTRACT_OPERATIONS].sort(),
	);
	expect(Object.keys(OPERATIONS_BY_ID).sort()).toEqual([...CONTRACT_OPERATIONS].sort());
});

it('has nodes with just the endpoints of the contract, letter by letter', () => {
	const routed = NODES.flatMap(({ description }) =>
		optionsOf(description.properties.find(({ name }) => name === 'operation')).map(
			({ routing }) => `${routing?.request?.method} ${routing?.request?.url}`,
		),
	);
	expect(routed.sort()).toEqual(ENDPOINTS.map(({ method, url }) => `${method} ${url}`).sort());
});

describe.each(ENDPOINTS)('$operation', ({ operation, method, url, query, body }) => {
	it('goes to the documented endpoint', () => {
		expect(OPERATIONS_BY_ID[operation].endpoint).toEqual({ method, url });
	});

	it('can send every documented query parameter and field', async () => {
		const sent = await sentBy(operation);
		expect(sent.query).toEqual(expect.arrayContaining(shown(query)));
		expect(sent.body).toEqual(expect.arrayContaining(shown(body)));
	});

	it('sends nothing that the contract does not declare', async () => {
		const sent = await sentBy(operation);
		const free = operation === 'outboundReportGetByTemplate';
		expect(sent.query.filter((name) => !free && !query.has(name))).toEqual([]);
		expect(sent.body.filter((name) => !body.has(name))).toEqual([]);
	});

	it('has a field for every placeholder of its path but the account', () => {
		const placeholders = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		for (const { path = {} } of requestsOf(operation)) {
			expect(['account_id', ...Object.keys(path)]).toEqual(placeholders);
			expect(Object.values(path)).toEqual(Object.keys(path).map(() => 7));
		}
	});

	it('reads every field of its form, and no other', () => {
		const { fields, options = [] } = OPERATIONS_BY_ID[operation];
		const all = [
			...fields,
			{ ...fields[0], name: 'options', type: 'collection' as const, options },
		];
		const read = FULL_PARAMETERS[operation].flatMap((parameters) => [
			...build(OPERATIONS_BY_ID[operation], parameters).read,
		]);
		const single = read.filter((name) => findField(all, name.split('.'))?.type !== 'collection');
		expect(unique([...single, ...READ_LATER.filter((name) => names(all).includes(name))])).toEqual(
			unique(names(all)),
		);
	});
});

/** The names of fields, those in collections with the collection in front. */
function names(fields: INodeProperties[]): string[] {
	return fields.flatMap(({ name, type, options }) =>
		type === 'collection'
			? (options as INodeProperties[]).map((inner) => `${name}.${inner.name}`)
			: [name],
	);
}

describe('values to choose from', () => {
	it('have the sort orders of the contract, and no other', () => {
		const sort = OPERATIONS_BY_ID.contactSearch.options?.find(({ name }) => name === 'sort');
		expect(
			optionsOf(sort)
				.map(({ value }) => value)
				.sort(),
		).toEqual([...(contractSchema('ContactSort').enum ?? [])].sort());
	});

	it('have the operators of the contract; others say that they are undocumented', () => {
		expectMarked(
			optionsIn('contactFilter', 'operator'),
			contractSchema('ContactFilterOperator').enum,
		);
	});

	it('have the events of the contract; others say that they are undocumented', () => {
		expectMarked(
			optionsIn('automationRuleUpdate', 'eventName'),
			contractSchema('AutomationRuleEvent').enum,
		);
	});
});

function expectMarked(options: INodePropertyOptions[], documented: unknown[] = []): void {
	const values = options.map(({ value }) => value);
	expect(values).toEqual(expect.arrayContaining(documented));
	const unmarked = options.filter(
		({ name, value }) => !documented.includes(value) && !name.includes('(Undocumented)'),
	);
	expect(unmarked).toEqual([]);
}

/** The choices of all fields of a name, at any depth of an operation's form. */
function optionsIn(operation: ContractOperation, name: string): INodePropertyOptions[] {
	const found: INodePropertyOptions[] = [];
	const look = (property: INodeProperties): void => {
		if (property.type === 'options' && property.name === name) found.push(...optionsOf(property));
		if (property.type === 'collection') (property.options as INodeProperties[]).forEach(look);
		if (property.type === 'fixedCollection') {
			(property.options as Array<{ values: INodeProperties[] }>).forEach(({ values }) =>
				values.forEach(look),
			);
		}
	};
	OPERATIONS_BY_ID[operation].fields.forEach(look);
	return found;
}
