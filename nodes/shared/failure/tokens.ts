import { isObject } from '../input/values';

/** A shorter text is not a real token, but may be a part of many words. */
const MIN_LENGTH = 8;

/** Shown in place of a token. */
const REMOVED = '***';

/**
 * The tokens that requests were sent with, as they are and URL-encoded. They are removed from all that the service
 * sends back, because n8n shows items and messages, stores them and passes them on.
 */
export class Tokens {
	private readonly variants = new Set<string>();

	add(token: string): void {
		if (token.length >= MIN_LENGTH) this.variants.add(token).add(encodeURIComponent(token));
	}

	/** A text without the tokens. */
	removeFrom(text: string): string {
		return removeAll(text, [...this.variants]) as string;
	}

	/**
	 * A record or the body of a response without the tokens, in values and in names of fields.
	 *
	 * @returns the same object if it contains none of them
	 * @throws RangeError if it is nested too deeply to be copied
	 */
	removeFromObject<T>(value: T): T {
		if (typeof value === 'string') return this.removeFrom(value) as T;
		const text = JSON.stringify(value) ?? '';
		const found = [...this.variants].filter((variant) =>
			text.includes(JSON.stringify(variant).slice(1, -1)),
		);
		return found.length === 0 ? value : (removeAll(value, found) as T);
	}
}

function removeAll(value: unknown, variants: string[]): unknown {
	if (typeof value === 'string')
		return variants.reduce((text, variant) => text.replaceAll(variant, REMOVED), value);
	if (Array.isArray(value)) return value.map((entry) => removeAll(entry, variants));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			removeAll(name, variants) as string,
			removeAll(inner, variants),
		]),
	);
}
