import { isBlank } from '../input/values';
import type { Answer } from '../operation';

/** Whether a response is a web page, such as a dashboard, a login page or an error page of a proxy. */
export function isPage({ body, headers }: Answer): boolean {
	if (typeof body !== 'string' || isBlank(body)) return false;
	return /^\s*</.test(body) || /html/i.test(String(headers['content-type'] ?? ''));
}
