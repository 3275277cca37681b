import { isObject } from '../input/values';

/** A shorter text is not a real token, but may be a part of many words. */
const MIN_LENGTH = 8;

/** Shown in place of a token. */
const REMOVED = '***';

/** Finds nothing. */
const NONE = /(?!)/g;

/**
 * The tokens that requests were sent with. They are removed from all that the service sends back, because n8n shows
 * items and messages, stores them and passes them on. Each character is found as it is or as its percent code, because
 * encoders differ in what they encode.
 */
export class Tokens {
	private readonly known = new Set<string>();
	private pattern = NONE;

	/** @param token in ASCII, as headers carry it */
	add(token: string): void {
		if (token.length < MIN_LENGTH || this.known.has(token)) return;
		this.known.add(token);
		// The longest first, because one token may be the start of another.
		const longestFirst = [...this.known].sort((one, other) => other.length - one.length);
		this.pattern = new RegExp(longestFirst.map(spellings).join('|'), 'g');
	}

	/** A text without the tokens. */
	removeFrom(text: string): string {
		return text.replace(this.pattern, REMOVED);
	}

	/**
	 * A record or the body of a response without the tokens, in values and in names of fields.
	 *
	 * @returns the same object if it contains none of them
	 * @throws RangeError if it is nested too deeply to be copied
	 */
	removeFromObject<T>(value: T): T {
		return this.isIn(value) ? (this.removeAll(value) as T) : value;
	}

	private isIn(value: unknown): boolean {
		if (typeof value === 'string') return value.search(this.pattern) >= 0;
		if (typeof value !== 'object' || value === null) return false;
		const inner: unknown[] = Array.isArray(value) ? value : Object.entries(value).flat();
		return inner.some((each) => this.isIn(each));
	}

	private removeAll(value: unknown): unknown {
		if (typeof value === 'string') return this.removeFrom(value);
		if (Array.isArray(value)) return value.map((entry) => this.removeAll(entry));
		if (!isObject(value)) return value;
		const entries = Object.entries(value).map(([name, inner]) => [
			this.removeFrom(name),
			this.removeAll(inner),
		]);
		return Object.fromEntries(entries);
	}
}

/** A pattern of a token, in which each character may be encoded, even more than once: `-`, `%2d`, `%2D` or `%252D`. */
function spellings(token: string): string {
	return token.replace(/[^]/g, (character) => {
		const code = character.charCodeAt(0).toString(16).padStart(2, '0');
		const digits = code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
		return `(?:%(?:25)*${digits}|\\x${code})`;
	});
}
