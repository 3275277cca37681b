/** What the expressions of a parameter return, each on its own, and the text that is typed around them. */
import { ExpressionParser } from 'n8n-workflow';

import { isBlank, isExpression, quote, trimmed } from '../values';
import { type Check, InvalidValue } from './invalidValue';

/** What makes one text of several in an expression, outside of quotes. */
const JOINS = /\+|`[^`]*\$\{|\.concat\(/;
const LITERALS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<=[(,]\s{0,9})\/(?:[^/\\]|\\.)+\//g;

/** What JavaScript joins in place of a missing value. Null and NaN may be parts of a name, but not whole words. */
const MISSING = /undefined|\[object \w+\]|(?<![\p{L}\p{N}])(?:null|NaN)(?![\p{L}\p{N}])/u;
const OBJECT = /\[object \w+\]/;

/**
 * Makes a check read a text as empty if its expressions returned nothing, whatever is typed around them: `+49` would
 * be the phone number of all rows that have none, and find everybody in a country.
 */
export function needsExpressions<T>(check: Check<T | undefined>): Check<T | undefined> {
	return (value, raw, evaluate) =>
		isEmptyBetween(partsOf(raw), value) ? undefined : check(value, raw, evaluate);
}

/**
 * Makes a check of a key reject one with a missing part, because many records may share it: `cust-acme-` is the same for
 * all customers of a shop, and `undefined@example.com` for all people without a login.
 */
export function wholeKey<T>(check: Check<T | undefined>): Check<T | undefined> {
	return (value, raw, evaluate) => {
		const parts = partsOf(raw);
		const key = isEmptyBetween(parts, value) ? undefined : check(value, raw);
		if (key === undefined) return undefined;
		// Evaluating an expression takes processor time, and the value of the field shows what a single one returned.
		const isEach = parts.expressions.length > 1 && evaluate !== undefined;
		for (const expression of parts.expressions)
			rejectMissingPart(expression, isEach ? evaluate(expression) : value);
		return key;
	};
}

/** Whether the expressions of a field returned nothing, so that its value is only the text around them. */
function isEmptyBetween({ expressions, around }: Parts, value: unknown): boolean {
	return expressions.length > 0 && typeof value === 'string' && trimmed(value) === around;
}

function rejectMissingPart(expression: string, result: unknown): void {
	const lacks = `lacks a part: ${quote(expression)} returned`;
	if (isBlank(result)) throw new InvalidValue(`${lacks} nothing`);
	const text = [result].flat().join(', ');
	const isJoined = JOINS.test(expression.replace(LITERALS, ''));
	if ((isJoined ? MISSING : OBJECT).test(text)) throw new InvalidValue(`${lacks} ${quote(text)}`);
}

/** The expressions in a raw parameter, such as `{{ $json.id }}`, and the text around them, trimmed. */
interface Parts {
	expressions: string[];
	around: string;
}

function partsOf(raw: unknown): Parts {
	const chunks = isExpression(raw) ? ExpressionParser.splitExpression(String(raw).slice(1)) : [];
	const textsOf = (type: string) => chunks.filter((chunk) => chunk.type === type);
	return {
		expressions: textsOf('code').map(({ text }) => `{{${text}}}`),
		around: trimmed(
			textsOf('text')
				.map(({ text }) => text)
				.join(''),
		),
	};
}
