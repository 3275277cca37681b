import type { IHttpRequestOptions } from 'n8n-workflow';

/** What the credential gave to a request. */
interface CredentialUse {
	baseUrl: string;
	token: string;
}

/** By the options of the request: n8n hands them to `authenticate` as the node made them. */
const uses = new WeakMap<object, CredentialUse>();

/** Takes note of what a request is sent with. */
export function noteCredentialUse(options: IHttpRequestOptions, use: CredentialUse): void {
	uses.set(options, use);
}

/** What a request was sent with. Undefined if it was not sent. */
export function credentialUseOf(options: IHttpRequestOptions): CredentialUse | undefined {
	return uses.get(options);
}
