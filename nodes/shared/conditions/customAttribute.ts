/** Custom attributes: their types, the lists to choose them from, and how conditions compare them. */
import type { DisplayCondition } from 'n8n-workflow';

import { boolean, type Choice, text } from '../input/checks';
import { type Check, InvalidValue, UnexpectedValue, withError } from '../input/invalidValue';
import { isRounded, sendable } from '../input/json';
import { listOf } from '../input/rows';
import { isIsoTime, isoDay } from '../input/time';
import { enumerate, isExpression, isInexact, quote, trimmed } from '../values';
import { CONTAINS_OPERATORS, DAYS, NO_VALUE, ORDER_OPERATORS } from './operators';

/** The types of n8n's fields that custom attributes have. */
type FieldType = 'boolean' | 'dateTime' | 'number' | 'options' | 'string';

/** The types of custom attributes as the service names them, each with the type of its field. */
const FIELD_TYPES = new Map<unknown, FieldType>([
	['checkbox', 'boolean'],
	['currency', 'number'],
	['date', 'dateTime'],
	['link', 'string'],
	['list', 'options'],
	['number', 'number'],
	['percent', 'number'],
	['text', 'string'],
]);

/** How the value of a field is read. A choice is a text here, which may end with an emoji. */
const READERS: Record<FieldType, (value: unknown, zone: string) => unknown> = {
	boolean,
	dateTime: isoDay,
	number: exactNumber,
	options: (value) => text(value)?.trim(),
	string: text,
};

/** A custom attribute that was chosen from a list. */
export interface ChosenAttribute {
	key: string;
	/** Whether contacts or conversations have it, if the service says so. */
	owner?: 'contact' | 'conversation';
	/** What the service calls its type, if that is one of the types above. */
	type?: string;
}

/** The type of the field for an attribute, or undefined for a type that isn't known. */
export function fieldTypeOf(type: unknown): FieldType | undefined {
	return FIELD_TYPES.get(type);
}

export function isFieldType(type: unknown): type is FieldType {
	return typeof type === 'string' && Object.hasOwn(READERS, type);
}

/**
 * The display conditions for an attribute of type list that was chosen from the list. They find all texts from a colon
 * to the next character: n8n 1.123 fails where it looks for the start of a value that isn't a text.
 */
export const IS_LIST: DisplayCondition[] = [
	{ _cnd: { between: { from: '.list:', to: '.list;' } } },
	{ _cnd: { between: { from: 'contact.list:', to: 'contact.list;' } } },
	{ _cnd: { between: { from: 'conversation.list:', to: 'conversation.list;' } } },
];

/**
 * The display conditions for every other attribute, also for a typed key and an expression: the texts before, between
 * and behind the lists. In `show`, an expression meets any condition.
 */
export const IS_NO_LIST: DisplayCondition[] = [
	{ _cnd: { lt: '.list:' } },
	{ _cnd: { between: { from: '.list;', to: 'contact.list:' } } },
	{ _cnd: { between: { from: 'contact.list;', to: 'conversation.list:' } } },
	{ _cnd: { gte: 'conversation.list;' } },
];

/** The value of an attribute in the list: its owner and type before its key, as in `contact.number:score`. */
export function listValue({ key, owner, type }: ChosenAttribute): string {
	return `${owner ?? ''}.${type ?? ''}:${key}`;
}

const LIST_VALUE = /^(?<owner>contact|conversation|)\.(?<type>[a-z]*):(?<key>.+)$/s;

/**
 * The attribute that was chosen from a list, or undefined for a typed key or an expression. The editor keeps the value
 * of the list when the user switches to another mode, so the mode doesn't matter.
 */
export function chosenAttribute(raw: unknown): ChosenAttribute | undefined {
	if (typeof raw !== 'string' || isExpression(raw)) return undefined;
	const { owner, type = '', key = '' } = LIST_VALUE.exec(raw)?.groups ?? {};
	if (key === '' || (type !== '' && !FIELD_TYPES.has(type))) return undefined;
	return {
		key,
		...((owner === 'contact' || owner === 'conversation') && { owner }),
		...(type !== '' && { type }),
	};
}

export function valueOfType(type: FieldType, value: unknown, zone: string): unknown {
	return READERS[type](value, zone);
}

/** A number with three decimals in some countries, and thousands in others. */
const THOUSANDS_OR_DECIMALS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Rejects a text that two countries read as different numbers, such as 1.234. */
function rejectTwoMeanings(value: unknown): void {
	const input = typeof value === 'string' ? trimmed(value) : '';
	if (!THOUSANDS_OR_DECIMALS.test(input)) return;
	const thousands = input.replace('.', '');
	throw new InvalidValue(
		`is ${quote(input)}, which means ${thousands} in some countries. Enter ${thousands} or ${input}0`,
	);
}

/** A number, or its text if JavaScript would round it. */
function exactNumber(value: unknown): number | string {
	if (typeof value === 'number' && Number.isFinite(value)) return sendable(value);
	const number = typeof value === 'string' ? trimmed(value) : '';
	if (!isNumber(number)) {
		throw new UnexpectedValue('a number like 1234.5', value);
	}
	rejectTwoMeanings(number);
	return isRounded(number) || isInexact(Number(number)) ? number : Number(number);
}

/** Whether a text is a number, and not one that is too large for JSON. */
function isNumber(value: string): boolean {
	return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
}

/** What the check of a custom attribute's value depends on. */
export interface CustomContext {
	operator: string;
	/** The custom attribute, if it was chosen from the list. */
	chosen?: ChosenAttribute;
	/** Time zone of the workflow, for times without an offset. */
	zone: string;
}

/**
 * One or several values of a custom attribute, or a single one to compare sizes or times with. A list may be compared
 * with any text, because contacts may have choices that the service no longer offers.
 */
export function customCheck({ operator, chosen, zone }: CustomContext): Check<unknown> {
	const isOrder = ORDER_OPERATORS.includes(operator);
	const type = fieldTypeOf(chosen?.type);
	if (!type || CONTAINS_OPERATORS.includes(operator)) return isOrder ? numberOrDate : listOf(text);
	const check: Check<string | undefined> = (value) =>
		withError(() => text(valueOfType(type, value, zone)), withRemedy);
	return isOrder ? check : listOf(check);
}

function withRemedy(error: InvalidValue): InvalidValue {
	if (!(error instanceof UnexpectedValue)) return error;
	return new InvalidValue(
		`${error.message}. If the attribute has changed in the service, choose it again`,
	);
}

/** A number or a date, with a T before its time. Servers refuse another text, or compare it as it is. */
function numberOrDate(value: unknown): string | undefined {
	const input = trimmed(text(value) ?? '');
	if (input === '') return undefined;
	rejectTwoMeanings(value);
	if (isNumber(input) || isIsoTime(input)) return input.replace(' ', 'T');
	throw new InvalidValue(
		`must be a number like 50 or a date like 2026-01-31, but is ${quote(value)}`,
	);
}

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
export function rejectForType({ chosen, operator }: CustomContext, offered: Choice[]): void {
	if (!chosen?.type) return;
	const supported = operatorsFor(chosen.type);
	if (supported.includes(operator)) return;
	const nameOf = (value: string) => offered.find((choice) => choice.value === value)?.name;
	const names = supported.map(nameOf).filter((name) => name !== undefined);
	const remedy =
		names.length > 0
			? `With a ${chosen.type}, use ${enumerate(names, 'or')}`
			: 'Choose another attribute';
	throw new InvalidValue(
		`can't compare a ${chosen.type} with '${nameOf(operator) ?? operator}'. ${remedy}, or use 'Conditions (JSON)'`,
	);
}
