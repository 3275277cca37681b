import { urlOf, trimmed } from '../values';

/**
 * The address that every request to the service starts with.
 *
 * @param text the Base URL as typed. The path of a page of the service or of its API is removed, such as
 *   `/app/accounts/1/contacts?page=2` or `/api/v1`.
 * @returns origin and, if the service is mounted below a path, that path, without a trailing slash; and the account of
 *   a pasted page, empty without one
 * @throws Error with a message for the user
 */
export function readBaseUrl(text: unknown): { baseURL: string; account: string } {
	const input = trimmed(String(text ?? ''));
	if (input === '') {
		throw new Error(
			"'Base URL' is blank. Enter the address of your service, like https://app.example.com",
		);
	}
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(input)) {
		throw new Error(
			"'Base URL' doesn't start with https:// or http://. Enter it like https://app.example.com or http://localhost:3000",
		);
	}
	const url = urlOf(input);
	if (!url) {
		throw new Error("'Base URL' is not a valid address. Enter it like https://app.example.com");
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new Error(
			`'Base URL' starts with ${url.protocol}//. Enter an address that starts with https://`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new Error("'Base URL' contains a user name or password. Remove the part before the @");
	}
	const steps = url.pathname.split('/').filter((step) => step !== '');
	const path = steps.map((step) => `/${step}`).join('');
	const [pasted] = PASTED.exec(path) ?? [''];
	if (pasted === '' && (url.search !== '' || url.hash !== '')) {
		throw new Error("'Base URL' contains a ? or a #. Remove it and the text after it");
	}
	const [, account = ''] = /\/accounts\/(\d+)/.exec(pasted) ?? [];
	return { baseURL: url.origin + path.replace(PASTED, ''), account };
}

/** The end of a path that belongs to a page of the service or to its API. */
const PASTED = /\/(?:app(?:\/login|\/accounts(?:\/.*)?)?|api(?:\/v\d+(?:\/.*)?)?)$/i;
