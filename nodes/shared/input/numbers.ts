/** Texts first, so that digits inside them are no numbers. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * The first number in a JSON text that JavaScript cannot keep as it is written: too many digits, as
 * in the ID 12345678901234567890, or too large.
 */
export function changedNumber(json: string): string | undefined {
	for (const [token] of json.matchAll(TEXT_OR_NUMBER)) {
		if (!token.startsWith('"') && digits(token) !== digits(String(Number(token)))) return token;
	}
	return undefined;
}

/** Whether a value is a number that is none, or one with more digits than JavaScript keeps. */
export function isInexact(value: unknown): boolean {
	if (typeof value !== 'number') return false;
	return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** The digits of a number, without zeros at their ends: the same for 1.50e3 and 15e2. */
function digits(number: string): string {
	return number.replace(/e.*|[-.]/gi, '').replace(/^0+|0+$/g, '');
}
