/** Texts come first, so that digits in a text are not taken for a number. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * The first number in valid JSON that JavaScript would change: a whole number beyond 2^53 that it
 * rounds, such as the ID 12345678901234567890, or one that overflows. Fractions are rounded by every
 * program that reads them.
 */
export function changedNumber(json: string): string | undefined {
	for (const [token] of json.matchAll(TEXT_OR_NUMBER)) {
		if (!token.startsWith('"') && isChanged(token)) return token;
	}
	return undefined;
}

function isChanged(token: string): boolean {
	return isInexact(Number(token)) && isRounded(token);
}

/** Whether JavaScript changes the digits of a number, or finds it too large. */
export function isRounded(number: string): boolean {
	return digits(number) !== digits(String(Number(number)));
}

/** Whether a value is a number that isn't finite, or a whole one beyond 2^53. */
export function isInexact(value: unknown): boolean {
	if (typeof value !== 'number') return false;
	return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** The digits of a number without zeros at their ends: the same for 1.50e3 and 15e2. */
function digits(number: string): string {
	return /[1-9](?:.*[1-9])?/.exec(number.replace(/e.*|[-.]/gi, ''))?.[0] ?? '';
}
