import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type ChosenAttribute, chosenAttribute, isChoice } from './attributeType';
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
import { isIsoTime } from './time';
import { choice, InvalidValue, quote, required, trimmed, valuesIn } from './values';

/** A field of a row with options to choose from. */
export interface ChoiceField extends INodeProperties {
	options: INodePropertyOptions[];
}

/** A row of the form. */
export interface ConditionRow {
	row: IDataObject;
	/** The row before its expressions were evaluated. */
	typed?: IDataObject;
	/** Time zone of the workflow, for times without an offset. */
	zone: string;
}

/** A kind of attributes: those that have the same operators. */
export interface Kind {
	attributes: string[];
	/** The field for the operator. */
	operator: ChoiceField;
	/** Reads the values of a row from the field for this kind. Called only if the operator takes values. */
	values: (row: ConditionRow, operator: string) => unknown[];
}

/** What the conditions of a filter and of a rule differ in. */
export interface ConditionForm {
	kinds: Kind[];
	/** The operators that only the form has, with those that are sent. */
	sentAs?: Record<string, string>;
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
	more?: (row: ConditionRow, kind: Kind) => Pick<Condition, 'custom_attribute_type'>;
}

const ATTRIBUTE = { name: 'attribute', displayName: 'Attribute' };
export const VALUE = { name: 'value', displayName: 'Value' };
const LINK = { name: 'queryOperator', displayName: 'Link to Next Condition' };
const CUSTOM_ATTRIBUTE = { name: 'customAttribute', displayName: 'Custom Attribute' };

/** Reads one or several texts from the field Value. */
export const textValues: Kind['values'] = ({ row, typed }) => {
	const check = row.attribute === 'country_code' ? countryCode : textCheckFor(row.attribute);
	return readField(row, VALUE, required(listOf(check)), typed);
};

/** The attribute of a row, or the key of a custom attribute. */
function attributeOf(row: IDataObject): string {
	const attribute = readField(row, ATTRIBUTE, required(keyword));
	return attribute === CUSTOM ? readField(row, CUSTOM_ATTRIBUTE, required(keyword)) : attribute;
}

/** The kind of the attribute in a row. An attribute that the form doesn't list counts as a custom attribute. */
function kindOf({ attribute }: IDataObject, kinds: Kind[]): Kind {
	const kind =
		kinds.find(({ attributes }) => attributes.includes(String(attribute))) ?? kinds.find(isCustom);
	if (!kind) throw new Error('No kind has custom attributes');
	return kind;
}

export function isCustom({ attributes }: Kind): boolean {
	return attributes.includes(CUSTOM);
}

/** A row as a condition, which isn't linked to the next one yet. */
interface RowCondition extends Condition {
	values: unknown[];
}

/**
 * Turns rows of the form into conditions that mean what the rows say.
 *
 * @param typed the rows before their expressions were evaluated
 * @param defaultLink between rows that have no link of their own
 * @param zone time zone of the workflow
 * @throws InvalidRow for a blank field, and for what servers can't compare or compare wrongly
 */
export function conditionsOfRows(
	form: ConditionForm,
	rows: IDataObject[],
	typed: IDataObject[],
	defaultLink: 'AND' | 'OR',
	zone = '',
): Condition[] {
	const kinds = rows.map((row) => kindOf(row, form.kinds));
	const conditions = eachRow('Condition', rows, (row, index): RowCondition => {
		const condition = conditionOfRow({ row, typed: typed[index], zone }, kinds[index], form);
		return { ...condition, query_operator: readField(row, LINK, link) ?? defaultLink };
	});
	return linkConditions(arrange(conditions, kinds, form));
}

