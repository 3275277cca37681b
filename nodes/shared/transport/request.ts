import type { PathValues } from '../operation';

/**
 * The request defaults of every node. n8n evaluates each entry several times for every item, so there are
 * no expressions here, and `sendOnce` sets all other options.
 */
export const requestDefaults = { json: true };

/**
 * Fills a documented URL template.
 *
 * @param template like `/api/v1/accounts/{account_id}/labels/{id}`
 * @returns the path; `{account_id}` stays if the node has no account of its own
 * @throws Error if another placeholder has no value, which is a bug of this package
 */
export function fillPath(template: string, values: PathValues): string {
	return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
		const value = values[name];
		if (value !== undefined) return String(value);
		if (name === 'account_id') return placeholder;
		throw new Error(`The endpoint ${template} has no value for ${placeholder}`);
	});
}
