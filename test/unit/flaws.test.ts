import fc from 'fast-check';

import { CASES, caseOf } from '../../cases';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { GIVEN, requestOf } from '../fixtures/requests';
import { key } from '../fixtures/texts';
import { withValue } from '../fixtures/withValue';

describe('a character that a wrong encoding leaves', () => {
	const lost = fc.constantFrom(
		'\ufffd',
		...Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).filter(
			(character) => character !== '\u0085',
		),
	);
	const broken = fc.tuple(key, lost, key).map((parts) => parts.join(''));

	it('is stored by no field of any operation that changes data', () => {
		const writes = CASES.filter(({ operation }) => operation.kind === 'write');
		const fields = writes.flatMap((one) =>
			placedProperties(propertiesOf(one.operation))
				.filter(({ property }) => property.type === 'string' || property.type === 'json')
				.map(({ path, property }) => ({ ...one, path, property })),
		);
		fc.assert(
			fc.property(
				fc.constantFrom(...fields),
				broken,
				({ operation, scenario, path, property }, text) => {
					const parameters = withValue(scenario.parameters, property, path);
					const given = property.type === 'json' ? JSON.stringify({ a: [text] }) : text;
					const sent = () => requestOf(operation, parameters, given, scenario.items[0]);
					let body = '';
					try {
						body = JSON.stringify(sent());
					} catch (error) {
						body = String(error);
					}
					expect(body).toMatch(
						/lost character \(U\+(?:FFFD|00[89][0-9A-F])\)|^(?!.*[\x80-\x9f\ufffd])/,
					);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('can be looked for', () => {
		fc.assert(
			fc.property(broken, (query) => {
				const { operation } = caseOf('contactSearch');
				expect(requestOf(operation, { query: GIVEN, limit: 1 }, query).query?.q).toBe(query);
			}),
		);
	});
});
