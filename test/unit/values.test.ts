import fc from 'fast-check';

import {
	atLeastOne,
	blankOnlyAsTyped,
	boolean,
	clearableText,
	InvalidValue,
	isBlank,
	json,
	jsonObject,
	positiveInteger,
	required,
	shown,
	text,
	textList,
	webAddress,
	withoutUndefined,
} from '../../nodes/shared/input/values';

const MANY = { numRuns: 10_000 };
const BLANKS = [undefined, null, '', '   ', '\n\t'];

/** What the check makes of a value: the ID, or that it was refused. */
function idOf(value: unknown): number | 'refused' | undefined {
	try {
		return positiveInteger(value);
	} catch (error) {
		if (error instanceof InvalidValue) return 'refused';
		throw error;
	}
}

describe('an ID', () => {
	it('is any whole number from 1 to 2^53 - 1, as a number or in digits', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
				expect(positiveInteger(id)).toBe(id);
				expect(positiveInteger(String(id))).toBe(id);
			}),
			MANY,
		);
	});

	it('is never anything but plain digits, whatever the text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
				const id = idOf(typed);
				if (typeof id === 'number') expect(String(id)).toBe(typed);
				else expect(id).toBe(isBlank(typed) ? undefined : 'refused');
			}),
			MANY,
		);
	});

	it('is no digits with something before, between or after them', () => {
		const signs = fc.constantFrom(
			'/',
			'..',
			'?',
			'#',
			'%2F',
			' ',
			'+',
			'-',
			'.',
			'e',
			'\n',
			'٣',
			'\0',
		);
		fc.assert(
			fc.property(fc.nat(), signs, fc.nat(), (before, sign, after) => {
				expect(idOf(`${before}${sign}${after}`)).toBe('refused');
				expect(idOf(`${sign}${after}`)).toBe('refused');
				expect(idOf(`${before}${sign}`)).toBe('refused');
			}),
			MANY,
		);
	});

	it('is nothing but a number or a text, whatever the value', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => {
				const id = idOf(value);
				if (typeof id === 'number') expect(['number', 'string']).toContain(typeof value);
			}),
			MANY,
		);
	});

	it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53, 1e21, '9007199254740992', '1e3', '0x1', '007'])(
		'is not %p',
		(value) => {
			expect(idOf(value)).toBe('refused');
		},
	);
});

describe('a blank', () => {
	it.each(BLANKS)('is %p', (value) => {
		expect(isBlank(value)).toBe(true);
	});

	it.each([0, false, [], {}, 'x', NaN])('is not %p', (value) => {
		expect(isBlank(value)).toBe(false);
	});

	it.each([text, boolean, textList, json, jsonObject, positiveInteger, webAddress])(
		'leaves %p without a value',
		(check) => {
			expect(BLANKS.map((blank) => check(blank))).toEqual(BLANKS.map(() => undefined));
		},
	);

	it('is refused where a value is required', () => {
		expect(() => required(text)('  ')).toThrow(new InvalidValue('is blank'));
		expect(required(text)('x')).toBe('x');
	});
});

it('drops undefined fields and keeps false, zero and null', () => {
	expect(withoutUndefined({ a: undefined, b: false, c: 0, d: null, e: '' })).toEqual({
		b: false,
		c: 0,
		d: null,
		e: '',
	});
});

describe('text', () => {
	it('keeps what was typed, spaces too', () => {
		expect(text(' Ann ')).toBe(' Ann ');
	});

	it('makes text of numbers and switches', () => {
		expect([text(7), text(false)]).toEqual(['7', 'false']);
	});

	it.each<unknown[]>([[{}], [['a']]])('refuses %p', (value) => {
		expect(() => text(value)).toThrow(InvalidValue);
	});
});

describe('a switch', () => {
	it.each([true, 'true', 'TRUE', ' yes ', '1', 1])('is on for %p', (value) => {
		expect(boolean(value)).toBe(true);
	});

	it.each([false, 'false', 'No', '0', 0])('is off for %p', (value) => {
		expect(boolean(value)).toBe(false);
	});

	it.each<unknown[]>([['maybe'], [2], [{}], [[]], [{ toString: 0 }]])('refuses %p', (value) => {
		expect(() => boolean(value)).toThrow('must be true or false');
	});
});

