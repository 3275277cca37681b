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
