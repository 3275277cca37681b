import type { Sentence } from '../response/failure';
import { type Topic, TOPICS } from '../topics';

/** A person reads a message of this many words to its end. */
const MAX_WORDS = 60;

/**
 * Joins the sentences that follow a headline, without empty ones. If the message would have more than 60
 * words, optional sentences are left out, from the first on.
 */
export function joinSentences(headline: string, sentences: Sentence[]): string {
	const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
	const textOf = (sentence: Sentence) =>
		typeof sentence === 'string' ? sentence : sentence.optional;
	const all = [headline, ...sentences.map(textOf)];
	let excess = all.reduce((sum, text) => sum + words(text), 0) - MAX_WORDS;
	const isShown = (sentence: Sentence) => {
		if (typeof sentence === 'string' || excess <= 0) return textOf(sentence) !== '';
		excess -= words(sentence.optional);
		return false;
	};
	return sentences.filter(isShown).map(textOf).join(' ');
}

const MAX_HEADLINE = 300;

/** A text of the service as a headline: shortened, and without a full stop. */
export function toHeadline(text: string): string {
	const line = text.replace(/\.$/, '');
	return line.length > MAX_HEADLINE ? `${line.slice(0, MAX_HEADLINE - 3)}...` : line;
}

/** The public repository, whose address other files contain too: replace it in all of them. */
const REPOSITORY = 'https://github.com/customer-conversation/n8n-nodes-customer-conversation';

/** The address of the section about a topic, with the anchor that GitHub derives from its heading; of the page without one. */
export function helpAddress(topic?: Topic): string {
	const page = `${REPOSITORY}/blob/main/docs/troubleshooting.md`;
	if (!topic) return page;
	return `${page}#${TOPICS[topic]
		.toLowerCase()
		.replace(/[^a-z ]/g, '')
		.replaceAll(' ', '-')}`;
}
