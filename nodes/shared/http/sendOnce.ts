import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ApiRequest, ApiResponse } from '../operation';
import { type Attempt, toAttempt } from './attempt';
import { Fault } from './fault';
import type { Tokens } from './tokens';

/** Sends a request through n8n: its routing engine while a node runs, its HTTP client in the editor. */
export type HttpClient = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/**
 * The request defaults of every node. n8n evaluates each entry several times for every item, so there are
 * no expressions here, and `ALWAYS` has all other options.
 */
export const requestDefaults = { json: true };

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

/**
 * Sends one request once, without retries. Never throws.
 *
 * @param tokens of all requests so far. They are removed from the response.
 */
export async function sendOnce(
	client: HttpClient,
	request: ApiRequest,
	tokens: Tokens,
): Promise<Attempt> {
	const sentAt = performance.now();
	const received = await receive(client, request);
	const tookMs = performance.now() - sentAt;
	return toAttempt(withoutTokens(received, tokens), sentAt, tookMs);
}

function withoutTokens(received: ApiResponse | Fault, tokens: Tokens): ApiResponse | Fault {
	if (received instanceof Fault) {
		const message = tokens.removeFrom(received.message);
		const description = tokens.removeFrom(received.advice);
		return new Fault({ message, description }, received.kind);
	}
	const { status, headers, body } = received;
	return { status, headers: tokens.removeFromObject(headers), body: tokens.removeFromObject(body) };
}

async function receive(
	client: HttpClient,
	{ method, url: path, query, body, maxTimeoutMs }: ApiRequest,
): Promise<ApiResponse | Fault> {
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
		const options = { method, url, body: content, headers, timeout: maxTimeoutMs };
		const response = await client({ ...options, ...ALWAYS });
		const { statusCode: status, body: received } = response;
		return { status, headers: response.headers as IDataObject, body: received };
	} catch (error) {
		return new Fault(error);
	}
}

/**
 * The text of a JSON body. n8n's HTTP client copies an object without some of its fields, such as `constructor`, and
 * sends nothing for an empty one. It leaves a text as it is.
 */
export function jsonText(body: object): string {
	return JSON.stringify(body);
}

/** A path with its query as text, for the same reason. A list becomes several parameters of the same name. */
function withQuery(path: string, query: IDataObject = {}): string {
	const parameters = Object.entries(query)
		.flatMap(([name, value]) => [value].flat().map((single): [string, unknown] => [name, single]))
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
	return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
