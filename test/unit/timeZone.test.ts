import type { IDataObject } from 'n8n-workflow';

import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { createContact } from '../../nodes/Contact/operations/create';
import { filterContacts } from '../../nodes/Contact/operations/filter';
import type { Operation } from '../../nodes/shared/operation';
import { requestOf } from '../fixtures/requests';

/** A time that belongs to another day in UTC than in the time zone of the workflow, which is Europe/Berlin. */
const TIME = '2026-01-31T23:30:00Z';

const ROWS = {
	condition: [
		{
			attribute: 'customAttribute',
			customAttribute: 'contact.date:day',
			customOperator: 'is_greater_than',
			value: TIME,
		},
	],
};

it.each<[string, Operation, IDataObject]>([
	['a condition of a filter', filterContacts, { limit: 1, match: 'all', conditions: ROWS }],
	[
		'a condition of a rule',
		updateAutomationRule,
		{ automationRuleId: 1, updateFields: { conditions: ROWS } },
	],
	[
		'a mapped attribute of a contact',
		createContact,
		{
			name: 'Ann',
			onDuplicate: 'stop',
			customAttributes: {
				mappingMode: 'defineBelow',
				value: { day: TIME },
				schema: [{ id: 'day', displayName: 'Day', type: 'dateTime' }],
			},
		},
	],
])(
	'reads a time as a day in the time zone of the workflow in %s',
	(_place, operation, parameters) => {
		const { body } = requestOf(operation, { additionalFields: {}, ...parameters });
		expect(JSON.stringify(body)).toContain('2026-02-01');
	},
);
