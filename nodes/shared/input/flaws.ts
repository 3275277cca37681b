import { codePoint } from './keys';
import { isJson, quote, trimmed } from './values';

/** The texts that JavaScript makes of a missing value, an invalid date or an object. */
const MISSING = /^(?:undefined|null|NaN|Invalid Date(?:Time)?|\[object \w+\])$/;

/** The error of a spreadsheet, such as #REF!, #NAME? and #N/A, which Excel translates. */
const SPREADSHEET_ERROR = /^#(?:[¡¿]?\p{Lu}[^\p{Ll}\s]*[!?]|N\/[ABDV]|NV|Н\/Д)$/u;

/**
 * Characters that a program leaves if it reads a file in the wrong encoding: U+FFFD, and the invisible
 * controls from U+0080 to U+009F, of which only U+0085, a line end, has a use.
 */
const LOST = /[\x80-\x84\x86-\x9f\uFFFD]/;

/**
 * What is wrong with a value that an expression returned: a text such as `undefined`, which nobody enters on purpose.
 * Typed by hand, such a text is sent like any other.
 *
 * @param mayBeJson whether a text may be JSON
 * @returns the end of a sentence that starts with the field's name
 */
export function flawOf(value: unknown, mayBeJson: boolean): string | undefined {
	if (typeof value === 'string') {
		const flaw = flawOfText(value);
		if (flaw ?? !(mayBeJson && isJson(value))) return flaw;
		return flawOf(JSON.parse(trimmed(value)), false);
	}
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
	return Object.entries(value)
		.flat()
		.map((inner) => flawOf(inner, false))
		.find((flaw) => flaw !== undefined)
		?.replace(/^is/, 'contains');
}

/** What is wrong with a text that was typed: an expression of n8n that n8n doesn't evaluate. */
export function flawOfTyped(text: string): string | undefined {
	const [expression] = /\{\{\s*\$[^{}]*(?:\}\})?/.exec(text) ?? [];
	if (expression === undefined) return undefined;
	return `contains an expression that was not evaluated: ${quote(expression)}. Switch the field to 'Expression'`;
}

function flawOfText(text: string): string | undefined {
	const word = trimmed(text);
	if (MISSING.test(word)) return `is ${quote(word)}. Check the expression`;
	if (SPREADSHEET_ERROR.test(word)) {
		return `is ${quote(word)}, which a spreadsheet shows if it has no value. Correct the cell`;
	}
	const [lost] = LOST.exec(text) ?? [];
	if (lost === undefined) return undefined;
	return `contains a lost character (${codePoint(lost)}). Check the encoding of the file that it comes from`;
}
