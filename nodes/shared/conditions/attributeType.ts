import { boolean, text } from '../input/checks';
import { isInexact, isRounded, sendable } from '../input/json';
import { isExpression, quote, trimmed } from '../values';
import { UnexpectedValue, InvalidValue } from '../input/invalidValue';
import { isoDay } from '../input/time';

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

/** The value that the list has for an attribute: its owner and type before its key, as in `contact.number:score`. */
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

/** In one country a number with three decimals, in another one thousands. */
const THOUSANDS_OR_DECIMALS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/** Rejects a text that two countries read as different numbers, such as 1.234. */
export function rejectTwoMeanings(value: unknown): void {
	const written = typeof value === 'string' ? trimmed(value) : '';
	if (!THOUSANDS_OR_DECIMALS.test(written)) return;
	const thousands = written.replace('.', '');
	throw new InvalidValue(
		`is ${quote(written)}, which means ${thousands} in some countries. Enter ${thousands} or ${written}0`,
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
export function isNumber(value: string): boolean {
	return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
}
