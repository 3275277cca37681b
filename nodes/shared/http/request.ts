import type { IDataObject } from 'n8n-workflow';

/**
 * The request defaults of every node. n8n evaluates each entry several times for every item, so there are
 * no expressions here, and `sendOnce` sets all other options.
 */
export const requestDefaults = { json: true };

/**
 * The text of a JSON body. n8n's HTTP client copies an object without some of its fields, such as `constructor`, and
 * sends nothing for an empty one. It leaves a text as it is.
 */
export function jsonText(body: object): string {
	return JSON.stringify(body);
}

/** A path with its query as text, for the same reason. A list becomes several parameters of the same name. */
export function withQuery(path: string, query: IDataObject = {}): string {
	const parameters = Object.entries(query)
		.flatMap(([name, value]) => [value].flat().map((each): [string, unknown] => [name, each]))
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
	return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/**
 * Fills a documented URL template.
 *
 * @param template like `/api/v1/accounts/{account_id}/labels/{id}`
 * @returns the path; `{account_id}` stays if the node has no account of its own
 * @throws Error if another placeholder has no value, which is a bug of this package
 */
export function fillPath(template: string, values: Record<string, number | undefined>): string {
	return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
		const value = values[name];
		if (value !== undefined) return String(value);
		if (name === 'account_id') return placeholder;
		throw new Error(`The endpoint ${template} has no value for ${placeholder}`);
	});
}
