/**
 * The address of the service as every request uses it.
 *
 * @param text the Base URL as the user typed it: spaces, trailing slashes and a pasted `/api/v1`,
 *   `/app` or `/app/accounts/1/...` are cut off
 * @returns scheme, host and, where the service lives below a path, that path; no trailing slash
 * @throws Error with a message for the user: blank, no scheme, another scheme, a query, a fragment
 *   or a user and password
 */
export function normalizeBaseUrl(text: unknown): string {
	const typed = String(text ?? '').trim();
	if (typed === '') {
		throw new Error(
			"'Base URL' is blank. Enter the address of your service, like https://app.example.com",
		);
	}
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
		throw new Error(
			`'Base URL' has no scheme. Enter it with https:// in front, like ${addressLike(typed)}`,
		);
	}
	if (!URL.canParse(typed)) {
		throw new Error("'Base URL' is not a valid address. Enter it like https://app.example.com");
	}
	const url = new URL(typed);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new Error(`'Base URL' starts with ${url.protocol}//. Enter it with https:// in front`);
	}
	if (url.username !== '' || url.password !== '') {
		throw new Error("'Base URL' contains a user name or password. Remove the part before the @");
	}
	if (url.search !== '' || url.hash !== '') {
		throw new Error("'Base URL' contains a ? or a #. Remove that sign and all that follows it");
	}
	return url.origin + withoutPastedPath(url.pathname);
}

/** The path below which the service lives, without pages of its own app and without its API prefix. */
function withoutPastedPath(path: string): string {
	const steps = path.split('/').filter((step) => step !== '');
	const pasted = steps.findIndex((_step, index) => isPasted(steps.slice(index, index + 2)));
	const own = pasted < 0 ? steps : steps.slice(0, pasted);
	return own.map((step) => `/${step}`).join('');
}

function isPasted([step, next]: string[]): boolean {
	if (/^app$/i.test(step)) return true;
	return /^api$/i.test(step) && (next === undefined || /^v\d+$/i.test(next));
}

/** Scheme and host of what was typed without `://`, for the example in the message. */
function addressLike(typed: string): string {
	const [, scheme, rest] = /^(?:(https?)(?::\/*|\/+))?(.*)$/is.exec(typed) ?? [];
	const host = /^[a-z0-9.-]+(?::\d+)?/i.exec(rest)?.[0] ?? 'app.example.com';
	return `${scheme?.toLowerCase() ?? 'https'}://${host}`;
}

/** The account in a pasted address of the dashboard: 3 in https://host/app/accounts/3/contacts. */
export function accountIn(address: unknown): string {
	return /\/accounts\/(\d+)(?:\/|$)/.exec(String(address ?? '').trim())?.[1] ?? '';
}
