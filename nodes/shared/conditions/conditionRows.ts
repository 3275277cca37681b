/** Reads the rows of the form as the conditions of a request. */
import type { IDataObject } from 'n8n-workflow';

import { required, text } from '../input/checks';
import { needsExpressions, wholeKey } from '../input/expressionParts';
import type { Check, Evaluate } from '../input/invalidValue';
import { choiceOrOther, keyText, UNIQUE_ATTRIBUTES } from '../input/keys';
import { eachRow, listOf, locatedIn, readField, rejectExpression } from '../input/rows';
import { rowsOf, withoutUndefined } from '../values';
import { type Attribute, ATTRIBUTES, CUSTOM, daysCheck, type ValueContext } from './attributes';
import type { Link, ReadLink } from './conditionFields';
import { applyQuirks, type ConditionRow } from './conditionQuirks';
import { type ChosenAttribute, chosenAttribute, rejectForType } from './customAttribute';
import { DAYS, type Feature, NO_VALUE } from './operators';

/** A condition as it is sent (contract, 2.4 and 4.1). */
export interface Condition {
	attribute_key: string;
	filter_operator: string;
	/** A list, or the object `{from, to}` in a rule that reacts to a change. */
	values: unknown[] | IDataObject;
	/** Null in the last condition: servers fail on a missing link, and on a link without a next condition. */
	query_operator: Link | null;
	custom_attribute_type?: string;
}

const ATTRIBUTE = { name: 'attribute', displayName: 'Attribute' };
const CUSTOM_ATTRIBUTE = { name: 'customAttribute', displayName: 'Custom Attribute' };

/**
 * Makes a check that reads rows of the form as conditions that mean what the rows say.
 *
 * @param readLink how a row is linked to the next one
 * @throws InvalidRow for an empty field, and for what servers can't compare or compare wrongly
 */
export function conditionsFromRows(
	feature: Feature,
	zone: string,
	readLink: ReadLink,
): Check<Condition[] | undefined> {
	return (value, raw, evaluate) => {
		const rawRows = rowsOf(raw, 'condition');
		const rows = eachRow('Condition', rowsOf(value, 'condition'), (row, index) =>
			readRow(ATTRIBUTES[feature], row, rawRows[index], { zone, readLink, evaluate }),
		);
		const conditions = applyQuirks(feature, rows).map(conditionOf);
		return conditions.length > 0 ? conditions : undefined;
	};
}

/** What all rows have in common. */
interface FormContext {
	zone: string;
	readLink: ReadLink;
	evaluate?: Evaluate;
}

/** Reads a row from its attribute to its link. */
function readRow(
	attributes: Attribute[],
	row: IDataObject,
	raw: IDataObject | undefined,
	{ zone, readLink, evaluate }: FormContext,
): ConditionRow {
	rejectExpression(raw, ATTRIBUTE);
	const name = readField(row, ATTRIBUTE, required(keyText));
	const attribute = attributeOf(name, attributes);
	const operator = readOperator(row, attribute);
	const isCustom = name === CUSTOM;
	const chosen = isCustom ? chosenAttribute(locatedIn(raw?.customAttribute)) : undefined;
	const context = { attribute: name, operator, chosen, zone };
	rejectForType(context, attribute.operator.options);
	return {
		isCustom,
		key: isCustom ? readKey(row, chosen) : name,
		operator: DAYS[operator] ?? operator,
		values: readValues(row, raw, attribute, context, evaluate),
		owner: attribute.owner && readField(row, attribute.owner.field, attribute.owner.check(context)),
		link: readLink(row),
	};
}

/** An attribute by its name. One that the form doesn't have is read from the fields of custom attributes, unchecked. */
function attributeOf(name: string, attributes: Attribute[]): Attribute {
	const ofForm = (wanted: string) => attributes.find(({ attribute }) => attribute === wanted);
	const custom = ofForm(CUSTOM)!;
	return ofForm(name) ?? { ...custom, value: { ...custom.value, check: () => listOf(text) } };
}

/** The operator of a row. An expression may give another one: the server may support it. */
function readOperator(row: IDataObject, { operator }: Attribute): string {
	const withDefault = { [operator.name]: operator.default, ...row };
	return readField(withDefault, operator, required(choiceOrOther(operator.options)));
}

function readKey(row: IDataObject, chosen: ChosenAttribute | undefined): string {
	return readField(
		row,
		CUSTOM_ATTRIBUTE,
		required((value) => keyText(chosen?.key ?? value)),
	);
}

function readValues(
	row: IDataObject,
	raw: IDataObject | undefined,
	{ value: { field, check, daysField = field, listField = field } }: Attribute,
	context: ValueContext,
	evaluate?: Evaluate,
): unknown[] {
	if (NO_VALUE.includes(context.operator)) return [];
	if (context.operator in DAYS) return [readField(row, daysField, required(daysCheck(context)))];
	const checkOf = UNIQUE_ATTRIBUTES.includes(context.attribute) ? wholeKey : needsExpressions;
	const shown = context.chosen?.type === 'list' ? listField : field;
	return [readField(row, shown, required(checkOf(check(context))), raw, evaluate)].flat();
}

function conditionOf(row: ConditionRow, index: number, { length }: ConditionRow[]): Condition {
	return withoutUndefined({
		attribute_key: row.key,
		filter_operator: row.operator,
		values: row.values,
		custom_attribute_type: row.owner,
		query_operator: index < length - 1 ? row.link : null,
	});
}
