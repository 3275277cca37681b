import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { readBaseUrl } from './baseUrl';
import { urlOf, trimmed } from '../values';

/** A request of the nodes, or of n8n's HTTP Request node, which has an absolute URL in `uri`. */
type AnyRequest = IHttpRequestOptions & {
	uri?: string;
	/** Called with the service and the account before the request is sent. It throws if the request must not go there. */
	checkAccount?: (account: string) => void;
};

/** The names of the header that carries the token. */
const TOKEN_HEADERS = ['api_access_token', 'api-access-token'];

/** The token that a request was sent with; empty if the credential was not valid. */
export function sentToken({ headers = {} }: IHttpRequestOptions): string {
	const name = TOKEN_HEADERS.find((header) => headers[header] !== undefined);
	return name ? String(headers[name]) : '';
}

/**
 * Adds the address of the service, the account and the token to a request (contract, sections 4 and 5), for the nodes, the
 * credential test and n8n's HTTP Request node. It changes the request itself, so that a node can read the token that it was
 * sent with.
 *
 * @param credentials as typed
 * @param request with a path, in which `{account_id}` stands for the credential's account, or with an absolute
 *   URL of the same origin
 * @returns the same request with its address and the header of the token
 * @throws Error if Base URL, token or Account ID is invalid, if the URL has another origin, which must not
 *   get the token, if the request has no address, or if it must not go to this account
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	request: AnyRequest,
): Promise<IHttpRequestOptions> {
	const { baseURL, account: inBaseUrl } = readBaseUrl(credentials.baseUrl);
	const headers = { ...request.headers, [headerName(credentials)]: token(credentials) };
	const address = request.url ?? request.uri ?? '';
	// n8n sends an empty request if the node doesn't have the chosen operation.
	if (address === '') {
		throw new Error('This node does not have the chosen operation. Choose another one');
	}
	if (isAbsolute(address)) {
		refuseOtherOrigin(address, baseURL);
		// The HTTP Request node follows redirects. These must not take the token to another host.
		const allowedDomains = request.allowedDomains ?? new URL(baseURL).hostname;
		return Object.assign(request, { headers, allowedDomains });
	}
	const url = address.replace('{account_id}', () => accountOf(credentials, inBaseUrl));
	const [account = ''] = /^.*?\/accounts\/\d+/.exec(url) ?? [];
	request.checkAccount?.(baseURL + account);
	return Object.assign(request, { baseURL, url, headers });
}

function isAbsolute(address: string): boolean {
	return /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(address.trim());
}

function refuseOtherOrigin(address: string, baseURL: string): void {
	// Parsed without a base URL, as n8n does: with one, `https:host` would be a path.
	const target = urlOf(address)?.origin ?? address;
	const origin = new URL(baseURL).origin;
	if (target !== origin) {
		throw new Error(
			`The request goes to ${target}, but this credential is only for ${origin}. Its token is sent to no other address.`,
		);
	}
}

function headerName({ tokenHeader }: ICredentialDataDecryptedObject): string {
	return tokenHeader === 'api-access-token' ? 'api-access-token' : 'api_access_token';
}

function token(credentials: ICredentialDataDecryptedObject): string {
	const text = trimmed(String(credentials.apiAccessToken ?? ''));
	if (text === '') {
		throw new Error(
			"'API Access Token' is blank. Copy it from your profile settings in the service",
		);
	}
	if (!/^[\x21-\x7e]+$/.test(text)) {
		throw new Error(
			"'API Access Token' contains a space or another invalid character. Copy it again from your profile settings",
		);
	}
	return text;
}

/**
 * The account of a credential.
 *
 * @param inBaseUrl the account of a page that was pasted as Base URL; empty without one
 * @throws Error if 'Account ID' is invalid or contradicts 'Base URL'
 */
function accountOf({ accountId }: ICredentialDataDecryptedObject, inBaseUrl: string): string {
	const input = trimmed(String(accountId ?? ''));
	const account = input || inBaseUrl;
	if (!/^[1-9]\d*$/.test(account) || !Number.isSafeInteger(Number(account))) {
		const wrong = account === '' ? 'blank' : 'not a whole number above 0';
		throw new Error(
			`'Account ID' of the credential is ${wrong}. Enter the number after /accounts/ in the address bar of the service`,
		);
	}
	if (inBaseUrl === '' || inBaseUrl === account) return account;
	throw new Error(
		`'Account ID' of the credential is ${account}, but 'Base URL' is a page of account ${inBaseUrl}. Correct one of them`,
	);
}
