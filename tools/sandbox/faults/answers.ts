import { empty, html, json, text, withHeaders, type Answer } from '../answer';
import type { PlannedFault, RetryAfter } from './faults';

/** The service's web page, as it answers for paths outside the API. */
export const DASHBOARD_PAGE =
	'<!DOCTYPE html>\n<html><head><title>Customer Conversation</title></head>' +
	'<body><div id="app"></div></body></html>\n';

/** What is known of the request that meets a fault. */
export interface Situation {
	/** Path with query. */
	url: string;
	/** What the operation answered; null where it was skipped. */
	usual: Answer | null;
	/** How the dialect refuses one request too many. */
	tooMany: Answer;
}

/** The header Retry-After with seconds or with a date. */
export function retryAfterHeader({ form, seconds }: RetryAfter): Record<string, string> {
	const date = new Date(Date.now() + seconds * 1000).toUTCString();
	return { 'retry-after': form === 'date' ? date : String(seconds) };
}

function errorPage(status: number): string {
	return `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>nginx</body></html>\n`;
}

const STATUS_ANSWERS: Record<'json' | 'html' | 'empty', (status: number) => Answer> = {
	json: (status) => json(status, { status, error: 'Something went wrong on the server' }),
	html: (status) => html(status, errorPage(status)),
	empty,
};

/** What a fault answers in place of the usual; undefined where it answers nothing. */
export function faultyAnswer(
	fault: PlannedFault,
	{ url, usual, tooMany }: Situation,
): Answer | undefined {
	switch (fault.kind) {
		case 'rateLimit':
			return withHeaders(tooMany, fault.retryAfter ? retryAfterHeader(fault.retryAfter) : {});
		case 'status':
			return STATUS_ANSWERS[fault.format ?? 'json'](fault.status);
		case 'truncated':
			return usual ? { ...usual, body: usual.body.slice(0, usual.body.length / 2) } : undefined;
		case 'redirect':
			return withHeaders(empty(fault.status ?? 301), { location: fault.to + url });
		case 'answer': {
			const { status, headers = {}, body = '' } = fault;
			const answer = typeof body === 'string' ? text(status, body) : json(status, body);
			return withHeaders(answer, headers);
		}
		default:
			return undefined;
	}
}
