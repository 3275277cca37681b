import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { accountIn, normalizeBaseUrl } from './baseUrl';

/** How the token travels (contract, 5.1). A name, not a secret. */
export const tokenHeaderField: INodeProperties = {
	displayName: 'Token Header',
	name: 'tokenHeader',
	type: 'options',
	default: 'api_access_token',
	options: [
		{
			name: 'api_access_token',
			value: 'api_access_token',
			description: 'The documented header',
		},
		{
			name: 'api-access-token',
			value: 'api-access-token',
			description: 'For a proxy that drops headers with underscores, as nginx does',
		},
	],
	description: 'Name of the header that carries the token',
};

/** n8n's HTTP Request node names the address `uri`; it is absolute there. */
type AnyRequest = IHttpRequestOptions & { uri?: string };

/**
 * Completes a request with the address of the service, the account and the token (contract,
 * sections 4 and 5). Serves the nodes, the credential test and n8n's HTTP Request node.
 *
 * @param credentials as typed into the credential
 * @param request a path of the service, `{account_id}` in it standing for the credential's account,
 *   or an absolute URL of the same origin
 * @returns the request with address and token header set
 * @throws Error for an unusable Base URL, token or Account ID, and for a URL of another origin:
 *   the token is for its own service only
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	request: AnyRequest,
): Promise<IHttpRequestOptions> {
	const baseURL = normalizeBaseUrl(credentials.baseUrl);
	const headers = { ...request.headers, [headerName(credentials)]: token(credentials) };
	const address = request.url ?? request.uri ?? '';
	if (isAbsolute(address)) {
		refuseOtherOrigin(address, baseURL);
		// A redirect that the HTTP Request node follows must not carry the token to another host.
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
	// Without a base, as it will be sent: `https:host` is a path below a base, and a host without.
	const target = URL.canParse(address) ? new URL(address).origin : address;
	const origin = new URL(baseURL).origin;
	if (target !== origin) {
		throw new Error(
			`The request goes to ${target}, but this credential belongs to ${origin}. Its token is sent to no other address.`,
		);
	}
}

function headerName(credentials: ICredentialDataDecryptedObject): string {
	return credentials.tokenHeader === 'api-access-token' ? 'api-access-token' : 'api_access_token';
}

function token(credentials: ICredentialDataDecryptedObject): string {
	const text = String(credentials.apiAccessToken ?? '').trim();
	if (text === '') {
		throw new Error("'API Access Token' is blank. Copy it from your profile page in the service");
	}
	if (!/^[\x21-\x7e]+$/.test(text)) {
		throw new Error(
			"'API Access Token' contains a space or another sign that no token has. Copy it again from your profile page",
		);
	}
	return text;
}

function accountId(credentials: ICredentialDataDecryptedObject): string {
	const text = String(credentials.accountId ?? '').trim() || accountIn(credentials.baseUrl);
	if (/^[1-9]\d{0,15}$/.test(text)) return text;
	const wrong = text === '' ? 'blank' : 'not a whole number above 0';
	throw new Error(
		`'Account ID' of the credential is ${wrong}. It is the number after /accounts/ in the address bar of the service`,
	);
}
