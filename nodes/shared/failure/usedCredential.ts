import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Used } from '../operation';
import { sentWith } from '../transport/sent';
import { Tokens } from './tokens';

/**
 * What the requests of a run were sent with. n8n reads the credential for each request: it can be changed
 * during the run, and with expressions it can differ between items.
 */
export class UsedCredential implements Used {
	readonly tokens = new Tokens();
	baseUrl = '';
	tokenHeader = '';

	/** Takes note of a request that has been sent. */
	note(options: IHttpRequestOptions): void {
		const sent = sentWith(options);
		if (!sent) return;
		this.tokens.add(sent.token);
		this.baseUrl = sent.baseUrl;
		this.tokenHeader = sent.tokenHeader;
	}
}
