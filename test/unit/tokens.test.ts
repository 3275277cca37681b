import fc from 'fast-check';

import { toHeadline } from '../../nodes/shared/failure/sentences';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import { Tokens } from '../../nodes/shared/http/tokens';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { response } from '../fixtures/responses';

function tokensOf(...all: string[]): Tokens {
	const tokens = new Tokens();
	for (const token of all) tokens.add(token);
	return tokens;
}

/** What a header can carry, as the credential takes it. */
const token = fc.string({
	unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
	minLength: 12,
	maxLength: 40,
});

/** Two tokens, of which one may be a part of the other. */
const tokens = fc
	.tuple(token, token, fc.nat(2))
	.map(([one, other, part]): [string, string] => [
		one,
		[other, `${one}${other}`, `${other}${one}`][part],
	]);

const text = fc.string({ unit: 'grapheme', maxLength: 400 });

it('removes every token from a text before the text is shortened', () => {
	fc.assert(
		fc.property(tokens, text, text, ([one, other], before, after) => {
			fc.pre(!`${before}${after}`.includes('*') && !one.includes('*') && !other.includes('*'));
			const tokens = tokensOf(one, other);
			for (const each of [one, other]) {
				const said = `${before} ${each} ${after}`;
				expect(tokens.removeFrom(said)).toBe(`${before} *** ${after}`);
				expect(toHeadline(said, tokens)).not.toContain(each.slice(0, 9));
			}
		}),
	);
});

it('removes every token from all texts and names in a record, and nothing else', () => {
	const fields = fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), fc.jsonValue({ maxDepth: 2 }));
	fc.assert(
		fc.property(token, fields, (secret, rest) => {
			fc.pre(!JSON.stringify(rest).includes(secret));
			const tokens = tokensOf(secret);
			const record = { rest, list: [{ [secret]: `a ${secret} b` }] };
			expect(tokens.removeFromObject(record)).toEqual({
				rest,
				list: [{ '***': 'a *** b' }],
			});
			expect(tokens.removeFromObject(rest)).toBe(rest);
		}),
	);
});

it('removes a token from the words of the service before they are changed or cut', () => {
	const body = fc.oneof(
		token.map((secret) => [secret, { error: `${' x'.repeat(200)} ${secret}` }] as const),
		token.map((secret) => [secret, { errors: { [secret]: ['is wrong'] } }] as const),
		token.map((secret) => [secret, { message: `a${' '.repeat(4_990)}${secret}` }] as const),
	);
	fc.assert(
		fc.property(body, ([secret, said]) => {
			const tokens = tokensOf(secret);
			const { message = '' } =
				checkResponse(response(422, said), { ...searchContacts, tokens }) ?? {};
			for (const part of [secret, secret.slice(0, 9)]) expect(message).not.toContain(part);
		}),
	);
});

it.each(['', 'o', 'found', 'token'])('does not take %p for a token', (secret) => {
	expect(tokensOf(secret).removeFrom('Not found')).toBe('Not found');
});

it('limits the length of a headline', () => {
	expect(toHeadline('x'.repeat(1000), new Tokens())).toMatch(/^x{297}\.\.\.$/);
	expect(toHeadline('x'.repeat(300), new Tokens())).toBe('x'.repeat(300));
});
