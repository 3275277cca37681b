import type {
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	PostReceiveAction,
} from 'n8n-workflow';

import type { Response, Request } from '../operation';
import { type Attempt, toAttempt } from './attempt';
import { Fault } from './fault';
import { jsonText, requestDefaults, withQuery } from './request';

/** Sends a request through n8n: its routing engine while a node runs, its HTTP client in the editor. */
export type HttpClient = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** A `postReceive` that passes on the whole response: the item's run classifies it and turns it into items. */
export const wholeResponse: PostReceiveAction = async (_items, response) => [
	{ json: response as unknown as IDataObject },
];

/** Options of every request. */
const ALWAYS = {
	...requestDefaults,
	// An error response has the service's message in its body.
	ignoreHttpStatusErrors: true,
	// A redirect must not take the token to another address.
	disableFollowRedirect: true,
} as const;

/** n8n sends a text without this header as a form. */
const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Sends one request once, without retries. Never throws. */
export async function sendOnce(client: HttpClient, request: Request): Promise<Attempt> {
	const sentAt = performance.now();
	const response = await receive(client, request);
	return toAttempt(response, sentAt, performance.now() - sentAt);
}

async function receive(
	client: HttpClient,
	{ method, url: path, query, body, maxTimeoutMs }: Request,
): Promise<Response | Fault> {
	let content: string | FormData | undefined;
	try {
		// A form can be sent only once, so each attempt makes a new one.
		content = typeof body === 'function' ? await body() : body && jsonText(body);
	} catch (error) {
		return new Fault(error, 'unreadableFile');
	}
	try {
		const url = withQuery(path, query);
		const headers = typeof content === 'string' ? JSON_HEADERS : {};
		const own = { method, url, body: content, headers, timeout: maxTimeoutMs };
		const response = await client({ ...own, ...ALWAYS });
		const { statusCode: status, body: received } = response;
		return { status, headers: response.headers as IDataObject, body: received };
	} catch (error) {
		return new Fault(error);
	}
}
