const LONGEST = 300;

/** A text of the service as a headline: the token cut out, should the service repeat it, and short. */
export function shownText(text: string, token: string): string {
	const line = withoutToken(text, token);
	return line.length > LONGEST ? `${line.slice(0, LONGEST - 3)}...` : line;
}

/** A text that may be of any length, without the token. */
export function withoutToken(text: string, token: string): string {
	return token === '' ? text : text.replaceAll(token, '***');
}
