import { isObject } from '../input/values';

/** A shorter text is not a real token, but may be a word in a record. */
const MIN_LENGTH = 8;

/** Shown in place of a token. */
const REMOVED = '***';

/** The HTML entities that servers escape characters with, beside those with a number. */
const ENTITIES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** A token, and how it is found. */
interface Known {
	/** Matches each form of it. */
	pattern: RegExp;
	/** A part that all forms have. Saves time: most texts don't contain it. */
	plainPart: string;
	mayBeWord: boolean;
}

/**
 * The tokens that requests were sent with. They are removed from all that the service sends back, because
 * n8n shows items and messages, stores them and passes them on.
 *
 * A token is found as it was sent, and in the ways in which texts are escaped: each character can be itself,
 * percent-encoded, with a backslash in front, a JSON escape or an HTML entity. Letters and digits are never
 * escaped.
 */
export class Tokens {
	private readonly known = new Map<string, Known>();

	add(token: string): void {
		if (token === '' || this.known.has(token)) return;
		this.known.set(token, {
			pattern: patternOf(token),
			plainPart: plainPart(token),
			mayBeWord: token.length < MIN_LENGTH,
		});
	}

	/** A text without the tokens. */
	removeFrom(text: string): string {
		return without(text, this.known.values());
	}

	/**
	 * A record or the body of a response without the tokens, in values and in names of fields. Tokens that
	 * may be words stay.
	 *
	 * @returns the same object if it contains none of them
	 * @throws RangeError if it is nested too deeply to be copied
	 */
	removeFromObject<T>(value: T): T {
		if (typeof value === 'string') return this.removeFrom(value) as T;
		const text = JSON.stringify(value) ?? '';
		const found = [...this.known.values()].filter(
			({ mayBeWord, plainPart: part, pattern }) =>
				!mayBeWord && text.includes(part) && pattern.test(text),
		);
		if (found.length === 0) return value;
		const cut = (_name: string, part: unknown) => {
			if (typeof part === 'string') return without(part, found);
			if (!isObject(part)) return part;
			return Object.fromEntries(
				Object.entries(part).map(([name, each]) => [without(name, found), each]),
			);
		};
		return JSON.parse(text, cut) as T;
	}
}

function without(text: string, tokens: Iterable<Known>): string {
	let cleaned = text;
	for (const { plainPart: part, pattern } of tokens) {
		if (cleaned.includes(part)) cleaned = cleaned.split(pattern).join(REMOVED);
	}
	return cleaned;
}

/** The longest part of a token that is never escaped. */
function plainPart(token: string): string {
	const parts = token.split(/[^a-z\d]+/i);
	return parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
}

function patternOf(token: string): RegExp {
	return new RegExp([...token].map(formsOf).join(''));
}

/** A pattern for the forms of a character, with upper and lower case in hexadecimal digits. */
function formsOf(character: string): string {
	if (/[a-z\d]/i.test(character)) return character;
	const code = character.charCodeAt(0);
	const hex = code.toString(16).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const itself = `\\u${code.toString(16).padStart(4, '0')}`;
	const named = ENTITIES[character] ? `|&${ENTITIES[character]};` : '';
	// The longer forms come first, because they begin with characters that a token can contain.
	return `(?:%${hex}|&#0*${code};|&#[xX]0*${hex};${named}|\\\\{0,3}(?:u00${hex}|${itself}))`;
}
