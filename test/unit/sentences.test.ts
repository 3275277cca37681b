import fc from 'fast-check';

import { joinSentences, toHeadline } from '../../nodes/shared/failure/sentences';

const words = fc.stringMatching(/^[a-z]+(?: [a-z]+){0,20}$/);

it('leaves out of a message only general sentences, the first ones, and only if it has more than 60 words', () => {
	const sentence = fc.oneof(
		words,
		words.map((general) => ({ general })),
	);
	const count = (...texts: string[]) => texts.join(' ').split(' ').filter(Boolean).length;
	fc.assert(
		fc.property(words, fc.array(sentence, { maxLength: 10 }), (headline, sentences) => {
			const message = joinSentences(headline, sentences);
			const general = sentences.flatMap((each) => (typeof each === 'object' ? [each.general] : []));
			const left = (from: number) =>
				sentences
					.filter((each) => typeof each === 'string' || general.indexOf(each.general) >= from)
					.map((each) => (typeof each === 'string' ? each : each.general))
					.join(' ');
			fc.pre(new Set(general).size === general.length);
			const fits = (from: number) => count(headline, left(from)) <= 60;
			const first = general.findIndex((_, from) => fits(from));
			expect(message).toBe(left(first < 0 ? general.length : first));
		}),
	);
});

it('limits the length of a headline', () => {
	expect(toHeadline('x'.repeat(1000))).toMatch(/^x{297}\.\.\.$/);
	expect(toHeadline('x'.repeat(300))).toBe('x'.repeat(300));
});
