import fc from 'fast-check';

import { joinSentences, toHeadline } from '../../nodes/shared/failure/sentences';

const words = fc.stringMatching(/^[a-z]+(?: [a-z]+){0,20}$/);

it('leaves out of a message only optional sentences, the first ones, and only if it has more than 60 words', () => {
	const sentence = fc.oneof(
		words,
		words.map((optional) => ({ optional })),
	);
	const count = (...texts: string[]) => texts.join(' ').split(' ').filter(Boolean).length;
	fc.assert(
		fc.property(words, fc.array(sentence, { maxLength: 10 }), (headline, sentences) => {
			const message = joinSentences(headline, sentences);
			const optional = sentences.flatMap((each) =>
				typeof each === 'object' ? [each.optional] : [],
			);
			const left = (from: number) =>
				sentences
					.filter((each) => typeof each === 'string' || optional.indexOf(each.optional) >= from)
					.map((each) => (typeof each === 'string' ? each : each.optional))
					.join(' ');
			fc.pre(new Set(optional).size === optional.length);
			const fits = (from: number) => count(headline, left(from)) <= 60;
			const first = optional.findIndex((_, from) => fits(from));
			expect(message).toBe(left(first < 0 ? optional.length : first));
		}),
	);
});

it('limits the length of a headline', () => {
	expect(toHeadline('x'.repeat(1000))).toMatch(/^x{297}\.\.\.$/);
	expect(toHeadline('x'.repeat(300))).toBe('x'.repeat(300));
});
