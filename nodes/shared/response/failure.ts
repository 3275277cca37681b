import type { Topic } from '../topics';

/** Why an item failed, in the words that the user sees. */
export class Failure extends Error {
	/** Status of the response, if there was one. */
	readonly httpCode?: number;
	/** Fields that the service named, by their names in the API. */
	readonly fields: string[] = [];
	/** Whether the request may have been carried out, but no response confirms it. */
	readonly isUnclear: boolean = false;
	/** Whether the cause passes within minutes. */
	readonly isTransient: boolean = false;
	/** Sentences that a long message leaves out. */
	readonly optional: string[] = [];
	/** What it is about: `helpAddress` has the section of docs/troubleshooting.md. */
	readonly topic?: Topic;

	/**
	 * @param message headline: what happened, in the service's own words if it gives any
	 * @param description what to do next
	 * @param details among them the error of our own code, with its stack, as its `cause`
	 */
	constructor(
		message: string,
		readonly description: string,
		details: Partial<Failure> = {},
	) {
		super(message);
		Object.assign(this, details, { description });
	}

	/** A copy with these sentences as its description, without empty ones, and with other details. */
	withDescription(
		sentences: Array<Sentence | false | undefined>,
		details: Partial<Failure> = {},
	): Failure {
		const description = sentences
			.filter((sentence) => sentence && typeof sentence === 'string')
			.join(' ');
		const added = sentences.flatMap((sentence) =>
			typeof sentence === 'object' ? [sentence.optional] : [],
		);
		const optional = [...this.optional, ...added];
		return new Failure(this.message, description, { ...this, optional, ...details });
	}
}

/** A sentence of a message. A long message leaves out those that are optional. */
export type Sentence = string | { optional: string };
