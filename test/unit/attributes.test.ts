import fc from 'fast-check';
import { DateTime } from 'luxon';

import * as attributes from '../../nodes/Contact/attributes';
import { titleOf } from '../../nodes/shared/input/attributeType';
import { isBlank } from '../../nodes/shared/input/values';

const attributesFromRows = attributes.attributesFromRows('Custom Attribute', 'Europe/Berlin');

function row(name: unknown, value: unknown, type = 'string') {
	return { id: '1', name, value, type };
}

it.each([
	[row('plan', 'gold'), { plan: 'gold' }],
	[row('score', '7', 'number'), { score: 7 }],
	[row('id', '12345678901234567890', 'number'), { id: '12345678901234567890' }],
	[row('tags', '["a", 1]', 'array'), { tags: ['a', 1] }],
	[row('vip', 'yes', 'boolean'), { vip: true }],
	[row('address', '{"city": "Paris"}', 'object'), { address: { city: 'Paris' } }],
	[row('zip', 10115), { zip: '10115' }],
])('makes of the row %j the attribute %j', (given, attributes) => {
	expect(attributesFromRows({ assignments: [given] })).toEqual(attributes);
});

it('leaves out rows without a value, and the attributes if all rows are blank', () => {
	const blank = [row('tier', ' '), row('score', null, 'number')];
	const assignments = [row('plan', 'gold'), ...blank];
	expect(attributesFromRows({ assignments })).toEqual({ plan: 'gold' });
	const none = [undefined, {}, { assignments: [] }, { assignments: blank }];
	expect(none.map((value) => attributesFromRows(value))).toEqual(none.map(() => undefined));
});

it.each([
	[row('score', 'many', 'number'), /^Custom Attribute 2: 'Value' must be a number like 1234.5/],
	[row('n', '7', 'object'), /2: 'Value' must be a JSON object like/],
	[row('n', [], 'number'), /2: 'Value' must be a number like 1234.5, but is a list/],
	[row('n', '7', 'integer'), /2: 'Type' must be array, .+ or string, but is 'integer'$/],
	[row('tags', 'a,b', 'array'), /2: 'Value' must be a list like \["a", "b"\], but is 'a,b'$/],
	[row(' plan', 'silver'), /^contain 'plan' twice$/],
	[row('', 'gold'), /^Custom Attribute 2: 'Key' is blank\. Fill it in/],
])('refuses the row %j', (given, message) => {
	const assignments = [row('plan', 'gold'), given];
	expect(() => attributesFromRows({ assignments })).toThrow(message);
});

it('sends text if a row has no type, as the form does', () => {
	const assignments = [{ name: 'score', value: 7 }];
	expect(attributesFromRows({ assignments })).toEqual({ score: '7' });
});

it('keeps every text unchanged', () => {
	const written = fc.string({ minLength: 1 }).filter((text) => !isBlank(text));
	fc.assert(
		fc.property(written, (note) => {
			expect(attributesFromRows({ assignments: [row('note', note)] })).toEqual({ note });
		}),
	);
});

/** Reads a row whose attribute was chosen from a list, and whose type in the row is still Text. */
function sent(type: string, value: unknown, rowType = 'string'): unknown {
	const choices = type === 'list' ? ['bronze', 'gold, or more'] : [];
	const cachedResultName = titleOf({ name: 'X', type, choices });
	const name = { __rl: true, mode: 'list', value: 'x', cachedResultName };
	const typed = { assignments: [{ name, value: '={{ $json.x }}', type: rowType }] };
	return attributesFromRows({ assignments: [row('x', value, rowType)] }, typed)?.x;
}

it("lets a chosen attribute's own type decide, whatever Type says", () => {
	const type = fc.constantFrom(
		...['text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox'],
	);
	const rowType = fc.constantFrom('array', 'boolean', 'number', 'object', 'string');
	const value = fc.oneof(
		fc.constantFrom('007', 'yes', '2026-01-31', '[]', '{}', 'bronze', 7, true),
		fc.anything(),
	);
	const outcome = (...given: Parameters<typeof sent>) => {
		try {
			return sent(...given);
		} catch (error) {
			return (error as Error).message;
		}
	};
	fc.assert(
		fc.property(type, value, rowType, (type, value, rowType) => {
			expect(outcome(type, value, rowType)).toEqual(outcome(type, value));
		}),
	);
});

const BERLIN_MIDNIGHT = new Date('2026-01-30T23:00:00Z');

it.each<[type: string, value: unknown, sent: unknown]>([
	['checkbox', 'yes', true],
	['checkbox', 0, false],
	['number', '7', 7],
	['currency', '+1234.5', 1234.5],
	['number', '1234567890123456', '1234567890123456'],
	['date', '2026-01-31', '2026-01-31'],
	['date', '2026-01-31T23:30:00', '2026-01-31'],
	['date', '2026-01-31T23:30:00-08:00', '2026-01-31'],
	['date', DateTime.fromISO('2026-01-31T00:00:00+14:00', { setZone: true }), '2026-01-31'],
	['date', BERLIN_MIDNIGHT, '2026-01-31'],
	['date', new Date('2026-01-31'), '2026-01-31'],
	['text', 'maybe', 'maybe'],
	['text', '007', '007'],
	['list', 'bronze', 'bronze'],
	['list', 'gold, or more', 'gold, or more'],
])('sends in a chosen attribute of type %s the value %j as %j', (type, value, expected) => {
	expect(sent(type, value)).toEqual(expected);
});

it.each<[type: string, value: unknown, says: string]>([
	['checkbox', 'maybe', "must be true or false, but is 'maybe'"],
	['number', '1.234,50', "must be a number like 1234.5, but is '1.234,50'"],
	['number', '1e999', "must be a number like 1234.5, but is '1e999'"],
	['date', '31.01.2026', "must be a date like 2026-01-31, but is '31.01.2026'"],
	['date', 46053, 'must be a date like 2026-01-31, but is 46053'],
	['list', 'Bronze', 'must be one of bronze, "gold, or more", but is \'Bronze\''],
	['list', 'bronze, gold, or more', 'must be one of bronze, "gold, or more", but is'],
	['text', {}, 'must be text, but is an object'],
])('refuses in a chosen attribute of type %s the value %j', (type, value, says) => {
	const message = `Custom Attribute 1: 'Value' ${says}`;
	expect(() => sent(type, value)).toThrow(message);
	expect(() => sent(type, value)).toThrow(`'X' is of type ${type} in the service.`);
});

it('sends every number of a text with the same digits', () => {
	const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
	fc.assert(
		fc.property(whole, (number) => {
			expect(BigInt(String(sent('number', String(number))))).toBe(number);
		}),
	);
});

it('keeps the type of the row for an attribute whose key was typed', () => {
	const name = { __rl: true, mode: 'key', value: 'x', cachedResultName: 'X · checkbox' };
	const typed = { assignments: [{ name, value: 'maybe', type: 'string' }] };
	expect(attributesFromRows({ assignments: [row('x', 'maybe')] }, typed)).toEqual({ x: 'maybe' });
});
