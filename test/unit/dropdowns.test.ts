import fc from 'fast-check';
import type { INodePropertyOptions } from 'n8n-workflow';

import { CASES } from '../../cases';
import { placedProperties } from '../../cases/properties';
import { propertiesOf } from '../../nodes/shared/form/fields';
import { requestOf } from '../fixtures/requests';
import { withValue } from '../fixtures/withValue';

/** The open lists, as their descriptions say. The operators of conditions are open too: servers differ. */
const OPEN = ['contactFilter options.sort'];
/** Each other dropdown of a form, those in rows as well. */
const DROPDOWNS = CASES.flatMap((one) =>
	placedProperties(propertiesOf(one.operation))
		.filter(({ property }) => property.type === 'options' && !property.noDataExpression)
		.map(({ path, property }) => ({ ...one, path, property })),
).filter(({ id, path }) => !OPEN.includes(`${id} ${path}`) && !/perator$/.test(path));

it('is tested with the dropdowns of rows too', () => {
	expect(DROPDOWNS.filter(({ path }) => path.split('.').length > 2).length).toBeGreaterThan(5);
});

/** Each dropdown of a form, those of several choices and the open ones as well. */
const ALL_DROPDOWNS = CASES.flatMap((one) =>
	placedProperties(propertiesOf(one.operation))
		.filter(({ property: { type } }) => type === 'options' || type === 'multiOptions')
		.filter(({ property }) => !property.noDataExpression)
		.map(({ path, property }) => ({ ...one, path, property })),
);

it.each(ALL_DROPDOWNS)('$title: $path takes the label of a choice, in any case', (one) => {
	const parameters = withValue(one.scenario.parameters, one.property, one.path);
	const sent = (given: unknown) => {
		try {
			return JSON.stringify(requestOf(one.operation, parameters, given, one.scenario.items[0]));
		} catch (error) {
			return String(error);
		}
	};
	const options = fc.constantFrom(...(one.property.options as INodePropertyOptions[]));
	fc.assert(
		fc.property(options, fc.array(fc.boolean(), { minLength: 40 }), ({ name, value }, capitals) => {
			const label = [...name]
				.map((letter, index) => (capitals[index] ? letter.toUpperCase() : letter.toLowerCase()))
				.join('');
			expect(sent(label)).toEqual(sent(value));
		}),
		{ numRuns: 30 },
	);
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
