import type { HelpTopic } from './helpTopics';

interface Details {
	/** Status of the response, if there was one. */
	httpCode?: number;
	/** Fields that the service named, by their names in the API. */
	fields?: string[];
	/** Whether the request may have been carried out, although nothing proves it. */
	unclear?: boolean;
	/** The section of docs/troubleshooting.md that explains it. */
	help?: HelpTopic;
}

/** Why an item failed, in the words that the user sees. */
export class Failure extends Error {
	readonly httpCode?: number;
	readonly fields: string[];
	readonly unclear: boolean;
	readonly help?: HelpTopic;

	/**
	 * @param message headline: what happened, in the service's own words if it gives any
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

	/** A copy with another description, and the section that explains it. */
	withDescription(description: string, help = this.help): Failure {
		return new Failure(this.message, description, { ...this, help });
	}
}

const MAX_HEADLINE = 300;

/** A text of the service as a headline: shortened, and without the token in case the service repeats it. */
export function shownText(text: string, token: string): string {
	const line = withoutToken(text, token);
	return line.length > MAX_HEADLINE ? `${line.slice(0, MAX_HEADLINE - 3)}...` : line;
}

/** A text of any length without the token. */
export function withoutToken(text: string, token: string): string {
	return token === '' ? text : text.replaceAll(token, '***');
}
