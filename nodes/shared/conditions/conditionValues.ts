/** Which values a row may have, and which operators a custom attribute of a given type may have. */
import {
	type ChosenAttribute,
	fieldTypeOf,
	isNumber,
	rejectTwoMeanings,
	valueOfType,
} from './attributeType';
import { CONTAINS_OPERATORS, DAYS, NO_VALUE, ORDER, ORDER_OPERATORS } from './operators';
import { countryCode, rejectNullWord, textCheckFor, UNIQUE_ATTRIBUTES } from '../input/keys';
import { type Choice, positiveInteger, text } from '../input/checks';
import { enumerate, quote, trimmed } from '../values';
import { UnexpectedValue, InvalidValue } from '../input/invalidValue';
import { type Check } from '../input/invalidValue';
import { commaList, listOf } from '../input/rows';
import { isIsoTime, utcDateOf } from '../input/time';

/** What the check of a value depends on. */
export interface ValueContext {
	attribute: string;
	operator: string;
	/** The custom attribute, if it was chosen from the list. */
	chosen?: ChosenAttribute;
	/** Time zone of the workflow, for times without an offset. */
	zone: string;
}

/** One or several texts. A word for no value is refused where nearly all contacts would differ from it. */
export function textCheck({ attribute, operator }: ValueContext): Check<unknown> {
	const check = textCheckFor(attribute);
	const findsAll = operator === 'not_equal_to' && UNIQUE_ATTRIBUTES.includes(attribute);
	return listOf(findsAll ? rejectNullWord(check) : check);
}

/** One or several codes of countries. A comma separates them. */
export const countryCodesCheck = () =>
	commaList(countryCode(". To send another text, use 'Conditions (JSON)'"));

/**
 * One or several values of a custom attribute, or a single one to compare sizes or times with. A list may be compared
 * with any text, because contacts may have choices that the service no longer offers.
 */
export function customCheck({ operator, chosen, zone }: ValueContext): Check<unknown> {
	const isOrder = ORDER_OPERATORS.includes(operator);
	const type = fieldTypeOf(chosen?.type);
	if (!type || CONTAINS_OPERATORS.includes(operator)) return isOrder ? numberOrDate : listOf(text);
	const one: Check<string | undefined> = (value) => {
		try {
			return text(valueOfType(type, value, zone));
		} catch (error) {
			throw errorOfType(error);
		}
	};
	return isOrder ? one : listOf(one);
}

function errorOfType(error: unknown): unknown {
	if (!(error instanceof UnexpectedValue)) return error;
	return new InvalidValue(
		`${error.message}. If the attribute has changed in the service, choose it again`,
	);
}

/** A number or a date, with a T before its time. Servers refuse another text, or compare it as it is. */
function numberOrDate(value: unknown): string | undefined {
	const written = trimmed(text(value) ?? '');
	if (written === '') return undefined;
	rejectTwoMeanings(value);
	if (isNumber(written) || isIsoTime(written)) return written.replace(' ', 'T');
	throw new InvalidValue(
		`must be a number like 50 or a date like 2026-01-31, but is ${quote(value)}`,
	);
}

/** Reads a number of days as the date to compare with. Is After excludes that date. */
export const daysCheck =
	({ operator, zone }: ValueContext): Check<string | undefined> =>
	(value) => {
		const days = positiveInteger(value);
		if (days === undefined) return undefined;
		const date = utcDateOf(zone, DAYS[operator] === ORDER.after ? days + 1 : days);
		if (isIsoTime(date)) return date;
		// The number is most likely a time in seconds.
		throw new InvalidValue(`must be a number of days like 30, but is ${quote(value)}`);
	};

/** The operators that servers support for each type of custom attributes. They support none for currency and percent. */
const SUPPORTED: Array<{ operators: string[]; types: string[] }> = [
	{
		operators: ['equal_to', 'not_equal_to', ...NO_VALUE],
		types: ['text', 'link', 'list', 'number', 'date', 'checkbox'],
	},
	{ operators: CONTAINS_OPERATORS, types: ['text', 'link', 'list'] },
	{ operators: ORDER_OPERATORS, types: ['number', 'date'] },
	{ operators: Object.keys(DAYS), types: ['date'] },
];

function operatorsFor(type: string): string[] {
	return SUPPORTED.flatMap(({ operators, types }) => (types.includes(type) ? operators : []));
}

/** Whether a condition can compare an attribute of this type. A type that isn't known may be any. */
export function isComparable(type: unknown): boolean {
	return fieldTypeOf(type) === undefined || operatorsFor(String(type)).length > 0;
}

/**
 * Rejects an operator that servers don't support for the type of a chosen attribute: they answer with status 500, find
 * nothing, or store a rule that never runs. The message names those that the form offers.
 */
export function rejectForType({ chosen, operator }: ValueContext, offered: Choice[]): void {
	if (!chosen?.type) return;
	const supported = operatorsFor(chosen.type);
	if (supported.includes(operator)) return;
	const nameOf = (value: string) => offered.find((each) => each.value === value)?.name;
	const names = supported.map(nameOf).filter((name) => name !== undefined);
	const remedy =
		names.length > 0
			? `With a ${chosen.type}, use ${enumerate(names, 'or')}`
			: 'Choose another attribute';
	throw new InvalidValue(
		`can't compare a ${chosen.type} with '${nameOf(operator) ?? operator}'. ${remedy}, or use 'Conditions (JSON)'`,
	);
}
