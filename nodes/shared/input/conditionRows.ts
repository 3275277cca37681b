import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type ChosenAttribute, chosenAttribute, isNumber, valueOfType } from './attributeType';
import {
	type Condition,
	CUSTOM,
	link,
	linkConditions,
	NO_VALUE,
	type UnlinkedCondition,
} from './conditions';
import { countryCode, keyword, textCheckFor } from './keys';
import { eachRow, listOf, readField, refuseExpression } from './rows';
import { isIsoTime, utcDateOf } from './time';
import {
	type Check,
	choice,
	InvalidValue,
	positiveInteger,
	quote,
	required,
	text,
	trimmed,
	valuesIn,
} from './values';

/** A field of a row with options to choose from. */
export interface ChoiceField extends INodeProperties {
	options: INodePropertyOptions[];
}

/** Attributes that have the same operators and the same field for the value. */
export interface Kind {
	attributes: string[];
	operator: ChoiceField;
	value: INodeProperties;
	/** Makes the check of the value, which returns one value or a list. */
	check: (row: ConditionRow) => Check<unknown>;
	/** The field for a number of days, if it is another one. */
	days?: INodeProperties;
}

/** What the conditions of a filter and of a rule differ in. */
export interface ConditionForm {
	kinds: Kind[];
	/** Whether servers compare attributes of a kind with the first of several values only. */
	comparesFirst: (kind: Kind, operator: string) => boolean;
	/**
	 * Whether the conditions are of a rule: then servers compare what follows a custom attribute in small
	 * letters, and never find two labels.
	 */
	ofRule?: boolean;
	/** What happens, and what to do, if Does Not Equal of a custom attribute stands beside another condition. */
	besideOthers: string;
	/** More fields of a condition. */
	more?: (row: ConditionRow) => Pick<Condition, 'custom_attribute_type'>;
}

/** A row of the form, and what it says. */
export interface ConditionRow {
	row: IDataObject;
	attribute: string;
	operator: string;
	/** The custom attribute, if it was chosen from the list. */
	chosen?: ChosenAttribute;
	/** Time zone of the workflow, for times without an offset. */
	zone: string;
}

const ATTRIBUTE = { name: 'attribute', displayName: 'Attribute' };
const LINK = { name: 'queryOperator', displayName: 'Link to Next Condition' };
const CUSTOM_ATTRIBUTE = { name: 'customAttribute', displayName: 'Custom Attribute' };

/** A row as a condition, which isn't linked to the next one yet. */
interface RowCondition extends Condition {
	values: unknown[];
}

/**
 * Turns rows of the form into conditions that mean what the rows say.
 *
 * @param typed the rows before their expressions were evaluated
 * @param defaultLink between rows that have no link of their own
 * @param zone time zone of the workflow, for times without an offset
 * @throws InvalidRow for a blank field, and for what servers can't compare or compare wrongly
 */
export function conditionsOfRows(
	form: ConditionForm,
	rows: IDataObject[],
	typed: IDataObject[],
	defaultLink: 'AND' | 'OR',
	zone: string,
): Condition[] {
	const kinds = rows.map((row) => kindOf(row, form.kinds));
	const conditions = eachRow('Condition', rows, (row, index): RowCondition => {
		const condition = conditionOfRow(row, typed[index], kinds[index], form, zone);
		return { ...condition, query_operator: readField(row, LINK, link) ?? defaultLink };
	});
	return linkConditions(arrange(conditions, kinds, form));
}

/** The kind of the attribute in a row. An attribute that the form doesn't list counts as a custom attribute. */
function kindOf({ attribute }: IDataObject, kinds: Kind[]): Kind {
	const kind =
		kinds.find(({ attributes }) => attributes.includes(String(attribute))) ?? kinds.find(isCustom);
	if (!kind) throw new Error('No kind has custom attributes');
	return kind;
}

export function isCustom({ attributes }: Pick<Kind, 'attributes'>): boolean {
	return attributes.includes(CUSTOM);
}

