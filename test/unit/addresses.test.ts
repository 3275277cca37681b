import fc from 'fast-check';

import { uri, webAddress } from '../../nodes/shared/input/addresses';
import { InvalidValue } from '../../nodes/shared/input/invalidValue';
import { key, unseen, unseenCharacter } from '../fixtures/texts';

const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://');
const host = fc.constantFrom(
	'Example.com',
	'müller.de',
	'xn--mller-kva.de',
	'localhost:3000',
	'例え.jp',
);
const part = fc.oneof(
	key,
	fc.webPath(),
	fc.constantFrom(
		'ü',
		'%C3%BC',
		'%',
		'{{',
		'{{contact.id}}',
		'{{ contact.id }}',
		'?q={{x}}#ü',
		'[]|^`"<>',
	),
);
const path = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('')}`);
const address = fc.tuple(scheme, host, path).map((parts) => parts.join(''));

it('is sent as it was typed, but for what nobody sees around it', () => {
	fc.assert(
		fc.property(unseen, address, unseen, (before, typed, after) => {
			expect([uri, webAddress].map((check) => check(before + typed + after))).toEqual([
				typed,
				typed,
			]);
		}),
	);
});

it('with a placeholder in the place of its host is sent as typed', () => {
	expect(webAddress('https://{{contact.host}}/hook')).toBe('https://{{contact.host}}/hook');
});

it('may have any scheme where a flow needs one', () => {
	expect(uri('flow:booking')).toBe('flow:booking');
});

it.each(['flows.example.com/booking', '/booking', 'nonsense', '://x', 'flow'])(
	'without a scheme is refused where a flow needs one: %s',
	(typed) => {
		expect(() => uri(typed)).toThrow('must be a URI that starts with a scheme such as https:');
	},
);

it('is refused with a space or what nobody sees inside', () => {
	fc.assert(
		fc.property(address, unseenCharacter, key, (start, character, end) => {
			for (const check of [uri, webAddress]) {
				expect(() => check(`${start}/x${character}${end}`)).toThrow(
					character === ' ' ? 'contains a space' : 'contains an invisible character (U+',
				);
			}
		}),
	);
});

it.each([
	'example.com/a',
	'ftp://example.com',
	'https://',
	'xhttps://a.b',
	'data:x',
	'https://a:b',
])('that is no web address is refused where one is needed: %s', (typed) => {
	expect(() => webAddress(typed)).toThrow(InvalidValue);
	expect(() => webAddress(typed)).toThrow('must be a web address that starts with https://');
});

it('that is blank is left out', () => {
	expect(['', ' ', null, undefined].map(webAddress)).toEqual(Array(4).fill(undefined));
});
