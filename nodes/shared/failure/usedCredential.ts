import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Used } from '../operation';
import { credentialUseOf } from '../transport/credentialUse';
import { Tokens } from './tokens';

/**
 * What the requests of a run were sent with. n8n reads the credential for each request: it can be changed
 * during the run, and with expressions it can differ between items.
 */
export class UsedCredential implements Used {
	readonly tokens = new Tokens();
	readonly baseUrls = new Set<string>();

	/** Takes note of a request that has been sent. */
	note(options: IHttpRequestOptions): void {
		const use = credentialUseOf(options);
		if (!use) return;
		this.tokens.add(use.token);
		this.baseUrls.add(use.baseUrl);
	}
}