describe('a list of texts', () => {
	it('splits a text at its commas', () => {
		expect(textList('a, b,,c ')).toEqual(['a', 'b', 'c']);
	});

	it('keeps the commas within the texts of a list', () => {
		expect(textList(['a, b', ' c '])).toEqual(['a, b', 'c']);
	});

	it('is no object', () => {
		expect(() => textList({ a: 1 })).toThrow('must be text, but is an object');
		expect(() => textList([{ a: 1 }])).toThrow('must be text, but is an object');
	});

	it.each<unknown[]>([[[]], [['', ' ']], [' , ']])('is left out for %p', (value) => {
		expect(textList(value)).toBeUndefined();
	});
});

describe('JSON', () => {
	it('reads whatever JSON can hold', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(json(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
		);
	});

	it('takes a value that an expression gives as it is', () => {
		const value = { a: [1] };
		expect(json(value)).toBe(value);
	});

	it('says why a text is none', () => {
		expect(() => json('{plan: gold}')).toThrow(/^is not valid JSON: /);
	});

	it.each(['12345678901234567890', '-9007199254740993', '0.12345678901234567891', '1e400'])(
		'refuses %s, which no number here can hold',
		(number) => {
			expect(() => json(`{"kept": 7, "lost": [${number}]}`)).toThrow(
				`cannot be kept exactly: ${number}. Write it as text`,
			);
			expect(json(`{"kept": "${number}", "\\"": "\\"${number}"}`)).toHaveProperty('kept', number);
		},
	);

	it.each(['9007199254740991', '1.50', '1e3', '0.1', '-0', '0.00', '12e-1', '1E+2'])(
		'takes %s',
		(number) => {
			expect(json(number)).toBe(Number(number));
		},
	);

	it.each(['[1]', '7', '"x"', 'null', 'true'])('is no object for %p', (value) => {
		expect(() => jsonObject(value)).toThrow('must be a JSON object');
	});

	it('keeps prototype keys to the object that has them', () => {
		const parsed = jsonObject('{"__proto__": {"polluted": true}}');
		expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

describe('a web address', () => {
	it.each(['https://example.com/a.png', ' http://example.com '])('is %p', (value) => {
		expect(webAddress(value)).toBe(value.trim());
	});

	it.each(['example.com/a.png', 'ftp://example.com', 'https://', 'javascript:alert(1)', 'data:x'])(
		'is not %p',
		(value) => {
			expect(() => webAddress(value)).toThrow('must be a web address');
		},
	);
});

it('shows a value in a message as short as it is recognisable', () => {
	expect([shown('x'), shown(7), shown([1]), shown({}), shown(null), shown(undefined)]).toEqual([
		"'x'",
		'7',
		'a list',
		'an object',
		'null',
		'undefined',
	]);
	expect(shown('x'.repeat(100))).toHaveLength(62);
});

it('sends an added text that is empty, and leaves out what was not added or gives nothing', () => {
	expect(['', ' ', 'x', 0, undefined, null].map(clearableText)).toEqual([
		'',
		'',
		'x',
		'0',
		undefined,
		undefined,
	]);
	expect(() => clearableText(['x'])).toThrow('must be text, but is a list');
});

it.each<unknown[]>([[''], [null], [undefined], [' ']])(
	'takes %p from a field left blank, not from an expression',
	(value) => {
		const check = blankOnlyAsTyped(positiveInteger);
		expect(check(value, '')).toBeUndefined();
		expect(() => check(value, '={{ $json.account }}')).toThrow('gives nothing');
	},
);

it('refuses a request without any of its fields by their names', () => {
	expect(atLeastOne({ name: undefined, inbox_id: 7 }, ['Name', 'Inbox'])).toEqual({ inbox_id: 7 });
	expect(() => atLeastOne({ name: undefined }, ['Name', 'Inbox'])).toThrow(
		"Nothing is filled in. Fill in at least one of these: 'Name', 'Inbox'.",
	);
});
