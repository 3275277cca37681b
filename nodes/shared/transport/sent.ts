import type { IHttpRequestOptions } from 'n8n-workflow';

/** What a request was sent with. */
export interface Sent {
	baseUrl: string;
	token: string;
	tokenHeader: string;
}

/** By the options of the request: n8n hands them to `authenticate` as the node made them. */
const sent = new WeakMap<object, Sent>();

/** Takes note of what a request is sent with. */
export function noteSent(options: IHttpRequestOptions, by: Sent): void {
	sent.set(options, by);
}

/** What a request was sent with. Undefined if it was not sent. */
export function sentWith(options: IHttpRequestOptions): Sent | undefined {
	return sent.get(options);
}
