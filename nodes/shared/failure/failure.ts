import type { Tokens } from '../http/tokens';

/** What is known of a failure beside its text. */
export interface Details {
	/** Status of the response, if there was one. */
	httpCode?: number;
	/** Fields that the service named, by their names in the API. */
	fields?: string[];
	/** Whether the request may have been carried out, although nothing proves it. */
	unclear?: boolean;
	/** Whether the cause passes within minutes. */
	isTransient?: boolean;
	/** The heading of the section of docs/troubleshooting.md that explains it. */
	topic?: string;
	/** Sentences that help with some causes only: a long message leaves them out. */
	general?: string[];
	/** An error of our own code, with its stack. */
	cause?: unknown;
}

/** Why an item failed, in the words that the user sees. */
export class Failure extends Error {
	readonly httpCode?: number;
	readonly fields: string[];
	readonly unclear: boolean;
	readonly isTransient: boolean;
	readonly general: string[];
	readonly topic?: string;

	/**
	 * @param message headline: what happened, in the service's own words if it gives any
	 * @param description what to do next
	 */
	constructor(
		message: string,
		readonly description: string,
		{
			httpCode,
			fields = [],
			unclear = false,
			isTransient = false,
			general = [],
			topic,
			cause,
		}: Details = {},
	) {
		super(message, { cause });
		this.httpCode = httpCode;
		this.fields = fields;
		this.unclear = unclear;
		this.isTransient = isTransient;
		this.general = general;
		this.topic = topic;
	}

	/** A copy with another description, made of the sentences that are not blank, and other details. */
	with(sentences: Array<Sentence | false | undefined>, details: Details = {}): Failure {
		const description = sentences.filter((each) => each && typeof each === 'string').join(' ');
		const added = sentences.flatMap((each) => (typeof each === 'object' ? [each.general] : []));
		const general = [...this.general, ...added];
		const all = { ...this, cause: this.cause, general, ...details };
		return new Failure(this.message, description, all);
	}
}

/** A sentence of a message. A general one is left out of a long message. */
export type Sentence = string | { general: string };

/** A person reads a message of this many words to its end. */
const MAX_WORDS = 60;

/**
 * Joins the sentences that follow a headline, without those that are blank. If the message would have more than 60
 * words, general sentences are left out, from the first on.
 */
export function joinSentences(headline: string, sentences: Sentence[]): string {
	const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
	const textOf = (sentence: Sentence) =>
		typeof sentence === 'string' ? sentence : sentence.general;
	const all = [headline, ...sentences.map(textOf)];
	let excess = all.reduce((sum, text) => sum + words(text), 0) - MAX_WORDS;
	const isShown = (sentence: Sentence) => {
		if (typeof sentence === 'string' || excess <= 0) return textOf(sentence) !== '';
		excess -= words(sentence.general);
		return false;
	};
	return sentences.filter(isShown).map(textOf).join(' ');
}

const MAX_HEADLINE = 300;

/** A text of the service as a headline: shortened, after the tokens in it have been removed. */
export function toHeadline(text: string, tokens: Tokens): string {
	const line = tokens.removeFrom(text).replace(/\.$/, '');
	return line.length > MAX_HEADLINE ? `${line.slice(0, MAX_HEADLINE - 3)}...` : line;
}
