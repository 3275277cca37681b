import type {
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	PostReceiveAction,
} from 'n8n-workflow';

import { isBlank } from '../input/values';
import { Fault } from './fault';
import { type Reply, replyOf } from './reply';
import { type Request, requestDefaults } from './request';

/** A response of the service with any status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: IDataObject;
	/** Parsed JSON, or the text if it isn't JSON. */
	body: unknown;
}

/** Sends a request through n8n: its routing engine while a node runs, its HTTP client in the editor. */
export type Carrier = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** A `postReceive` that passes on the whole response: `send.ts` judges it and turns it into items. */
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
	arrayFormat: 'repeat',
} as const;

/** Sends one request once, without retries. Never throws. */
export async function sendOnce(carry: Carrier, request: Request): Promise<Reply> {
	const sentAt = performance.now();
	const answer = await answerTo(carry, request);
	return replyOf(answer, performance.now() - sentAt);
}

async function answerTo(
	carry: Carrier,
	{ method, url, query, body }: Request,
): Promise<Answer | Fault> {
	let content: object | undefined;
	try {
		// A form can be sent only once, so each attempt makes a new one.
		content = typeof body === 'function' ? await body() : body;
	} catch (error) {
		return new Fault(error, 'lostFile');
	}
	try {
		const response = await carry({ method, url, qs: query, body: content, ...ALWAYS });
		const { statusCode: status, headers, body: received } = response;
		return { status, headers: headers as IDataObject, body: received };
	} catch (error) {
		return new Fault(error);
	}
}

/** Whether a response is a web page, such as a dashboard, a login page or an error page of a proxy. */
export function isPage({ body, headers }: Answer): boolean {
	if (typeof body !== 'string' || isBlank(body)) return false;
	return /^\s*</.test(body) || /html/i.test(String(headers['content-type'] ?? ''));
}
