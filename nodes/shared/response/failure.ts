/** Why an item failed, in the words that the user sees. */
export class Failure extends Error {
	/** Status of the response, if there was one. */
	readonly httpCode?: number;
	/** Fields that the service named, by their names in the API. */
	readonly fields: string[] = [];
	/** Whether the request may have been carried out, although nothing proves it. */
	readonly isUnclear: boolean = false;
	/** Whether the cause passes within minutes. */
	readonly isTransient: boolean = false;
	/** Sentences that a long message leaves out. */
	readonly general: string[] = [];
	/** What it is about: `helpAddress` has the section of docs/troubleshooting.md. */
	readonly topic?: string;

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

	/** A copy with another description, made of the sentences that are not blank, and other details. */
	with(sentences: Array<Sentence | false | undefined>, details: Partial<Failure> = {}): Failure {
		const description = sentences.filter((each) => each && typeof each === 'string').join(' ');
		const added = sentences.flatMap((each) => (typeof each === 'object' ? [each.general] : []));
		const general = [...this.general, ...added];
		return new Failure(this.message, description, { ...this, general, ...details });
	}
}

/** A sentence of a message. A general one is left out of a long message. */
export type Sentence = string | { general: string };
