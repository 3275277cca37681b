import fc from 'fast-check';

import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { createContact } from '../../nodes/Contact/operations/create';
import { filterContacts } from '../../nodes/Contact/operations/filter';
import { searchContacts } from '../../nodes/Contact/operations/search';
import {
	email,
	keyText,
	phoneNumber,
	searchText,
	textCheckFor,
	refusingNullWord,
} from '../../nodes/shared/input/keys';
import { text } from '../../nodes/shared/input/checks';
import { needsExpressions, wholeKey } from '../../nodes/shared/input/expressionParts';
import { type Check, InvalidValue } from '../../nodes/shared/input/invalidValue';
import { named } from '../fixtures/arbitraries';
import { GIVEN, requestOf } from '../fixtures/requests';
import { charactersOf, key, UNSEEN, unseen, unseenCharacter } from '../fixtures/texts';

const EXPRESSION = '={{ $json.x }}';

/** The value of an attribute as Create stores it. */
function created(attribute: string, typed: string): unknown {
	const fields: Record<string, object> = {
		email: { email: typed },
		phone_number: { phoneNumber: typed },
		identifier: { additionalFields: { identifier: typed } },
		country_code: { additionalFields: { countryCode: typed } },
		name: { name: typed },
	};
	const { body = {} } = requestOf(createContact, { inboxId: 1, ...fields[attribute] });
	const { country_code } = { ...(body.additional_attributes as object) } as Record<string, unknown>;
	return country_code ?? body[attribute];
}

/** The value of an attribute as Filter looks for it, from a row and from JSON. */
function filtered(attribute: string, typed: string): unknown[] {
	const operators = { operator: 'contains', filter_operator: 'contains' };
	const row = { attribute, value: typed, ...operators };
	const json = { attribute_key: attribute, values: [typed], ...operators };
	return [
		{ specifyConditions: 'fields', conditions: { condition: [row] } },
		{ specifyConditions: 'json', conditionsJson: JSON.stringify([json]) },
	].map((parameters) => {
		const { body } = requestOf(filterContacts, { limit: 1, ...parameters });
		return (body?.payload as Array<{ values: unknown[] }>)[0].values[0];
	});
}

function searched(typed: string): unknown {
	return requestOf(searchContacts, { query: typed, limit: 1 }).query?.q;
}

/** A label as an action of a rule names it, from a row and from JSON. */
function labelled(typed: string): unknown[] {
	const row = { actionName: 'add_label', labels: `=${EXPRESSION}` };
	const json = [{ action_name: 'add_label', action_params: [typed] }];
	return [
		{ actions: { action: [{ ...row, labels: GIVEN }] } },
		{ actionsJson: JSON.stringify(json) },
	].map((updateFields) => {
		const parameters = { automationRuleId: 1, updateFields };
		const { body } = requestOf(updateAutomationRule, parameters, [typed]);
		return (body?.actions as Array<{ action_params: unknown[] }>)[0].action_params[0];
	});
}

/** What a check returns or throws. */
function outcome(check: () => unknown): unknown {
	try {
		return check();
	} catch (error) {
		return error;
	}
}

const ATTRIBUTES = ['browser_language', 'email', 'identifier', 'labels', 'phone_number'];

