import { isBlank } from '../input/values';
import type { Answer } from '../operation';

/**
 * Whether a response is a web page, such as a dashboard, a login page or an error page of a proxy. A text without
 * a tag is none, although many servers declare each text as HTML.
 */
export function isPage({ body, headers }: Answer): boolean {
	if (typeof body !== 'string' || isBlank(body)) return false;
	const isHtml = /html/i.test(String(headers['content-type'] ?? ''));
	return /^\s*</.test(body) || (isHtml && /<[a-z!/]/i.test(body));
}
