import type {
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	PostReceiveAction,
} from 'n8n-workflow';

import { isBlank } from '../input/values';
import { Fault } from './fault';
import { type Request, requestDefaults } from './request';

/** What the service answered, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: IDataObject;
	/** Parsed JSON, or the text as it came if it is none. */
	body: unknown;
}

/** n8n's way to send a request: the routing engine while a node runs, its request layer in the editor. */
export type Carrier = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** postReceive: hands on the response itself, for send.ts judges it before it makes items of it. */
export const wholeResponse: PostReceiveAction = async (_items, response) => [
	{ json: response as unknown as IDataObject },
];

/** What holds for every request. */
const ALWAYS = {
	...requestDefaults,
	// The nodes read the service's own words from the body of any status.
	ignoreHttpStatusErrors: true,
	// The token goes to the address of the credential and nowhere else.
	disableFollowRedirect: true,
	arrayFormat: 'repeat',
} as const;

/**
 * Sends one request, once.
 *
 * @returns the answer, or the fault that kept it from arriving; never throws
 */
export async function sendOnce(
	carry: Carrier,
	{ method, url, query, body }: Request,
): Promise<Answer | Fault> {
	let content: object | undefined;
	try {
		// A fresh form for each attempt: what has been sent once is used up.
		content = typeof body === 'function' ? await body() : body;
	} catch (error) {
		return new Fault(error, 'lostFile');
	}
	try {
		const response = await carry({ method, url, qs: query, body: content, ...ALWAYS });
		const { statusCode: status, headers, body: answered } = response;
		return { status, headers: headers as IDataObject, body: answered };
	} catch (error) {
		return new Fault(error);
	}
}

/** Whether a body is a web page: the dashboard of the service, a login page, a proxy's notice. */
export function isPage({ body, headers }: Answer): boolean {
	if (typeof body !== 'string' || isBlank(body)) return false;
	return /^\s*</.test(body) || /html/i.test(String(headers['content-type'] ?? ''));
}
