/** Why an item did not succeed, in the words that the user reads. */
export class Failure extends Error {
	/**
	 * @param message headline: what happened, in the service's own words where it said any
	 * @param description what to do next
	 * @param httpCode status of the answer, if there was one
	 * @param fields the fields that the service named, as on the wire
	 * @param unsure whether the service may have done all the same what it was asked for
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly httpCode?: number,
		readonly fields: string[] = [],
		readonly unsure = false,
	) {
		super(message);
	}
}

const LONGEST = 300;

/** A text of the service as a headline: the token cut out, should the service repeat it, and short. */
export function shownText(text: string, token: string): string {
	const line = withoutToken(text, token);
	return line.length > LONGEST ? `${line.slice(0, LONGEST - 3)}...` : line;
}

/** A text that may be of any length, without the token. */
export function withoutToken(text: string, token: string): string {
	return token === '' ? text : text.replaceAll(token, '***');
}
