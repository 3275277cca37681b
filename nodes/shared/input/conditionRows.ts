import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	type ChosenAttribute,
	chosenAttribute,
	fieldTypeOf,
	isNumber,
	valueOfType,
} from './attributeType';
import {
	type Condition,
	CUSTOM,
	link,
	linkConditions,
	NO_VALUE,
	type UnlinkedCondition,
} from './conditions';
import { countryCode, keyText, textCheckFor } from './keys';
import { enumerate } from './names';
import { commaList, eachRow, listOf, locatedIn, readField, refuseExpression } from './rows';
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
	UnexpectedValue,
	valuesIn,
} from './values';

/** A field of a row with options to choose from. */
export interface ChoiceField extends INodeProperties {
	options: INodePropertyOptions[];
}

/** Attributes that have the same operators and the same field for the value. */
export interface AttributeKind {
	attributes: string[];
	operator: ChoiceField;
	value: INodeProperties;
	/** Makes the check of the value, which returns one value or a list. */
	check: (row: ConditionRow) => Check<unknown>;
	/** The field for a number of days, if it is another one. */
	days?: INodeProperties;
	/** Whether a comma separates values. In other texts, a comma is part of the value. */
	splitsAtCommas?: true;
}

/** What the conditions of a filter and of a rule differ in. */
export interface ConditionForm {
	kinds: AttributeKind[];
	/** Whether servers compare an attribute of a kind only with the first of several values. */
	comparesFirst: (kind: AttributeKind, operator: string) => boolean;
	/**
	 * Whether the conditions are of a rule: then servers compare the conditions after a custom attribute in lower case,
	 * and never find two labels.
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

/** The condition of a row, with the kind of its attribute. */
interface LinkedRow {
	kind: AttributeKind;
	condition: Condition & { values: unknown[]; query_operator: 'AND' | 'OR' };
}

/**
 * Turns rows of the form into conditions that mean what the rows say.
 *
 * @param typed the rows before their expressions were evaluated
 * @param defaultLink between rows that have no link of their own
 * @param zone time zone of the workflow, for times without an offset
 * @throws InvalidRow for a blank field, and for what servers can't compare or compare wrongly
 */
export function rowsToConditions(
	form: ConditionForm,
	rows: IDataObject[],
	typed: IDataObject[],
	defaultLink: 'AND' | 'OR',
	zone: string,
): Condition[] {
	const linked = eachRow('Condition', rows, (row, index): LinkedRow => {
		const kind = kindOf(row, form.kinds);
		const condition = conditionOfRow(row, typed[index], kind, form, zone);
		const query_operator = readField(row, LINK, link) ?? defaultLink;
		return { kind, condition: { ...condition, query_operator } };
	});
	return linkConditions(arrange(linked, form));
}

/** The kind of the attribute in a row. An attribute that the form doesn't list counts as a custom attribute. */
function kindOf({ attribute }: IDataObject, kinds: AttributeKind[]): AttributeKind {
	const kind =
		kinds.find(({ attributes }) => attributes.includes(String(attribute))) ?? kinds.find(isCustom);
	if (!kind) throw new Error('No kind has custom attributes');
	return kind;
}

export function isCustom({ attributes }: Pick<AttributeKind, 'attributes'>): boolean {
	return attributes.includes(CUSTOM);
}

function conditionOfRow(
	row: IDataObject,
	typed: IDataObject | undefined,
	kind: AttributeKind,
	{ kinds, more }: ConditionForm,
	zone: string,
): Omit<LinkedRow['condition'], 'query_operator'> {
	refuseExpression(typed, ATTRIBUTE);
	const attribute = readField(row, ATTRIBUTE, required(keyText));
	// An expression may give an operator of another kind: a server may support it here too.
	const operators = new Set(kinds.flatMap((each) => valuesIn(each.operator.options)));
	const given = { [kind.operator.name]: kind.operator.default, ...row };
	const operator = readField(given, kind.operator, required(choice(...operators)));
	const isChosen = attribute === CUSTOM;
	const chosen = isChosen ? chosenAttribute(locatedIn(typed?.customAttribute)) : undefined;
	const conditionRow = { row, attribute, operator, chosen, zone };
	refuseForType(conditionRow, kind.operator);
	return {
		attribute_key: isChosen ? keyOf(row, chosen) : attribute,
		filter_operator: DAYS[operator] ?? operator,
		values: NO_VALUE.includes(operator) ? [] : readValues(conditionRow, kind, typed),
		...more?.(conditionRow),
	};
}

function keyOf(row: IDataObject, chosen: ChosenAttribute | undefined): string {
	return readField(
		row,
		CUSTOM_ATTRIBUTE,
		required((value) => keyText(chosen?.key ?? value)),
	);
}

function readValues(
	conditionRow: ConditionRow,
	kind: AttributeKind,
	typed: IDataObject | undefined,
): unknown[] {
	const { row, operator, zone } = conditionRow;
	if (operator in DAYS) {
		return [readField(row, kind.days ?? kind.value, required(dateBefore(operator, zone)))];
	}
	return [readField(row, kind.value, required(kind.check(conditionRow)), typed)].flat();
}

/** The check of one or several texts. */
export const textCheck: AttributeKind['check'] = ({ attribute }) => listOf(textCheckFor(attribute));

/** The check of one or several codes of countries, in which no comma stands. */
export const countryCodesCheck: AttributeKind['check'] = () =>
	commaList(countryCode(". To send another text, use 'Conditions (JSON)'"));

/**
 * The check of one or several values of a custom attribute, or of a single one to compare sizes or times with. A list
 * may be compared with any text, because contacts may have choices that the service no longer offers.
 */
export const customCheck: AttributeKind['check'] = ({ operator, chosen, zone }) => {
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
};

function errorOfType(error: unknown): unknown {
	if (!(error instanceof UnexpectedValue)) return error;
	return new InvalidValue(
		`${error.message}. If the attribute has changed in the service, choose it again`,
	);
}

const CONTAINS_OPERATORS = ['contains', 'does_not_contain'];
/** Operators that compare sizes or times. */
export const ORDER = { after: 'is_greater_than', before: 'is_less_than' };
const ORDER_OPERATORS = [ORDER.after, ORDER.before];
/** The form's operators that count days from today, and the operators that are sent in their place. */
export const DAYS: Record<string, string | undefined> = {
	within_days: ORDER.after,
	days_before: ORDER.before,
};

/** Makes a check that reads a number of days as the date to compare with. Is After excludes that date. */
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
	{
		operators: ['equal_to', 'not_equal_to', ...NO_VALUE],
		types: ['text', 'link', 'list', 'number', 'date', 'checkbox'],
	},
	{ operators: CONTAINS_OPERATORS, types: ['text', 'link', 'list'] },
	{ operators: ORDER_OPERATORS, types: ['number', 'date'] },
	{ operators: Object.keys(DAYS), types: ['date'] },
];

