import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { urlOf } from '../nodes/shared/input/url';
import { trimmed } from '../nodes/shared/input/values';
import { accountIn, normalizeBaseUrl } from './baseUrl';

/** The header of the token (contract, 5.1). */
export const tokenHeaderField: INodeProperties = {
	displayName: 'Token Header',
	name: 'tokenHeader',
	type: 'options',
	default: 'api_access_token',
	options: [
		{
			name: 'api_access_token',
			value: 'api_access_token',
			description: 'The header in the API documentation',
		},
		{
			name: 'api-access-token',
			value: 'api-access-token',
			description: 'For proxies that drop headers with underscores, such as nginx',
		},
	],
	description: 'Name of the header that carries the token',
};

/** n8n's HTTP Request node has an absolute address, which it calls `uri`. */
type AnyRequest = IHttpRequestOptions & { uri?: string };

/**
 * Completes a request with the address of the service, the account and the token (contract,
 * sections 4 and 5), for the nodes, the credential test and n8n's HTTP Request node.
 *
 * @param credentials as typed
 * @param request has a path of the service, with `{account_id}` for the credential's account, or an
 *   absolute URL of the same origin
 * @returns the request with its address and the header of the token
 * @throws Error for an unusable Base URL, token or Account ID, for a URL of another origin, which must
 *   not get the token, and for a request without an address
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	request: AnyRequest,
): Promise<IHttpRequestOptions> {
	const baseURL = normalizeBaseUrl(credentials.baseUrl);
	const headers = { ...request.headers, [headerName(credentials)]: token(credentials) };
	const address = request.url ?? request.uri ?? '';
	// n8n sends a request of its own for an operation that a node doesn't have.
	if (address === '') {
		throw new Error('This node does not have the chosen operation. Choose another one');
	}
	if (isAbsolute(address)) {
		refuseOtherOrigin(address, baseURL);
		// The HTTP Request node follows redirects, which must not take the token to another host.
		const allowedDomains = request.allowedDomains ?? new URL(baseURL).hostname;
		return { ...request, headers, allowedDomains };
	}
	const url = address.replace('{account_id}', () => accountId(credentials));
	return Object.assign({}, request, { baseURL, url, headers });
}

function isAbsolute(address: string): boolean {
	return /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(address.trim());
}

function refuseOtherOrigin(address: string, baseURL: string): void {
	// Parsed without a base, as it will be sent: with one, `https:host` would be a path.
	const target = urlOf(address)?.origin ?? address;
	const origin = new URL(baseURL).origin;
	if (target !== origin) {
		throw new Error(
			`The request goes to ${target}, but this credential is only for ${origin}. Its token is sent to no other address.`,
		);
	}
}

function headerName(credentials: ICredentialDataDecryptedObject): string {
	return credentials.tokenHeader === 'api-access-token' ? 'api-access-token' : 'api_access_token';
}

function token(credentials: ICredentialDataDecryptedObject): string {
	const text = trimmed(String(credentials.apiAccessToken ?? ''));
	if (text === '') {
		throw new Error("'API Access Token' is blank. Copy it from your profile page in the service");
	}
	if (!/^[\x21-\x7e]+$/.test(text)) {
		throw new Error(
			"'API Access Token' contains a space or another invalid character. Copy it again from your profile page",
		);
	}
	return text;
}

function accountId(credentials: ICredentialDataDecryptedObject): string {
	const typed = trimmed(String(credentials.accountId ?? ''));
	const inBaseUrl = accountIn(credentials.baseUrl);
	const account = typed || inBaseUrl;
	if (!/^[1-9]\d{0,15}$/.test(account)) {
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
