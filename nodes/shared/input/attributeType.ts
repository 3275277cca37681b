import type { INodeProperties } from 'n8n-workflow';

import { isoDay } from './time';
import {
	boolean,
	InvalidValue,
	isExpression,
	isLocator,
	quote,
	sendable,
	text,
	trimmed,
} from './values';

/** A custom attribute as its name in the list describes it: `Urgency · conversation · list: low, high`. */
export interface ListedAttribute {
	name: string;
	/** Whom it belongs to, if the list mixes the attributes of both. */
	owner?: 'contact' | 'conversation';
	/** What the service calls its type. */
	type?: string;
}

/** A custom attribute that was chosen from the list. */
export interface ChosenAttribute extends ListedAttribute {
	/** The choices of a list, with commas between them. A choice that contains commas is in quotes. */
	choices?: string;
}

/** How the values of each type are read. A value of another type is sent as it was entered. */
const TYPES: Record<string, (value: unknown, zone: string) => unknown> = {
	checkbox: boolean,
	currency: exactNumber,
	date: isoDay,
	link: text,
	list: text,
	number: exactNumber,
	percent: exactNumber,
	text,
};

/** The name of an attribute in the list, which the editor stores with the key. */
export function titleOf(attribute: ListedAttribute & { choices?: string[] }): string {
	const { name, owner, type, choices = [] } = attribute;
	const details = [type, choices.map(written).join(', ')].filter(Boolean).join(': ');
	// The first dot ends the name.
	return [name.replaceAll('·', '-'), ...[owner, details].filter(Boolean)].join(' · ');
}

const TITLE =
	/^(?<name>[^·]*?)(?: · (?<owner>contact|conversation))?(?: · (?<type>[^:]+)(?:: (?<choices>.*))?)?$/s;

/**
 * What the list said about an attribute that was chosen from it. It has a type only if its type is known.
 *
 * @param typed the field for the attribute before its expressions were evaluated
 * @returns undefined for a typed key or an expression
 */
export function chosenAttribute(typed: unknown): ChosenAttribute | undefined {
	if (!isLocator(typed) || typed.mode !== 'list' || isExpression(typed.value)) return undefined;
	const { name, type = '', ...details } = TITLE.exec(typed.cachedResultName ?? '')?.groups ?? {};
	if (name === undefined) return undefined;
	return { name, ...details, ...(Object.hasOwn(TYPES, type) && { type }) };
}

/**
 * Reads a value as the type of a chosen attribute.
 *
 * @param field in which the attribute was chosen
 * @param zone time zone of the workflow
 * @throws InvalidValue that says where the type comes from
 */
export function valueOfType(
	{ name, type = '', choices }: ChosenAttribute,
	field: Pick<INodeProperties, 'displayName'>,
	given: unknown,
	zone: string,
): unknown {
	try {
		const value = TYPES[type](given, zone);
		if (typeof value !== 'string' || isChoice(choices, value)) return value;
		throw new InvalidValue(`must be one of ${choices}, but is ${quote(value)}`);
	} catch (error) {
		throw errorWithNote(
			error,
			`'${name}' is of type ${type} in the service. If its type or choices have changed, choose it again. To send any value, choose 'By Key' at '${field.displayName}'`,
		);
	}
}

function errorWithNote(error: unknown, note: string): unknown {
	return error instanceof InvalidValue ? new InvalidValue(`${error.message}. ${note}`) : error;
}

/** Whether a text is one of the choices. Unknown choices may be any. */
export function isChoice(choices: string | undefined, text: string): boolean {
	return choices === undefined || `, ${choices}, `.includes(`, ${written(text)}, `);
}

/** A choice as the list shows it: in quotes if it contains commas, which otherwise stand between two choices. */
function written(choice: string): string {
	return choice.includes(',') ? JSON.stringify(choice) : choice;
}

/** A number, or its text if JavaScript would round it. */
export function exactNumber(value: unknown): number | string {
	if (typeof value === 'number' && Number.isFinite(value)) return sendable(value);
	const number = typeof value === 'string' ? trimmed(value) : '';
	if (!isNumber(number)) {
		throw new InvalidValue(`must be a number like 1234.5, but is ${quote(value)}`);
	}
	const [digits] = /[1-9]\d*/.exec(number.replace(/e.*|[.]/gi, '')) ?? [''];
	return digits.length > 15 ? number : Number(number);
}

/** Whether a text is a number, and not one that is too large for JSON. */
export function isNumber(value: string): boolean {
	return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
}