function conditionOfRow(
	row: IDataObject,
	typed: IDataObject | undefined,
	kind: Kind,
	{ kinds, more }: ConditionForm,
	zone: string,
): Omit<RowCondition, 'query_operator'> {
	refuseExpression(typed, ATTRIBUTE);
	const attribute = readField(row, ATTRIBUTE, required(keyword));
	// An expression may give an operator of another kind: a server may support it here too.
	const operators = new Set(kinds.flatMap((each) => valuesIn(each.operator.options)));
	const given = { [kind.operator.name]: kind.operator.default, ...row };
	const operator = readField(given, kind.operator, required(choice(...operators)));
	const isChosen = attribute === CUSTOM;
	const chosen = isChosen ? chosenAttribute(typed?.customAttribute) : undefined;
	const from = { row, attribute, operator, chosen, zone };
	refuseForType(from, kind.operator);
	return {
		attribute_key: isChosen ? readField(row, CUSTOM_ATTRIBUTE, required(keyword)) : attribute,
		filter_operator: DAYS[operator] ?? operator,
		values: NO_VALUE.includes(operator) ? [] : valuesOf(from, kind, typed),
		...more?.(from),
	};
}

function valuesOf(from: ConditionRow, kind: Kind, typed: IDataObject | undefined): unknown[] {
	const { row, operator, zone } = from;
	if (operator in DAYS) {
		return [readField(row, kind.days ?? kind.value, required(dateBefore(operator, zone)))];
	}
	return [readField(row, kind.value, required(kind.check(from)), typed)].flat();
}

/** The check of one or several texts. */
export const textCheck: Kind['check'] = ({ attribute }) =>
	listOf(
		attribute === 'country_code'
			? countryCode(". To send another text, use 'Conditions (JSON)'")
			: textCheckFor(attribute),
	);

/** The check of one or several values of a custom attribute, or of a single one to compare sizes or times with. */
export const customCheck: Kind['check'] = ({ operator, chosen, zone }) => {
	const isOrder = Object.values(ORDER).includes(operator);
	if (!chosen?.type || CONTAINS.includes(operator)) return isOrder ? numberOrDate : listOf(text);
	// Servers find a choice in any case.
	const type = { ...chosen, choices: undefined };
	const one = (value: unknown) => text(valueOfType(type, CUSTOM_ATTRIBUTE, value, zone));
	return isOrder ? one : listOf(one);
};

const CONTAINS = ['contains', 'does_not_contain'];
/** Operators that compare sizes or times. */
export const ORDER = { after: 'is_greater_than', before: 'is_less_than' };
/** Operators that count days from today, which only the form has, and those that are sent. */
export const DAYS: Record<string, string | undefined> = {
	within_days: ORDER.after,
	days_before: ORDER.before,
};

/** Makes a check that reads a number of days as the date to compare with: Is After leaves it out. */
function dateBefore(operator: string, zone: string): Check<string | undefined> {
	return (value) => {
		const days = positiveInteger(value);
		if (days === undefined) return undefined;
		const date = utcDateOf(zone, DAYS[operator] === ORDER.after ? days + 1 : days);
		if (isIsoTime(date)) return date;
		// Most likely a time in seconds.
		throw new InvalidValue(`must be a number of days like 30, but is ${quote(value)}`);
	};
}

/** The types of custom attributes that servers compare, by the operators. */
const COMPARED: Array<{ operators: string[]; types: string[] }> = [
	{ operators: CONTAINS, types: ['text', 'link', 'list'] },
	{ operators: Object.values(ORDER), types: ['number', 'date'] },
	{ operators: Object.keys(DAYS), types: ['date'] },
];
const ALL_COMPARED = ['text', 'link', 'list', 'number', 'date', 'checkbox'];

/**
 * Refuses an operator that doesn't work with the type of a chosen attribute: servers answer with status 500, find
 * nothing, or store a rule that never runs.
 */
function refuseForType({ chosen, operator }: ConditionRow, { options }: ChoiceField): void {
	if (!chosen?.type) return;
	const { types } = COMPARED.find(({ operators }) => operators.includes(operator)) ?? {
		types: ALL_COMPARED,
	};
	if (types.includes(chosen.type)) return;
	const name = options.find(({ value }) => value === operator)?.name ?? operator;
	throw new InvalidValue(
		`'${name}' doesn't work with '${chosen.name}', which is of type ${chosen.type}. Choose another operator or attribute, or use 'Conditions (JSON)'`,
	);
}

