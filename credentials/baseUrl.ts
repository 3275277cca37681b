/** What a user pastes behind the address of the service: pages of its own app and its API prefix. */
const PASTED_PATH = /\/(?:app(?:\/.*)?|api(?:\/v\d+(?:\/.*)?)?)?\/*$/i;

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
			`'Base URL' has no scheme. Enter it with https:// in front, like https://${hostLike(typed)}`,
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
	return url.origin + url.pathname.replace(PASTED_PATH, '').replace(/\/+$/, '');
}

/** The host part of what was typed without a scheme, for the example in the message. */
function hostLike(typed: string): string {
	return /^[a-z0-9.-]+(?::\d+)?/i.exec(typed)?.[0] ?? 'app.example.com';
}

/** The account in a pasted address of the dashboard: 3 in https://host/app/accounts/3/contacts. */
export function accountIn(address: unknown): string {
	return /\/accounts\/(\d+)(?:\/|$)/.exec(String(address ?? '').trim())?.[1] ?? '';
}