/** The operators that work with a type of custom attributes. Servers compare currency and percent with none. */
function operatorsFor(type: string): string[] {
	return COMPARED.flatMap(({ operators, types }) => (types.includes(type) ? operators : []));
}

/** Whether a condition can compare an attribute of this type. A type that isn't known may be any. */
export function isComparable(type: unknown): boolean {
	return fieldTypeOf(type) === undefined || operatorsFor(String(type)).length > 0;
}

/**
 * Refuses an operator that doesn't work with the type of a chosen attribute: servers answer with status 500, find
 * nothing, or store a rule that never runs.
 */
function refuseForType({ chosen, operator }: ConditionRow, { options }: ChoiceField): void {
	if (!chosen?.type) return;
	const working = operatorsFor(chosen.type);
	if (working.includes(operator)) return;
	const nameOf = (value: string) => options.find((each) => each.value === value)?.name;
	const names = working.map(nameOf).filter((name) => name !== undefined);
	const remedy =
		names.length > 0
			? `With a ${chosen.type}, use ${enumerate(names, 'or')}`
			: 'Choose another attribute';
	throw new InvalidValue(
		`can't compare a ${chosen.type} with '${nameOf(operator) ?? operator}'. ${remedy}, or use 'Conditions (JSON)'`,
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

/** How the parts of a condition with several values are linked. All other operators take several values. */
const SPLIT_BY: Record<string, 'AND' | 'OR' | undefined> = {
	equal_to: 'OR',
	not_equal_to: 'AND',
	starts_with: 'OR',
};

/**
 * Splits and moves conditions, so that they mean the same on every server.
 *
 * @param rows with the links between them
 * @throws InvalidRow if that can't be done
 */
function arrange(rows: LinkedRow[], form: ConditionForm): UnlinkedCondition[] {
	const links = new Set(rows.slice(0, -1).map(({ condition }) => condition.query_operator));
	const commonLink = links.size > 1 ? undefined : ([...links][0] ?? 'OR');
	eachRow('Condition', rows, (_row, index) => refuseMisread(rows, index, commonLink, form));
	// What changes the conditions after it comes last. That is possible if all links are the same.
	const rank = (row: LinkedRow) => Number(lowersCaseAfter(row, form)) + Number(addsNoValue(row));
	const ordered = commonLink ? [...rows].sort((a, b) => rank(a) - rank(b)) : rows;
	return ordered.flatMap((row) => splitValues(row, commonLink, form));
}

/**
 * Refuses a condition that some servers read in another way than its row says.
 *
 * @param commonLink the link between all rows; undefined if they differ
 */
function refuseMisread(
	rows: LinkedRow[],
	index: number,
	commonLink: 'AND' | 'OR' | undefined,
	form: ConditionForm,
): void {
	const row = rows[index];
	const hasSeveral = row.condition.values.length > 1;
	const isAny = commonLink === 'OR';
	if (addsNoValue(row) && (!isAny || hasSeveral || rows.filter(addsNoValue).length > 1)) {
		throw new InvalidValue(
			`can't have 'Does Not Equal' with a custom attribute beside another condition or with several values. ${form.besideOthers}`,
		);
	}
	const isTextNext = rows.slice(index + 1).some(comparesText);
	if (lowersCaseAfter(row, form) && !commonLink && isTextNext) throw new InvalidValue(CUSTOM_FIRST);
	const isSecondLabel = isLabel(row) && rows.slice(0, index).some(isLabel);
	if (form.ofRule && isSecondLabel && !isAny) throw new InvalidValue(SECOND_LABEL);
	if (splitLink(row, form) === 'OR' && hasSeveral && !isAny) throw new InvalidValue(SEVERAL_VALUES);
}

/** Servers add "or has no value" after the link of Does Not Equal for a custom attribute. */
function addsNoValue({ kind, condition }: LinkedRow): boolean {
	return condition.filter_operator === 'not_equal_to' && isCustom(kind);
}

/** In a rule, servers compare the conditions after a custom attribute in lower case. */
function lowersCaseAfter({ kind }: LinkedRow, { ofRule = false }: ConditionForm): boolean {
	return ofRule && isCustom(kind);
}

function comparesText({ kind, condition }: LinkedRow): boolean {
	return condition.filter_operator in SPLIT_BY && !isCustom(kind);
}

function isLabel({ condition }: LinkedRow): boolean {
	return condition.attribute_key === 'labels' && condition.filter_operator in SPLIT_BY;
}

/** How the values of a condition are linked if it is split; undefined if servers compare with all of them. */
function splitLink({ kind, condition }: LinkedRow, form: ConditionForm): 'AND' | 'OR' | undefined {
	const { filter_operator: operator } = condition;
	return form.comparesFirst(kind, operator) ? SPLIT_BY[operator] : undefined;
}

/** One condition for each value if servers compare only with the first, or else the condition itself. */
function splitValues(
	row: LinkedRow,
	commonLink: 'AND' | 'OR' | undefined,
	form: ConditionForm,
): UnlinkedCondition[] {
	const { condition } = row;
	const query_operator = commonLink ?? condition.query_operator;
	const inner = splitLink(row, form);
	if (!inner) return [{ ...condition, query_operator }];
	const last = condition.values.length - 1;
	return condition.values.map((value, index) => ({
		...condition,
		values: [value],
		query_operator: index < last ? inner : query_operator,
	}));
}

const SECOND_LABEL =
	"can't have 'Labels' a second time, because some servers then never run the rule. Choose Any Condition, or use 'Conditions (JSON)'";

const CUSTOM_FIRST =
	"has a custom attribute, and some servers compare the conditions after it in lower case. Move it after the others, or use 'Conditions (JSON)'";

const SEVERAL_VALUES =
	"has several values, but many servers compare only with the first. Add a condition for each value and set 'Match' to Any Condition, or use one node per value, or use 'Conditions (JSON)'";
