import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../nodes/shared/values';
import { CASES } from '../../cases';
import { build } from '../fixtures/reading';
import { textsIn } from '../fixtures/texts';

describe.each(CASES)('$title', ({ operation, exchanges }) => {
	const { safety, checkFirst, records, endpoint, value } = operation;

	it('sends JSON as JSON, never as text', () => {
		const texts = exchanges.flatMap((exchange) => textsIn(build(operation, exchange).request.body));
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
			expect(safety).toBe('safe');
			expect((error as Error).message).toMatch(/contains no (?:list|record)|response is empty/);
			return [];
		}
	}

	it('does harm if it is repeated and a POST, except for a filter', () => {
		const isHarmful = endpoint.method === 'POST' && value !== 'filter';
		expect(['lookUp', 'once'].includes(safety)).toBe(isHarmful);
		expect(checkFirst !== undefined).toBe(isHarmful);
	});
});
