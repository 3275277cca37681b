import type {
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	PostReceiveAction,
} from 'n8n-workflow';

import { isBlank } from '../input/values';
import { Fault } from './fault';
import { type Request, requestDefaults } from './request';

/** A response of the service, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: IDataObject;
	/** Parsed JSON, or the text if it isn't JSON. */
	body: unknown;
}

/** How n8n sends a request: by its routing engine while a node runs, by its HTTP client in the editor. */
export type Carrier = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** A `postReceive` that hands on the whole response: `send.ts` judges it before it makes items of it. */
export const wholeResponse: PostReceiveAction = async (_items, response) => [
	{ json: response as unknown as IDataObject },
];

/** Options of every request. */
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
 * @returns the response, or the fault that kept it from arriving; never throws
 */
export async function sendOnce(
	carry: Carrier,
	{ method, url, query, body }: Request,
): Promise<Answer | Fault> {
	let content: object | undefined;
	try {
		// A new form for each attempt: one that was sent is used up.
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

/** Whether a response is a web page, such as a dashboard, a login page or a proxy's notice. */
export function isPage({ body, headers }: Answer): boolean {
	if (typeof body !== 'string' || isBlank(body)) return false;
	return /^\s*</.test(body) || /html/i.test(String(headers['content-type'] ?? ''));
}
