import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** Method and path of a request; `{account_id}` may be left in the path for the credential. */
export interface Endpoint {
	method: IHttpRequestMethods;
	url: string;
}

/** A request as it leaves; address and token come from the credential. */
export interface Request extends Endpoint {
	query?: IDataObject;
	/** What leaves as JSON, or a function that makes a fresh form for each attempt. */
	body?: object | (() => Promise<FormData>);
}

/**
 * What the engine sends a declarative node with. It evaluates each entry for every item, more than
 * once: the rest of what holds for every request stands in `sendOnce`, and no expression here.
 */
export const requestDefaults = { json: true };

/** The values of an endpoint's placeholders; one that is undefined is left to the credential. */
export type PathValues = Record<string, number | undefined>;

/**
 * Fills a documented URL template.
 *
 * @param template like `/api/v1/accounts/{account_id}/labels/{id}`
 * @returns the path; `{account_id}` stays where the node has no account of its own
 * @throws Error for another placeholder without a value: that is a defect of this package
 */
export function fillPath(template: string, values: PathValues): string {
	return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
		const value = values[name];
		if (value !== undefined) return String(value);
		if (name === 'account_id') return placeholder;
		throw new Error(`The endpoint ${template} has no value for ${placeholder}`);
	});
}
