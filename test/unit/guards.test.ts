import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../nodes/shared/input/values';
import { CASES } from '../../cases';
import { NODES } from '../../cases/nodes';
import { everyProperty } from '../../cases/properties';
import { build } from '../fixtures/reading';

function everyText(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(everyText);
}

describe.each(CASES)('$title', ({ operation, exchanges }) => {
	const { ifRepeated, records, endpoint, value } = operation;

	it('sends JSON as JSON, never as text', () => {
		const texts = exchanges.flatMap((exchange) =>
			everyText(build(operation, exchange).request.body),
		);
		expect(texts.filter((text) => /^\s*[[{]/.test(text))).toEqual([]);
	});

	it('returns objects for every body of a success', () => {
		const record = [{ id: 7 }];
		const bodies = [undefined, '', {}, [], null, { payload: [] }, { payload: record }, record];
		expect(bodies.flatMap(recordsOrNone).filter((one) => !isObject(one))).toEqual([]);
	});

	/** A list refuses what holds none. */
	function recordsOrNone(body: unknown): IDataObject[] {
		try {
			return records(body, { path: { id: 7 } });
		} catch (error) {
			expect(ifRepeated).toBeUndefined();
			expect((error as Error).message).toMatch(/contains no list|response is empty/);
			return [];
		}
	}

	it('does harm if it is repeated and a POST, except for a filter', () => {
		const isHarmful = endpoint.method === 'POST' && value !== 'filter';
		expect(isObject(ifRepeated)).toBe(isHarmful);
		expect(ifRepeated === 'notFound').toBe(endpoint.method === 'DELETE');
	});
});

describe.each(NODES.map((node) => ({ ...node.description, node })))(
	'the node $name',
	({ node, ...description }) => {
		const properties = everyProperty(description.properties);

		it('has no expression in its requests', () => {
			const texts = everyText([description.requestDefaults, description.properties]);
			// A condition may look for the sign of an expression.
			expect(texts.filter((text) => /^=./.test(text))).toEqual([]);
		});

		it('has no regular expression in a display condition, where n8n may break it off when busy', () => {
			const conditions = JSON.stringify(properties.map(({ displayOptions }) => displayOptions));
			expect(conditions).not.toContain('"regex"');
		});

		it('leads from the root to what is not beside a field, or n8n 1.123 cannot order them', () => {
			const siblings = description.properties.map(({ name }) => name);
			const conditions = description.properties.flatMap(({ displayOptions }) => [
				...Object.keys(displayOptions?.show ?? {}),
				...Object.keys(displayOptions?.hide ?? {}),
			]);
			const known = (path: string) => /^[/@]/.test(path) || siblings.includes(path);
			expect(conditions.filter((path) => !known(path))).toEqual([]);
		});

		it('has no required field with an invented default number', () => {
			const made = properties.filter(
				({ required, default: usual }) => required && usual !== '' && typeof usual !== 'object',
			);
			expect(made).toEqual([]);
		});

		it('has a method for each list to choose from', () => {
			const wanted = properties
				.filter(({ type }) => type === 'resourceLocator')
				.flatMap(({ modes = [] }) => modes.map(({ typeOptions }) => typeOptions?.searchListMethod))
				.filter((method) => method !== undefined);
			expect(Object.keys(node.methods?.listSearch ?? {})).toEqual(expect.arrayContaining(wanted));
			const mappers = properties.flatMap(
				({ typeOptions }) => typeOptions?.resourceMapper?.resourceMapperMethod ?? [],
			);
			expect(Object.keys(node.methods?.resourceMapping ?? {})).toEqual(mappers);
		});
	},
);
