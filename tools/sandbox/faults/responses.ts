import { empty, html, json, text, withHeaders, type HttpResponse } from '../response';
import type { PlannedFault, RetryAfter } from './faults';

/** The service's web page, which it serves for paths outside the API. */
export const DASHBOARD_PAGE =
	'<!DOCTYPE html>\n<html><head><title>Customer Conversation</title></head>' +
	'<body><div id="app"></div></body></html>\n';

/** What Chatwoot says if its database has cancelled the query. */
const QUERY_CANCELLED = 'The request took too long to complete. Please try again.';

/** What a faulty response is made from. */
export interface FaultContext {
	/** Path with query. */
	url: string;
	/** The operation's own response, or null if the operation was skipped. */
	original: HttpResponse | null;
	/** The time of the mock server's clock, in milliseconds since 1970. */
	now: number;
	/** The dialect's response to a request beyond the rate limit. */
	rateLimited: HttpResponse;
}

/** A Retry-After header with seconds or with a date. */
function retryAfterHeader({ form, seconds }: RetryAfter, now: number): Record<string, string> {
	const date = new Date(now + seconds * 1000).toUTCString();
	return { 'retry-after': form === 'date' ? date : String(seconds) };
}

function errorPage(status: number): string {
	return `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>nginx</body></html>\n`;
}

const STATUS_RESPONSES: Record<'json' | 'html' | 'empty', (status: number) => HttpResponse> = {
	json: (status) => json(status, { status, error: 'Something went wrong on the server' }),
	html: (status) => html(status, errorPage(status)),
	empty,
};

/** The response that a fault causes, or undefined if it causes none. */
export function faultyResponse(
	fault: PlannedFault,
	{ url, original, now, rateLimited }: FaultContext,
): HttpResponse | undefined {
	switch (fault.kind) {
		case 'rateLimit':
			return withHeaders(
				rateLimited,
				fault.retryAfter ? retryAfterHeader(fault.retryAfter, now) : {},
			);
		case 'status':
			return STATUS_RESPONSES[fault.format ?? 'json'](fault.status);
		case 'queryCancelled':
			return json(422, { error: QUERY_CANCELLED });
		case 'truncated':
			return original
				? { ...original, body: original.body.slice(0, original.body.length / 2) }
				: undefined;
		case 'redirect':
			return withHeaders(empty(fault.status ?? 301), { location: fault.to + url });
		case 'response': {
			const { status, headers = {}, body = '' } = fault;
			const response = typeof body === 'string' ? text(status, body) : json(status, body);
			return withHeaders(response, headers);
		}
		default:
			return undefined;
	}
}
