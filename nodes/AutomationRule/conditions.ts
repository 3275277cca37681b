import { attributeChoices } from '../shared/conditions/attributes';
import { conditionRowsField } from '../shared/conditions/conditionFields';
import { conditionRows } from '../shared/conditions/conditionRows';
import { type Condition, jsonToConditions, linkConditions } from '../shared/conditions/conditions';
import { onlyTexts, valuesOf } from '../shared/input/rows';
import { type Check, isObject } from '../shared/input/values';

/** The field for conditions as rows. The contract (2.4) documents only the content. */
export const conditionsField = conditionRowsField(
	'rule',
	{
		displayName: 'Replace Conditions',
		description: 'Conditions under which the rule runs its actions',
	},
	{
		displayName: 'Attribute',
		name: 'attribute',
		type: 'options',
		noDataExpression: true,
		description: 'Attribute of the conversation or its contact to compare',
		default: 'content',
		options: attributeChoices('rule'),
	},
	'searchCustomAttributes',
);

/**
 * Makes a check that reads conditions from rows. Without rows, the rule keeps its conditions.
 *
 * @param zone time zone of the workflow, for times without an offset
 * @param link between rows that have no link of their own
 * @throws InvalidRow that names the row
 */
export function conditionsFromRows(
	zone: string,
	link: 'AND' | 'OR',
): Check<Condition[] | undefined> {
	const read = conditionRows('rule', zone, link);
	return (value, typed) => {
		const conditions = read(value, typed);
		return conditions.length > 0 ? conditions : undefined;
	};
}

/**
 * Makes a check that reads conditions from JSON. Numbers and objects are sent unchanged, because some rules
 * contain them.
 *
 * @param link between conditions that have no link of their own
 */
export function conditionsFromJson(
	link: 'AND' | 'OR',
): (value: unknown) => Condition[] | undefined {
	return (value) => {
		const conditions = jsonToConditions(value, (row, check) =>
			isObject(row.values) ? row.values : valuesOf(row, 'values', true, onlyTexts(check)),
		);
		return conditions && linkConditions(conditions, link);
	};
}
