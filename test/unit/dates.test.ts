import fc from 'fast-check';
import { DateTime } from 'luxon';

import { caseOf } from '../../cases';
import { trimmedText } from '../../nodes/shared/input/keys';
import { text } from '../../nodes/shared/input/checks';
import { GIVEN, requestOf } from '../fixtures/requests';

describe('a date of an expression', () => {
	const [min, max] = [new Date('1970-01-01'), new Date('2200-01-01')];
	const moment = fc.date({ min, max, noInvalidDate: true });
	const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Sao_Paulo');
	const date = fc
		.tuple(moment, zone, fc.boolean())
		.map(([day, name, isLuxon]) => (isLuxon ? DateTime.fromJSDate(day, { zone: name }) : day));
	const { operation } = caseOf('contactFilter');

	it('leaves as ISO 8601 in free text and values of a filter', () => {
		fc.assert(
			fc.property(date, (given) => {
				const iso = given.toJSON();
				expect(new Date(String(iso)).getTime()).toBe(given.valueOf());
				expect(text(given)).toBe(iso);
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
				expect(() => trimmedText(given)).toThrow('must be text, but is a date');
			}),
		);
		for (const invalid of [new Date(NaN), DateTime.fromISO('no date')]) {
			expect(() => text(invalid)).toThrow('is an invalid date');
			expect(() => trimmedText(invalid)).toThrow('must be text, but is an invalid date');
		}
	});
});
