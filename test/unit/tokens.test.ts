import fc from 'fast-check';

import { Tokens } from '../../nodes/shared/http/tokens';

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

it('removes every token from a text', () => {
	fc.assert(
		fc.property(tokens, text, text, ([one, other], before, after) => {
			fc.pre(!`${before}${after}`.includes('*') && !one.includes('*') && !other.includes('*'));
			const tokens = tokensOf(one, other);
			for (const each of [one, other]) {
				expect(tokens.removeFrom(`${before} ${each} ${after}`)).toBe(`${before} *** ${after}`);
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

it.each([
	['a token', 'token-0d1f7c33'],
	['no token', 'other'],
])('reads a body that nests %s 50,000 deep', (_what, said) => {
	let body: unknown = said;
	for (let depth = 0; depth < 50_000; depth++) body = depth % 2 ? [body] : { error: body };
	const found = tokensOf('token-0d1f7c33').removeFromObject(body);
	expect(found === body).toBe(said === 'other');
});

it.each(['', 'o', 'found', 'token'])('does not take %p for a token', (secret) => {
	expect(tokensOf(secret).removeFrom('Not found')).toBe('Not found');
});
