/**
 * Checks of parameter values. A check takes the value that the user typed or an expression returned. It returns the
 * value to send, or `undefined` for an empty value, or throws `InvalidValue`.
 */
import type { INodePropertyOptions } from 'n8n-workflow';

import { sendable } from './json';
import {
	enumerate,
	folded,
	isBlank,
	isDate,
	isExpression,
	isText,
	quote,
	trimmed,
} from '../values';
import { type Check, InvalidValue, UnexpectedValue } from './invalidValue';

/** An empty value where one is required. */
export class EmptyValue extends InvalidValue {
	constructor() {
		super('is blank');
	}
}

/** Makes a check reject an empty value. */
export function required<T>(check: Check<T | undefined>): Check<T> {
	return (value, raw, evaluate) => {
		const checked = check(value, raw, evaluate);
		if (checked === undefined) throw new EmptyValue();
		return checked;
	};
}

/**
 * Rejects a request whose fields are all empty, although none of them is required.
 *
 * @param remedy whole sentences
 */
export function atLeastOne<T extends object>(fields: T, remedy: string): T {
	if (Object.values(fields).some((value) => value !== undefined)) return fields;
	throw new InvalidValue(`All fields are blank for this item. ${remedy}`);
}

/** Makes a check accept a field that was left empty, but reject an expression that returned nothing. */
export function refusingEmptyExpression<T>(check: Check<T>): Check<T> {
	return (value, raw, evaluate) => {
		if (!isBlank(value) || isBlank(raw)) return check(value, raw, evaluate);
		throw new InvalidValue('is set by an expression that returned nothing');
	};
}

/** A whole number from 1 to 2^53 - 1, as a number or in plain digits, such as an ID or a limit. */
export function positiveInteger(value: unknown): number | undefined {
	return integer(value, 1, 'above 0');
}

/** A whole number from 0, such as a number of retries. */
export function wholeNumber(value: unknown): number | undefined {
	return integer(value, 0, 'from 0');
}

function integer(value: unknown, least: number, range: string): number | undefined {
	if (isBlank(value)) return undefined;
	const isNumber = typeof value === 'number' || typeof value === 'string';
	const digits = isNumber ? trimmed(String(value)) : '';
	const number = /^(?:0|[1-9][0-9]*)$/.test(digits) ? Number(digits) : NaN;
	if (number >= least && Number.isSafeInteger(number)) return number;
	const { MAX_SAFE_INTEGER: largest } = Number;
	const limit = number > largest ? `. The largest that n8n keeps is ${largest}` : '';
	throw new InvalidValue(`must be a whole number ${range}, but is ${quote(value)}${limit}`);
}

/** Free text, as typed. Numbers and booleans become text, and dates ISO 8601. */
export function text(value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	if (isDate(value)) {
		const iso = value.toJSON();
		if (iso === null) throw new InvalidValue('is an invalid date');
		return iso;
	}
	if (typeof value === 'object' || Number.isNaN(value)) {
		throw new InvalidValue(`must be text, but is ${quote(value)}`);
	}
	return String(sendable(value));
}

/** Text that clears its field if the user adds the field and leaves it empty. */
export function clearableText(value: unknown, raw?: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	return text(value) ?? (isExpression(raw) ? undefined : '');
}

/** True or false, or a word or number for it: yes, no, 1, 0. */
export function boolean(value: unknown): boolean | undefined {
	if (isBlank(value)) return undefined;
	const truth = truthOf(value);
	if (truth === undefined) throw new UnexpectedValue('true or false', value);
	return truth;
}

/** What a word or number for true or false means, and undefined for any other value. */
export function truthOf(value: unknown): boolean | undefined {
	const word = typeof value === 'object' ? '' : trimmed(String(value));
	if (/^(?:true|1|yes)$/i.test(word)) return true;
	return /^(?:false|0|no)$/i.test(word) ? false : undefined;
}

/** An option of a dropdown. */
export interface Choice<T extends string = string> extends INodePropertyOptions {
	value: T;
}

/** The option that a text names by its value or by its label, in any case: an expression may return either. */
export function choiceIn<T extends string>(
	choices: Array<Choice<T>>,
	value: unknown,
): Choice<T> | undefined {
	if (!isText(value)) return undefined;
	return choices.find((option) =>
		[option.value, option.name].some((text) => folded(text) === folded(value)),
	);
}

/** Makes a check that accepts only the choices of a dropdown. A choice with an empty value counts as empty. */
export function choice<T extends string>(choices: Array<Choice<T>>): Check<T | undefined> {
	return (value) => {
		const chosen = choiceIn(choices, value)?.value;
		if (chosen !== undefined || isBlank(value)) return chosen || undefined;
		throw new InvalidValue(`must be ${labelsOf(choices)}, but is ${quote(value)}`);
	};
}

/** The labels of a dropdown as a message lists them. */
export function labelsOf(choices: Choice[]): string {
	return enumerate([...new Set(choices.map(({ name }) => name))], 'or');
}

export function valuesIn(choices: Choice[]): string[] {
	return choices.map(({ value }) => value);
}