function conditionOfRow(
	from: ConditionRow,
	kind: Kind,
	{ kinds, sentAs = {}, more }: ConditionForm,
): Omit<RowCondition, 'query_operator'> {
	const { row, typed } = from;
	refuseExpression(typed, ATTRIBUTE);
	const { name, options, default: start } = kind.operator;
	// An expression may give an operator of another kind: a server may support it here too.
	const operators = new Set(kinds.flatMap((each) => valuesIn(each.operator.options)));
	const given = { [name]: name in row ? row[name] : start };
	const operator = readField(given, kind.operator, required(choice(...operators)));
	const check = checkForType(
		from,
		kind,
		operator,
		options.find(({ value }) => value === operator)?.name,
	);
	return {
		attribute_key: attributeOf(row),
		filter_operator: sentAs[operator] ?? operator,
		values: NO_VALUE.includes(operator) ? [] : kind.values(from, operator).map(check),
		...more?.(from, kind),
	};
}

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
		const outer = only ?? condition.query_operator;
		const inner = comparesFirst(kinds[index], operator) ? SPLIT_BY[operator] : undefined;
		if (inner === 'OR' && only !== 'OR' && values.length > 1)
			throw new InvalidValue(SEVERAL_VALUES);
		const split = inner && values.length > 1 ? values.map((value) => [value]) : [values];
		return {
			rank: Number(only && isMoved) + Number(appends(condition, index)),
			conditions: split.map((value, place) => ({
				...condition,
				values: value,
				query_operator: inner && place < split.length - 1 ? inner : outer,
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

/** How the parts of a condition with several values are linked. */
const SPLIT_BY: Record<string, 'AND' | 'OR' | undefined> = {
	equal_to: 'OR',
	not_equal_to: 'AND',
	starts_with: 'OR',
};

const SEVERAL_VALUES =
	"has several values, but many servers compare only with the first. Use one row per value under Any Condition, or one node per value, or use 'Conditions (JSON)'";

const CONTAINS = ['contains', 'does_not_contain'];
/** Operators that compare sizes or times. */
export const ORDER = { after: 'is_greater_than', before: 'is_less_than' };
/** Operators that count days from today. */
export const DAYS = { within: 'within_days', before: 'days_before' };

/** The operators that don't work with every type of custom attributes. */
const LIMITS = [
	{ operators: CONTAINS, types: ['text', 'link', 'list'], only: 'text, links and lists' },
	{ operators: Object.values(ORDER), types: ['number', 'date'], only: 'numbers and dates' },
	{ operators: Object.values(DAYS), types: ['date'], only: 'dates' },
];

/** The types of custom attributes, as messages name them. */
const TYPES = new Map<string | undefined, string>([
	['checkbox', 'a checkbox'],
	['currency', 'a currency'],
	['date', 'a date'],
	['link', 'a link'],
	['list', 'a list'],
	['number', 'a number'],
	['percent', 'a percentage'],
	['text', 'text'],
]);

const IN_JSON = "or use 'Conditions (JSON)'";

/** The attribute in a row, if it is a custom one that was chosen from the list. */
export function chosenIn({ row, typed }: ConditionRow): ChosenAttribute | undefined {
	return row.attribute === CUSTOM ? chosenAttribute(typed?.customAttribute) : undefined;
}

/**
 * Makes a check of values for the type of a custom attribute: with others, servers answer with status 500, find
 * nothing, or store a rule that never runs.
 *
 * @throws InvalidValue for an operator that doesn't work with the type of an attribute that was chosen from the list
 */
function checkForType(
	from: ConditionRow,
	kind: Kind,
	operator: string,
	operatorName = operator,
): (value: unknown) => unknown {
	const isOrder = isCustom(kind) && Object.values(ORDER).includes(operator);
	const chosen = chosenIn(from);
	const type = TYPES.get(chosen?.type);
	if (!chosen || !type) return isOrder ? numberOrDate : (value) => value;
	const subject = `'${chosen.name}' is ${type}`;
	if (['a currency', 'a percentage'].includes(type)) {
		throw new InvalidValue(
			`'${operatorName}' doesn't work, because ${subject}, which many servers can't compare. Choose another attribute, ${IN_JSON}`,
		);
	}
	const limit = LIMITS.find(({ operators }) => operators.includes(operator));
	if (limit && !limit.types.includes(chosen.type ?? '')) {
		throw new InvalidValue(
			`'${operatorName}' works only with ${limit.only}, but ${subject}. Choose another operator, ${IN_JSON}`,
		);
	}
	return (value) => {
		const cure = cureFor(chosen, operator, trimmed(String(value)));
		if (cure === undefined) return timed(value);
		throw new InvalidValue(`${subject}, so enter ${cure}`);
	};
}

/** What to enter in place of a value that doesn't have the type of a chosen attribute. */
function cureFor(
	{ type, choices }: ChosenAttribute,
	operator: string,
	value: string,
): string | undefined {
	if (type === 'checkbox' && !/^(?:true|false|yes|no|1|0)$/i.test(value)) return 'true or false';
	if (type === 'date' && !isIsoTime(value)) return 'a date like 2026-01-31';
	if (type === 'number' && !isNumber(value)) return 'a number like 50';
	const isPart = CONTAINS.includes(operator);
	if (isPart || isChoice(choices?.toLowerCase(), value.toLowerCase())) return undefined;
	return `one of ${choices}. If this has changed, choose the attribute again`;
}

/** A number or a date: servers refuse another text, or compare it as it is. */
function numberOrDate(value: unknown): unknown {
	const written = trimmed(String(value));
	if (isNumber(written) || isIsoTime(written)) return timed(written);
	throw new InvalidValue(
		`'Value' must be a number like 50 or a date like 2026-01-31, but is ${quote(value)}`,
	);
}

/** A date or time with T between the two, because Chatwoot refuses a space there. */
function timed(value: unknown): unknown {
	const written = trimmed(String(value));
	return isIsoTime(written) ? written.replace(' ', 'T') : value;
}

/** Whether a text is a number, and not one that is too large for JSON. */
export function isNumber(value: string): boolean {
	return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
}
