import { attributeChoices } from '../shared/conditions/attributes';
import type { INodeProperties } from 'n8n-workflow';

import { conditionRowsField } from '../shared/conditions/conditionFields';
import { conditionRows } from '../shared/conditions/conditionRows';
import { type Condition, jsonToConditions, linkConditions } from '../shared/conditions/conditions';
import { valuesOf } from '../shared/input/rows';
import { type Check, InvalidValue } from '../shared/input/values';

const rowsField = conditionRowsField(
	'filter',
	{
		displayOptions: { show: { specifyConditions: ['fields'] } },
		description: 'Conditions that a contact must meet',
	},
	{
		displayName: 'Attribute',
		name: 'attribute',
		type: 'options',
		noDataExpression: true,
		description: 'Attribute of the contact to compare',
		default: 'email',
		options: attributeChoices('filter'),
	},
	'searchContactAttributes',
);

/** The field for conditions as rows. The editor shows an error if there is no row. */
export const conditionsField: INodeProperties = {
	...rowsField,
	typeOptions: { ...rowsField.typeOptions, minRequiredFields: 1 },
};

/**
 * Makes a check that reads conditions from rows. There must be at least one.
 *
 * @param zone time zone of the workflow, for times without an offset
 * @param link between rows that have no link of their own
 * @throws InvalidRow that names the row
 */
export function conditionsFromRows(zone: string, link: 'AND' | 'OR'): Check<Condition[]> {
	const read = conditionRows('filter', zone, link);
	return (value, typed) => atLeastOne(read(value, typed));
}

/** Reads conditions from JSON, with links and with lists of texts as values. There must be at least one. */
export function conditionsFromJson(value: unknown): Condition[] {
	const conditions = jsonToConditions(value, (row, check) => valuesOf(row, 'values', true, check));
	return atLeastOne(linkConditions(conditions ?? []));
}

/** Refuses a filter without conditions: it would return all contacts of the account. */
function atLeastOne(conditions: Condition[]): Condition[] {
	if (conditions.length === 0) throw new InvalidValue('are blank. Add at least one condition');
	return conditions;
}
