/** An HTTP response with its body as text. */
export interface HttpResponse {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A response with `value` as JSON. */
export function json(status: number, value: unknown): HttpResponse {
	return {
		status,
		headers: JSON_TYPE,
		body: JSON.stringify(value),
	};
}

/** A response with plain text. */
export function text(status: number, body: string): HttpResponse {
	return { status, headers: { 'content-type': 'text/plain' }, body };
}

/** A response with an HTML page. */
export function html(status: number, body: string): HttpResponse {
	return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** A response without a body. */
export function empty(status: number): HttpResponse {
	return { status, headers: {}, body: '' };
}

/** The response to a delete. Upstream declares the empty body as JSON. */
export function deleted(upstream: boolean): HttpResponse {
	return upstream ? withHeaders(empty(200), JSON_TYPE) : empty(204);
}

/** A copy of the response with additional headers. */
export function withHeaders(response: HttpResponse, headers: Record<string, string>): HttpResponse {
	return { ...response, headers: { ...response.headers, ...headers } };
}
