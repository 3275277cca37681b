import fc from 'fast-check';

import { CASES } from '../../cases';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { requestOf } from '../fixtures/requests';
import { withValue } from '../fixtures/withValue';

/** Each dropdown of a form, those in rows as well. These lists are open, as their descriptions say. */
const OPEN = ['contactFilter options.sort'];
const DROPDOWNS = CASES.flatMap((one) =>
	placedProperties(propertiesOf(one.operation))
		.filter(({ property }) => property.type === 'options' && !property.noDataExpression)
		.map(({ path, property }) => ({ ...one, path, property })),
).filter(({ id, path }) => !OPEN.includes(`${id} ${path}`));

it('is tested with the dropdowns of rows too', () => {
	expect(DROPDOWNS.filter(({ path }) => path.split('.').length > 2).length).toBeGreaterThan(8);
});

it.each(DROPDOWNS)('$title: $path takes only its own values from an expression', (one) => {
	const parameters = withValue(one.scenario.parameters, one.property, one.path);
	// No word for true, false or a link of conditions.
	const other = fc.stringMatching(/^[A-Za-z][A-Za-z_ ]{3,12}[xyz]$/);
	fc.assert(
		fc.property(other, (given) => {
			expect(() => requestOf(one.operation, parameters, given, one.scenario.items[0])).toThrow(
				new RegExp(`'${one.property.displayName}' must be .+, but is`),
			);
		}),
		{ numRuns: 20 },
	);
});
