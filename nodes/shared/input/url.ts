/**
 * The URL that a text is, or undefined if it isn't one.
 *
 * `URL.canParse` would be shorter, but Node.js 20 refuses an umlaut once V8 has optimised the call.
 */
export function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
