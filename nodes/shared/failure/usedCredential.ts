import type { IHttpRequestOptions } from 'n8n-workflow';

import type { SentWith } from '../operation';
import { TOKEN_HEADERS } from '../transport/authenticate';
import { Tokens } from './tokens';

/**
 * What the requests of a run were sent with. n8n reads the credential for each request: it can be changed
 * during the run, and with expressions it can differ between items.
 */
export class UsedCredential implements SentWith {
	readonly tokens = new Tokens();
	baseUrl = '';

	/** Takes note of a request that has been sent. Without a token, the credential was not valid. */
	note({ baseURL = '', headers = {} }: IHttpRequestOptions): void {
		const tokenHeader = TOKEN_HEADERS.find((name) => headers[name] !== undefined);
		if (!tokenHeader) return;
		this.tokens.add(String(headers[tokenHeader]));
		this.baseUrl = baseURL;
	}
}
