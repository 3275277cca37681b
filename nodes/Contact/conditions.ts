import type { INodeProperties } from 'n8n-workflow';

import {
	byName,
	conditionRows,
	customAttributeField,
	operatorFields,
} from '../shared/form/conditions';
import { titled } from '../shared/form/fields';
import { type ConditionForm, conditionsOfRows } from '../shared/input/conditionRows';
import {
	type Condition,
	conditionsFromJson,
	CUSTOM,
	linkConditions,
} from '../shared/input/conditions';
import { listOf, readField } from '../shared/input/rows';
import { InvalidValue, required, rowsOf } from '../shared/input/values';
import { KINDS, SENT_AS, valuesFields } from './conditionKinds';

/** The documented attributes (contract, 4.1), and others that many servers support. */
const ATTRIBUTES = byName(
	...titled('blocked', 'city', 'country_code', 'email', 'identifier', 'name', 'phone_number'),
	...titled('company_name', 'created_at', 'labels', 'last_activity_at'),
	{ name: 'Custom Attribute', value: CUSTOM },
);

const FORM: ConditionForm = {
	kinds: KINDS,
	sentAs: SENT_AS,
	comparesFirst: () => true,
	besideOthers:
		"Some servers then return contacts that don't match. Filter by the other conditions, and put n8n's Filter node behind this one, or use 'Conditions (JSON)'",
};

const builder = conditionRows(
	{
		displayOptions: { show: { specifyConditions: ['fields'] } },
		description:
			'Conditions that a contact must meet. Many servers find only contacts that have an email, phone number or identifier. Upper and lower case are the same.',
	},
	[
		{
			displayName: 'Attribute',
			name: 'attribute',
			type: 'options',
			noDataExpression: true,
			description:
				'Attribute of the contact to compare. Company Name, Created At, Labels and Last Activity At are undocumented, but many servers support them.',
			default: 'email',
			options: ATTRIBUTES,
		},
		customAttributeField('searchContactAttributes'),
		...operatorFields(KINDS),
		...valuesFields,
	],
);

/** The field for conditions as rows. The editor shows an error if there is no row. */
export const conditionsField: INodeProperties = {
	...builder,
	typeOptions: { ...builder.typeOptions, minRequiredFields: 1 },
};

/**
 * Makes a check that reads conditions from rows. There must be at least one.
 *
 * @param zone time zone of the workflow, for times without an offset
 * @param link between rows that have no link of their own
 * @throws InvalidRow that names the row
 */
export function conditionsFromRows(
	zone: string,
	link: 'AND' | 'OR',
): (value: unknown, typed?: unknown) => Condition[] {
	return (value, typed) => {
		const rows = rowsOf(value, 'condition');
		return atLeastOne(conditionsOfRows(FORM, rows, rowsOf(typed, 'condition'), link, zone));
	};
}

/** The values of a condition in JSON. */
const VALUES = { name: 'values', displayName: 'values' };

/** Reads conditions from JSON, with links and with lists of texts as values. There must be at least one. */
export function conditionsOfJson(value: unknown): Condition[] {
	const conditions = conditionsFromJson(value, (row, check, isNeeded) =>
		isNeeded ? readField(row, VALUES, required(listOf(check))) : [],
	);
	return atLeastOne(linkConditions(conditions ?? []));
}

/** Refuses a filter without conditions: it would return all contacts of the account. */
function atLeastOne(conditions: Condition[]): Condition[] {
	if (conditions.length === 0) throw new InvalidValue('are blank. Add at least one condition');
	return conditions;
}
