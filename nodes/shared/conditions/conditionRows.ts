import type { IDataObject } from 'n8n-workflow';

import { type ChosenAttribute, chosenAttribute } from './attributeType';
import { type AttributeKind, ATTRIBUTE_KINDS } from './attributes';
import { applyQuirks, type ConditionRow } from './conditionQuirks';
import { type Condition, CUSTOM, linkConditions, LINKS } from './conditions';
import { daysCheck, rejectForType, type ValueContext } from './conditionValues';
import { DAYS, type Feature, NO_VALUE } from './operators';
import { choiceOrOther, keyText, needsExpressions } from '../input/keys';
import { eachRow, listOf, locatedIn, readField, rejectExpression } from '../input/rows';
import { choice, required, text } from '../input/checks';
import { rowsOf, withoutUndefined } from '../values';
import { type Check } from '../input/invalidValue';

const ATTRIBUTE = { name: 'attribute', displayName: 'Attribute' };
const LINK = { name: 'queryOperator', displayName: 'And/Or to Next' };
const CUSTOM_ATTRIBUTE = { name: 'customAttribute', displayName: 'Custom Attribute' };

/**
 * Makes a check that reads rows of the form as conditions that mean what the rows say.
 *
 * @param defaultLink between rows that have no link of their own
 * @throws InvalidRow for a blank field, and for what servers can't compare or compare wrongly
 */
export function conditionsFromRows(
	feature: Feature,
	zone: string,
	defaultLink: 'AND' | 'OR',
): Check<Condition[] | undefined> {
	return (value, raw) => {
		const rawRows = rowsOf(raw, 'condition');
		const rows = eachRow('Condition', rowsOf(value, 'condition'), (row, index) =>
			readRow(ATTRIBUTE_KINDS[feature], row, rawRows[index], zone, defaultLink),
		);
		const conditions = linkConditions(applyQuirks(feature, rows).map(conditionOf));
		return conditions.length > 0 ? conditions : undefined;
	};
}

/** Reads a row from its attribute to its link. */
function readRow(
	kinds: AttributeKind[],
	row: IDataObject,
	raw: IDataObject | undefined,
	zone: string,
	defaultLink: 'AND' | 'OR',
): ConditionRow {
	rejectExpression(raw, ATTRIBUTE);
	const attribute = readField(row, ATTRIBUTE, required(keyText));
	const kind = attributeKindOf(attribute, kinds);
	const operator = readOperator(row, kind);
	const isCustom = attribute === CUSTOM;
	const chosen = isCustom ? chosenAttribute(locatedIn(raw?.customAttribute)) : undefined;
	const context = { attribute, operator, chosen, zone };
	rejectForType(context, kind.operator.options);
	return {
		isCustom,
		key: isCustom ? readKey(row, chosen) : attribute,
		operator: DAYS[operator] ?? operator,
		values: readValues(row, raw, kind, context),
		owner: kind.owner && readField(row, kind.owner.field, kind.owner.check(context)),
		link: readField(row, LINK, choice(LINKS)) || defaultLink,
	};
}

/** The kind of an attribute. One that the form doesn't have is read from the fields of custom attributes, unchecked. */
function attributeKindOf(attribute: string, kinds: AttributeKind[]): AttributeKind {
	const kindOfForm = (name: string) => kinds.find(({ attributes }) => attributes.includes(name));
	const kind = kindOfForm(attribute);
	const custom = kindOfForm(CUSTOM);
	if (!custom) throw new Error('No kind has custom attributes');
	return kind ?? { ...custom, check: () => listOf(text) };
}

/** The operator of a row. An expression may give another one: the server may support it. */
function readOperator(row: IDataObject, { operator }: AttributeKind): string {
	const given = { [operator.name]: operator.default, ...row };
	return readField(given, operator, required(choiceOrOther(operator.options)));
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
	{ value, check, days = value }: AttributeKind,
	context: ValueContext,
): unknown[] {
	if (NO_VALUE.includes(context.operator)) return [];
	if (context.operator in DAYS) return [readField(row, days, required(daysCheck(context)))];
	return [readField(row, value, required(needsExpressions(check(context))), raw)].flat();
}

function conditionOf({ key, operator, values, owner, link }: ConditionRow): Condition {
	return withoutUndefined({
		attribute_key: key,
		filter_operator: operator,
		values,
		custom_attribute_type: owner,
		query_operator: link,
	});
}
