/** Texts first, so that digits inside them are no numbers. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * The first number in a JSON text that JavaScript cannot keep as it is written: too many digits, as
 * in the ID 12345678901234567890, or too large.
 */
export function changedNumber(json: string): string | undefined {
	for (const [token] of json.matchAll(TEXT_OR_NUMBER)) {
		if (!token.startsWith('"') && written(token) !== written(String(Number(token)))) return token;
	}
	return undefined;
}

/** Whether a value is a number that is none, or one with more digits than JavaScript keeps. */
export function isInexact(value: unknown): boolean {
	if (typeof value !== 'number') return false;
	return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** One way to write a number for all its ways: sign, digits and power of ten; 1.50e3 is 15e2. */
function written(number: string): string {
	const [, sign, whole, fraction = '', power = '0'] =
		/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
	if (whole === undefined) return number;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
}
