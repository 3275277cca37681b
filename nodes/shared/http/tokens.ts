import { isObject } from '../values';

/** A shorter text is not a real token, but may be a part of many words. */
const MIN_LENGTH = 8;

/** Shown in place of a token. */
const REMOVED = '***';

/** What is nested deeper is no part of a record, and is removed with the token in it. */
const MAX_DEPTH = 100;

/**
 * The tokens that requests were sent with. `sendOnce` removes them from all that arrives, because n8n shows items and
 * messages, stores them and passes them on.
 */
export class Tokens {
	/** The longest first, because one token may be the start of another. */
	private known: string[] = [];

	add(token: string): void {
		if (token.length < MIN_LENGTH || this.known.includes(token)) return;
		this.known = [...this.known, token].sort((a, b) => b.length - a.length);
	}

	/** A text without the tokens. */
	removeFrom(text: string): string {
		return this.known.reduce((rest, token) => rest.replaceAll(token, REMOVED), text);
	}

	/**
	 * The body or the headers of a response without the tokens, in values and in names of fields.
	 *
	 * @returns the same object if it contains none of them
	 */
	removeFromObject<T>(value: T): T {
		return this.isIn(value) ? (this.removeAll(value) as T) : value;
	}

	/** Without recursion, because JSON may be nested more deeply than functions can be called. */
	private isIn(value: unknown): boolean {
		const pending = [value];
		while (pending.length > 0) {
			const part = pending.pop();
			if (typeof part === 'string') {
				if (this.known.some((token) => part.includes(token))) return true;
			} else if (Array.isArray(part)) {
				for (const entry of part) pending.push(entry);
			} else if (isObject(part)) {
				for (const name of Object.keys(part)) pending.push(name, part[name]);
			}
		}
		return false;
	}

	private removeAll(value: unknown, depth = 0): unknown {
		if (typeof value === 'string') return this.removeFrom(value);
		if (depth === MAX_DEPTH) return REMOVED;
		const within = (inner: unknown) => this.removeAll(inner, depth + 1);
		if (Array.isArray(value)) return value.map(within);
		if (!isObject(value)) return value;
		const entries = Object.entries(value).map(([name, inner]) => [
			this.removeFrom(name),
			within(inner),
		]);
		return Object.fromEntries(entries);
	}
}
