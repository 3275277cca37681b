import type { HelpTopic } from './helpTopics';

interface Details {
	/** Status of the response, if there was one. */
	httpCode?: number;
	/** Fields that the service named, as on the wire. */
	fields?: string[];
	/** Whether the service may have done what it was asked for, although nothing proves it. */
	unclear?: boolean;
	/** Where docs/troubleshooting.md explains it. */
	help?: HelpTopic;
}

/** Why an item failed, in the words that the user reads. */
export class Failure extends Error {
	readonly httpCode?: number;
	readonly fields: string[];
	readonly unclear: boolean;
	readonly help?: HelpTopic;

	/**
	 * @param message headline: what happened, in the service's own words if it gave any
	 * @param description what to do next
	 */
	constructor(
		message: string,
		readonly description: string,
		{ httpCode, fields = [], unclear = false, help }: Details = {},
	) {
		super(message);
		this.httpCode = httpCode;
		this.fields = fields;
		this.unclear = unclear;
		this.help = help;
	}

	/** The same failure with something else to do next, and the section that explains that. */
	withDescription(description: string, help = this.help): Failure {
		return new Failure(this.message, description, { ...this, help });
	}
}

const MAX_HEADLINE = 300;

/** A text of the service as a headline: without the token, should the service repeat it, and short. */
export function shownText(text: string, token: string): string {
	const line = withoutToken(text, token);
	return line.length > MAX_HEADLINE ? `${line.slice(0, MAX_HEADLINE - 3)}...` : line;
}

/** A text of any length without the token. */
export function withoutToken(text: string, token: string): string {
	return token === '' ? text : text.replaceAll(token, '***');
}