describe('key text', () => {
	const attribute = fc.constantFrom('email', 'identifier');

	it('is cleaned in the same way wherever it is typed', () => {
		fc.assert(
			fc.property(attribute, key, unseen, unseen, (name, given, before, after) => {
				// Several emails are refused.
				fc.pre(!/@.+@/.test(given));
				const typed = `${before}${given}${after}`;
				const stored = created(name, typed);
				expect(stored).toBe(given);
				expect([...filtered(name, typed), searched(typed)]).toEqual([stored, stored, stored]);
				expect(labelled(typed)).toEqual([given, given]);
			}),
		);
	});

	const checks: Check<unknown>[] = [
		...[named('email', email), named('key text', keyText), named('phone number', phoneNumber)],
		...ATTRIBUTES.map((name) => named(`attribute ${name}`, textCheckFor(name))),
	];
	const query = named('query', searchText);
	const hidden = unseenCharacter.filter((character) => character !== ' ');
	/** A plus sign before the digits would make it a phone number. */
	const plain = key.filter((given) => !given.includes('+'));

	it('refuses a character inside that nobody sees, and names it', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...checks),
				plain,
				hidden,
				plain,
				(check, before, sign, after) => {
					const code = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
					const says = `contains an invisible character (U+${code}). Remove it`;
					expect(() => check(before + sign + after)).toThrow(says);
				},
			),
			{ numRuns: 500 },
		);
	});

	it.each(['می\u200cخواهم', 'क्\u200dष', 'ক্\u200cষ', 'র\u200d্যাম', 'ක්\u200dෂ', 'Ann Lee', 'ä'])(
		'keeps the joiners and spaces of %s',
		(word) => {
			expect(checks.map((check) => check(word))).toEqual(checks.map(() => word));
		},
	);

	it.each(['👩‍👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', '👋🏽', '👁️‍🗨️', '1️⃣'])(
		'keeps a sign of several characters: %s',
		(sign) => {
			const typed = [`VIP ${sign}`, `${sign} VIP`, sign];
			expect(typed.map((given) => keyText(` ${given}\u200b`))).toEqual(typed);
			expect(() => keyText(`${sign}\u200bVIP`)).toThrow('(U+200B)');
		},
	);

	it('is cleaned once: cleaning it again changes nothing', () => {
		const piece = fc.oneof(
			unseenCharacter,
			key,
			fc.emailAddress(),
			fc.constantFrom('mailto:', 'MailTo:', '?cc=b@x.io', '%3B', '%20', '%25'),
			fc.constantFrom(...',;<>"\'()[]{}+0123456789-.@ '),
		);
		const typed = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(fc.constantFrom(...checks, query), typed, (check, given) => {
				const cleaned = outcome(() => check(given));
				fc.pre(!(cleaned instanceof InvalidValue));
				expect(check(cleaned)).toBe(cleaned);
			}),
			{ numRuns: 500 },
		);
	});

	it.each(['DE', ' de ', 'EN', 'XK'])('is for a country the two letters %j', (typed) => {
		expect(created('country_code', typed)).toBe(typed.trim());
	});

	const letters = 'the two letters of a country, such as DE';
	it.each([
		['Germany', letters],
		['DEU', letters],
		['+49', letters],
		['UK', 'GB for the United Kingdom'],
		['uk', 'GB for the United Kingdom'],
	])('is for a country never %s', (typed, expected) => {
		const says = `must be ${expected}, but is '${typed}'`;
		expect(() => created('country_code', typed)).toThrow(says);
		expect(() => filtered('country_code', typed)).toThrow(says);
	});
});

describe('a query, a value of Filter or what tells contacts apart', () => {
	const checks = [
		searchText,
		needsExpressions(text),
		...[keyText, email, phoneNumber].map(wholeKey),
	];

	it.each([
		'=+{{ $json.x }}',
		'=+49{{ $json.x }}',
		'=@{{ $json.x }}',
		'=crm-{{ $json.x }}',
		'= Ann {{ $json.x }} {{ $json.y }}',
		'={{ $json.x }} GmbH',
	])('is blank if its expressions returned nothing: %s', (typed) => {
		const around = typed.slice(1).replaceAll(/{{.*?}}/g, '');
		for (const check of checks) {
			expect(check(around, typed)).toBeUndefined();
			expect(check(`${around}7`, typed)).toBeDefined();
		}
	});

	it.each(['+', '=Ann', 'Ann'])('is sent as typed without an expression: %s', (typed) => {
		const query = typed.replace('=', '');
		expect(searchText(query, typed)).toBe(query);
	});
});

it('sends free text as typed, in Create and in Filter', () => {
	fc.assert(
		fc.property(key, unseen, unseen, (given, before, after) => {
			const typed = `${before}${given}${after}`;
			expect([created('name', typed), ...filtered('name', typed)]).toEqual([typed, typed, typed]);
		}),
	);
});