/** A number or a date: servers refuse another text, or compare it as it is. */
function numberOrDate(value: unknown): string | undefined {
	const written = trimmed(text(value) ?? '');
	if (written === '' || isNumber(written)) return written || undefined;
	// Chatwoot refuses a space between date and time.
	if (isIsoTime(written)) return written.replace(' ', 'T');
	throw new InvalidValue(
		`must be a number like 50 or a date like 2026-01-31, but is ${quote(value)}`,
	);
}

/** How the parts of a condition with several values are linked. */
const SPLIT_BY: Record<string, 'AND' | 'OR' | undefined> = {
	equal_to: 'OR',
	not_equal_to: 'AND',
	starts_with: 'OR',
};

/**
 * Splits and moves conditions, so that they mean the same on every server. Some compare with the first of
 * several values only, append "or has no value" to Does Not Equal of a custom attribute, behind its link, and
 * change what follows a custom attribute.
 *
 * @throws InvalidRow if that can't be done
 */
function arrange(
	conditions: RowCondition[],
	kinds: Kind[],
	{ comparesFirst, besideOthers, ofRule = false }: ConditionForm,
): UnlinkedCondition[] {
	const links = new Set(conditions.slice(0, -1).map(({ query_operator }) => query_operator));
	/** The link between all rows, if it is the same: then their order means nothing. */
	const only = links.size > 1 ? undefined : ([...links][0] ?? 'OR');
	const appends = ({ filter_operator }: RowCondition, index: number) =>
		filter_operator === 'not_equal_to' && isCustom(kinds[index]);
	const appending = conditions.filter(appends).length;
	const lastWhole = conditions.findLastIndex(
		({ filter_operator }, index) => filter_operator in SPLIT_BY && !isCustom(kinds[index]),
	);
	const parts = eachRow('Condition', conditions, (condition, index) => {
		const { values, filter_operator: operator } = condition;
		if (appends(condition, index) && (only !== 'OR' || appending > 1 || values.length > 1)) {
			throw new InvalidValue(
				`can't have 'Does Not Equal' with a custom attribute beside another condition or with several values. ${besideOthers}`,
			);
		}
		const isMoved = ofRule && isCustom(kinds[index]);
		if (isMoved && !only && index < lastWhole) throw new InvalidValue(CUSTOM_FIRST);
		const isSecond = conditions.slice(0, index).some(isLabel) && isLabel(condition);
		if (ofRule && isSecond && only !== 'OR') throw new InvalidValue(SECOND_LABEL);
		const inner = comparesFirst(kinds[index], operator) ? SPLIT_BY[operator] : undefined;
		if (inner === 'OR' && only !== 'OR' && values.length > 1)
			throw new InvalidValue(SEVERAL_VALUES);
		const split = inner && values.length > 1 ? values.map((value) => [value]) : [values];
		return {
			rank: Number(only && isMoved) + Number(appends(condition, index)),
			conditions: split.map((value, place) => ({
				...condition,
				values: value,
				query_operator:
					inner && place < split.length - 1 ? inner : (only ?? condition.query_operator),
			})),
		};
	});
	return parts.sort((a, b) => a.rank - b.rank).flatMap((part) => part.conditions);
}

function isLabel({ attribute_key: key, filter_operator: operator }: RowCondition): boolean {
	return key === 'labels' && operator in SPLIT_BY;
}

const SECOND_LABEL =
	"can't have 'Labels' a second time, because some servers then never run the rule. Choose Any Condition, or use 'Conditions (JSON)'";

const CUSTOM_FIRST =
	"has a custom attribute, and some servers compare what follows it in small letters. Move it behind the other conditions, or use 'Conditions (JSON)'";

const SEVERAL_VALUES =
	"has several values, but many servers compare only with the first. Use one row per value under Any Condition, or one node per value, or use 'Conditions (JSON)'";
