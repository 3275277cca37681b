/** Why an item did not succeed, in the words that the user reads. */
export class Failure extends Error {
	/**
	 * @param message headline: what happened, in the service's own words where it said any
	 * @param description what to do next
	 * @param httpCode status of the answer, if there was one
	 * @param fields the fields that the service named, as on the wire
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly httpCode?: number,
		readonly fields: string[] = [],
	) {
		super(message);
	}
}