describe('an email', () => {
	// In each of these, | stands for the address.
	/** As a browser copies it from a link. */
	const link = fc
		.tuple(
			fc.constantFrom('', 'mailto:', 'MAILTO:'),
			fc.constantFrom('', '?', '?subject=Hi', '?cc=bo@example.com&body=Hi%20there'),
		)
		.map(([scheme, fields]) => `${scheme}|${scheme && fields}`);
	/** As mail clients write a sender. */
	const sender = fc
		.constantFrom('', 'Ann Lee ', '"Lee, Ann" ', 'ann@example.com')
		.map((name) => `${name}<|>`);
	/** As it stands in a sentence, in a list or between quotes. */
	const mark = fc.constantFrom(
		...['|', '|.', '|,', '|;;', '|>', '|:', '|!', '|。', ',|', "'|", "'|'", '`|`'],
		...['"|"', '"|",', '“|”', '„|“', '‘|’', '«|»', '(|)', '(|).'],
	);

	it('is stored and found without the link, the sender and the punctuation around it', () => {
		fc.assert(
			fc.property(mark, fc.oneof(fc.constant('|'), sender), link, fc.emailAddress(), (...parts) => {
				const address = parts[3];
				fc.pre(!/[?%:]|^['`]|['`]@/.test(address));
				const typed = ` ${parts.reduceRight((inner, part) => part.replace('|', () => inner))}\n`;
				// No one puts a name in quotes between quotes.
				fc.pre(typed.split('"').length <= 3 && !typed.includes('>>'));
				const all = [created('email', typed), ...filtered('email', typed), searched(typed)];
				expect(all).toEqual([address, address, address, address]);
			}),
		);
	});

	it.each([
		';',
		'mailto:ann%2Bnews@example.com',
		'smtp:ann@example.com',
		'mailto:ann',
		'@example.com',
		'ann',
		'ann@',
		'ann@.',
		'Ann <ann@example.com> (office)',
		'<x> <ann@example.com>',
		'"ann lee"@example.com',
		'"ann"@[10.0.0.1]',
		"'ann'@example.com",
	])('with anything else around it is sent as typed: %s', (typed) => {
		expect(filtered('email', typed)).toEqual([typed, typed]);
	});

	it('is one address: several of them are refused', () => {
		const between = fc.constantFrom(', ', ';', ' ', '/', '|', ' und ', '#', '](mailto:');
		fc.assert(
			fc.property(fc.emailAddress(), between, fc.emailAddress(), (one, sign, other) => {
				fc.pre(!/\{\{/.test(one + other));
				const typed = one + sign + other;
				expect(() => email(typed)).toThrow('must be one email address');
				expect(() => filtered('email', typed)).toThrow('must be one email address');
				expect(searched(typed)).toBe(typed);
			}),
		);
	});
});

describe('a phone number', () => {
	const digits = fc.stringMatching(/^[1-9]\d{5,13}$/);
	const structure = [...UNSEEN, ...charactersOf(/\p{Dash}/u), ...'.·()[]'];

	/** Digits with signs between them. No bracket opens before a zero. */
	function written(number: string, signs: string[]): string {
		const pieces = [...number].map((digit, index) => {
			const sign = signs[index % signs.length];
			return digit === '0' ? digit : sign + digit;
		});
		return `+${pieces.join('')}`;
	}

	it('after a plus sign is the same however it is written', () => {
		const signs = fc.array(fc.constantFrom('', ...structure), { minLength: 1, maxLength: 9 });
		fc.assert(
			fc.property(digits, signs, (number, between) => {
				const typed = written(number, between);
				const stored = created('phone_number', typed);
				expect(stored).toBe(`+${number}`);
				expect([...filtered('phone_number', typed), searched(typed)]).toEqual(
					Array(3).fill(stored),
				);
			}),
		);
	});

	it('after a plus sign is refused if it holds anything else, such as a digit of another script', () => {
		const signs = fc.constantFrom(
			...'x#,;*abcÄ~|:',
			' / +',
			' ext. ',
			' or +',
			'(0)',
			'[0]',
			'( 0 )',
		);
		const otherDigit = fc.constantFrom(...charactersOf(/(?![\d０-９])[\p{Nd}\p{No}]/u));
		fc.assert(
			fc.property(digits, fc.oneof(signs, otherDigit), digits, (before, sign, after) => {
				const typed = `+${before}${sign}${after}`;
				for (const given of [typed, `+${before}.0`])
					expect(() => phoneNumber(given)).toThrow('must be a plus sign and the digits 0 to 9');
				expect(searched(typed)).toBe(typed);
			}),
		);
		expect(phoneNumber('+49.30.123.10')).toBe('+493012310');
	});

	it('may have a slash behind its area code, but not between two numbers', () => {
		const area = fc.stringMatching(/^[1-9]\d{1,6}$/);
		const other = fc.oneof(
			fc.tuple(fc.stringMatching(/^[1-9]\d{7,11}$/), fc.stringMatching(/^\d{1,9}$/)),
			fc.tuple(digits, fc.stringMatching(/^\d{1,3}$/)),
			fc.tuple(area, fc.stringMatching(/^\d{4,5}\/\d{1,5}$/)),
		);
		fc.assert(
			fc.property(area, fc.stringMatching(/^\d{4,8}$/), other, (code, number, [before, after]) => {
				for (const typed of [`+${code}/${number}`, `+${code} / ${number}`]) {
					expect(phoneNumber(typed)).toBe(`+${code}${number}`);
					expect(searched(typed)).toBe(`+${code}${number}`);
				}
				expect(() => phoneNumber(`+${before}/${after}`)).toThrow('must be a plus sign and');
			}),
		);
	});

	it.each([
		'+44 (0)20 7946 0958',
		'+44-(0) 20/7946 0958',
		'(+44) [0] 2079460958',
		'tel:+44(0)2079460958',
	])('loses a zero in brackets behind the country code: %s', (typed) => {
		const stored = created('phone_number', typed);
		expect(stored).toBe('+442079460958');
		expect([...filtered('phone_number', typed), searched(typed)]).toEqual(Array(3).fill(stored));
	});

	it.each([
		'+39 (0)6 6982 1234',
		'+378 (0)549 882311',
		'+44 (020) 7946 0958',
		'+44 20 (0)7946 0958',
	])('is refused if a zero in brackets may be part of it: %s', (typed) => {
		const isKept = /^\+(?:39|378)/.test(typed);
		const says = isKept ? 'Keep the zero, but leave out its brackets' : 'and a zero in brackets';
		expect(() => phoneNumber(typed)).toThrow(says);
		expect(searched(typed)).toBe(typed);
	});

	it('with a plus sign has nothing before it but the name of a link', () => {
		const scheme = fc.constantFrom('tel:', 'TEL:', 'whatsapp:', 'callto:', 'sms:', 'p:', '(', ' (');
		const other = fc.constantFrom(
			...['=', '=+', 'Tel. ', 'Ann <', '/', 'tel://', 'x'],
			...['030 1112223 / ', '00', '(0)', '0171/'],
		);
		fc.assert(
			fc.property(digits, scheme, other, (number, name, sign) => {
				expect(phoneNumber(`${name}+${number}`)).toBe(`+${number}`);
				expect(searched(`${name}+${number}`)).toBe(`+${number}`);
				expect(() => phoneNumber(`${sign}+${number}`)).toThrow('must be a plus sign and');
			}),
		);
	});

	it('of a contact has six digits behind its plus sign, but Filter may look for fewer', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^\+\d{0,5}$/), (typed) => {
				expect(() => created('phone_number', typed)).toThrow('must be a phone number');
				expect(filtered('phone_number', typed)).toEqual([typed, typed]);
			}),
		);
	});

	it('with a plus sign is stored and found without what stands around it in a table', () => {
		const mark = fc.constantFrom("'|", '"|"', '|;', '|,', '"|",', '“|”', ',|', '(|)', '|.');
		fc.assert(
			fc.property(digits, mark, (number, signs) => {
				const typed = signs.replace('|', `+${number}`);
				const all = [created('phone_number', typed), ...filtered('phone_number', typed)];
				expect([...all, searched(typed)]).toEqual(Array(4).fill(`+${number}`));
			}),
		);
	});

	it('without a plus sign is sent as typed', () => {
		fc.assert(
			fc.property(digits, fc.constantFrom(...'/x-. ()'), (number, sign) => {
				const typed = `0${sign}${number}`;
				expect([created('phone_number', typed), ...filtered('phone_number', typed)]).toEqual(
					Array(3).fill(typed),
				);
			}),
		);
	});
});

describe('a key that stands for no value', () => {
	const cut = fc
		.tuple(
			fc.stringMatching(/^\d(?:[.,]\d{1,5})?$/),
			fc.constantFrom('+', '-'),
			fc.stringMatching(/^\d{2,3}$/),
		)
		.map(([mantissa, sign, exponent]) => `${mantissa}E${sign}${exponent}`);
	const cased = (word: string) =>
		fc
			.func(fc.boolean())
			.map((isUpper) =>
				[...word]
					.map((letter, index) => (isUpper(index) ? letter.toUpperCase() : letter.toLowerCase()))
					.join(''),
			);
	const wrapped = (word: string) =>
		fc
			.constantFrom(
				...['', '()', '[]', '{}', '<>', '""', "''", '«»', '“”', '「」', '``', '( )', '<< >>'],
			)
			.map((signs) => signs.slice(0, signs.length / 2) + word + signs.slice(signs.length / 2));
	const none = fc.oneof(
		fc
			.constantFrom('null', 'nil', 'none', 'nan', 'n/a', 'undefined', '\\n')
			.chain(cased)
			.chain(wrapped),
		fc
			.array(fc.constantFrom(...'+-–—.?/_@*$€^`% '), { minLength: 1, maxLength: 4 })
			.map((signs) => signs.join('').trim())
			.filter((signs) => signs !== ''),
	);
	const keys = [
		named('key text', refusingNullWord(keyText)),
		named('email', refusingNullWord(email)),
	];
	const phone = named('phone number', refusingNullWord(phoneNumber));

	it('is refused if an expression returned it, and sent if it was typed by hand', () => {
		const refused = fc.oneof(
			fc.tuple(fc.constantFrom(...keys, phone), cut, fc.constant('the spreadsheet has cut')),
			fc.tuple(fc.constantFrom(...keys), none, fc.constant('no value')),
		);
		fc.assert(
			fc.property(refused, ([check, given, says]) => {
				expect(() => check(given, EXPRESSION)).toThrow(says);
				expect(check(given, given)).toBe(given);
			}),
		);
	});

	it('is no other text', () => {
		const tag = fc.stringMatching(/^#[a-zA-Z0-9]{1,12}$/).filter((given) => given !== '#NV');
		const longer = none.map((given) => `${given}x1`);
		const ending = fc.constantFrom('pantone', 'x-null', 'A1E+12', '1E+12A');
		const person = fc.constantFrom('Nan', 'Nunn', '@none', 'n', 'N.A.').map((word) => `${word}-1`);
		fc.assert(
			fc.property(
				fc.constantFrom(...keys),
				fc.oneof(tag, longer, ending, person),
				(check, given) => {
					expect(check(given, EXPRESSION)).toBe(given);
				},
			),
		);
	});

	it('is refused in Filter only if it would find everybody', () => {
		const filter = (attribute: string, operator: string, value: string) => {
			const operators = { operator, exactOperator: operator };
			const condition = [{ attribute, ...operators, value: GIVEN }];
			const parameters = { specifyConditions: 'fields', limit: 1, conditions: { condition } };
			return () => requestOf(filterContacts, parameters, value);
		};
		for (const value of ['NULL', '-', '1.23457E+12']) {
			expect(filter('identifier', 'equal_to', value)).not.toThrow();
			expect(filter('email', 'contains', value)).not.toThrow();
			expect(filter('identifier', 'not_equal_to', value)).toThrow(`'Value' is '${value}', `);
			expect(filter('city', 'not_equal_to', value)).not.toThrow();
		}
	});
});
