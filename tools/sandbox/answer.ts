/** What goes back over the wire: a status, headers and the body as text. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** An answer that carries `value` as JSON. */
export function json(status: number, value: unknown): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8' },
		body: JSON.stringify(value),
	};
}

/** An answer of plain text. */
export function text(status: number, body: string): Answer {
	return { status, headers: { 'content-type': 'text/plain' }, body };
}

/** An answer that is an HTML page. */
export function html(status: number, body: string): Answer {
	return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** An answer without a body. */
export function empty(status: number): Answer {
	return { status, headers: {}, body: '' };
}

/** The same answer with further headers. */
export function withHeaders(answer: Answer, headers: Record<string, string>): Answer {
	return { ...answer, headers: { ...answer.headers, ...headers } };
}
