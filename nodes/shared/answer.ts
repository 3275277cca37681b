import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IN8nHttpFullResponse,
	PostReceiveAction,
} from 'n8n-workflow';

import { Fault } from './fault';
import type { AddressedRequest } from './operation';

/** What the service answered, whatever its status. */
export interface Answer {
	status: number;
	/** Names in lower case. */
	headers: IDataObject;
	/** Parsed JSON, or the text as it came if it is none. */
	body: unknown;
}

/** postReceive: hands on the response itself, for send.ts judges it before it makes items of it. */
export const wholeResponse: PostReceiveAction = async (_items, response) => [
	{ json: response as unknown as IDataObject },
];

/**
 * Sends one request through the engine, once.
 *
 * @param engineRequest what the engine has prepared: defaults of the node, the user's timeout, proxy
 * @returns the answer, or the fault that kept it from arriving; never throws
 */
export async function sendOnce(
	context: IExecutePaginationFunctions,
	engineRequest: DeclarativeRestApiSettings.ResultOptions,
	{ method, url, query, body }: AddressedRequest,
): Promise<Answer | Fault> {
	try {
		const content = typeof body === 'function' ? await body() : body;
		// A copy for each attempt: the engine and the credential write into what they are given.
		const options = { ...engineRequest.options, method, url, qs: query, body: content };
		const [item] = await context.makeRoutingRequest({ ...engineRequest, options });
		return toAnswer(item.json as unknown as IN8nHttpFullResponse);
	} catch (error) {
		return new Fault(error);
	}
}

/** The engine's response in our terms. */
export function toAnswer({ statusCode, headers, body }: IN8nHttpFullResponse): Answer {
	return { status: statusCode, headers: headers as IDataObject, body };
}
