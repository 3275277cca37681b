import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { CASES, caseOf } from '../../cases';
import { placedProperties } from '../../cases/properties';
import { attributesFromRows } from '../../nodes/Contact/attributes';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { keyText } from '../../nodes/shared/input/keys';
import { text } from '../../nodes/shared/input/values';
import { GIVEN, requestOf } from '../fixtures/requests';
import { key } from '../fixtures/texts';

/** A row that is complete as a condition and as an attribute. */
const ROW = {
	attribute: 'email',
	operator: 'contains',
	customAttribute: 'plan',
	name: 'a',
	value: 'x',
};

/** The parameters of a case with an expression at a path. A row has the values that show its field. */
function withValue(parameters: IDataObject, property: INodeProperties, path: string): IDataObject {
	const [name, inner, group, field] = path.split('.');
	const row = (rowField: string) => {
		const shown = Object.entries(property.displayOptions?.show ?? {});
		const controllers = shown.map(([controller, values = []]) => [controller, values[0]]);
		return { ...ROW, ...Object.fromEntries(controllers), [rowField]: GIVEN };
	};
	if (field) return { ...parameters, [name]: { [inner]: { [group]: [row(field)] } } };
	if (group) return { ...parameters, [name]: { [inner]: [row(group)] } };
	return { ...parameters, [name]: inner ? { [inner]: GIVEN } : GIVEN } as IDataObject;
}

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

describe('a date of an expression', () => {
	const [min, max] = [new Date('1970-01-01'), new Date('2200-01-01')];
	const moment = fc.date({ min, max, noInvalidDate: true });
	const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Sao_Paulo');
	const date = fc
		.tuple(moment, zone, fc.boolean())
		.map(([day, name, isLuxon]) => (isLuxon ? DateTime.fromJSDate(day, { zone: name }) : day));
	const { operation } = caseOf('contactFilter');

	it('leaves as ISO 8601 in free text, rows and values of a filter', () => {
		fc.assert(
			fc.property(date, (given) => {
				const iso = given.toJSON();
				expect(new Date(String(iso)).getTime()).toBe(given.valueOf());
				expect(text(given)).toBe(iso);
				for (const type of ['string', undefined]) {
					const assignments = [{ name: 'since', type, value: given }];
					expect(attributesFromRows('Attribute', 'UTC')({ assignments })).toEqual({ since: iso });
				}
				const condition = [{ attribute: 'city', operator: 'equal_to', value: GIVEN }];
				const parameters = { specifyConditions: 'fields', limit: 1, conditions: { condition } };
				const { body } = requestOf(operation, parameters, given);
				expect(body?.payload).toMatchObject([{ values: [iso] }]);
			}),
		);
	});

	it('is refused in key text, and everywhere if it is invalid', () => {
		fc.assert(
			fc.property(date, (given) => {
				expect(() => keyText(given)).toThrow('must be text, but is a date');
			}),
		);
		for (const invalid of [new Date(NaN), DateTime.fromISO('no date')]) {
			expect(() => text(invalid)).toThrow('is an invalid date');
			expect(() => keyText(invalid)).toThrow('must be text, but is an invalid date');
		}
	});
});

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
