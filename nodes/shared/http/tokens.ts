import { isObject } from '../values';

/** A shorter text is not a real token, but may be a part of many words. */
const MIN_LENGTH = 8;

/** Shown in place of a token. */
const REMOVED = '***';

/**
 * The tokens that requests were sent with. They are removed from all that the service sends back, because n8n shows
 * items and messages, stores them and passes them on.
 */
export class Tokens {
	/** The longest first, because one token may be the start of another. */
	private known: string[] = [];

	add(token: string): void {
		if (token.length < MIN_LENGTH || this.known.includes(token)) return;
		this.known = [...this.known, token].sort((one, other) => other.length - one.length);
	}

	/** A text without the tokens. */
	removeFrom(text: string): string {
		return this.known.reduce((rest, token) => rest.replaceAll(token, REMOVED), text);
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
		if (typeof value === 'string') return this.known.some((token) => value.includes(token));
		if (Array.isArray(value)) return value.some((entry) => this.isIn(entry));
		if (!isObject(value)) return false;
		for (const name of Object.keys(value)) {
			if (this.isIn(name) || this.isIn(value[name])) return true;
		}
		return false;
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
