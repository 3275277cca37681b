import { recordList } from '../../shared/response/records';
import { limitField, returnAllField, simplifyField } from '../../shared/form/fields';
import type { Operation } from '../../shared/operation';
import {
	conditionRowsField,
	filterLink,
	filterMatchField,
} from '../../shared/conditions/conditionFields';
import { type Condition, conditionsFromRows } from '../../shared/conditions/conditionRows';
import { conditionsFromJson } from '../../shared/conditions/conditionsJson';
import { type Choice, choice } from '../../shared/input/checks';
import { type Check, InvalidValue } from '../../shared/input/invalidValue';
import { simpleContact } from '../contact';
import {
	filterSort,
	filterSortField,
	missingMatchesHint,
	noMatchHint,
	orderOf,
	pageField,
	readExtent,
	typedChoiceHint,
} from '../contactList';

/** The ways to enter conditions. */
const WAYS: Choice[] = [
	{ name: 'Using Fields Below', value: 'fields' },
	{ name: 'Using JSON', value: 'json' },
];

/** Filter contacts by conditions on their attributes (contract, 4.1). */
export const filterContacts: Operation = {
	safety: 'safe',
	name: 'Filter',
	value: 'filter',
	action: 'Filter contacts',
	description: 'Find contacts by conditions, such as an exact email address or phone number',
	endpoint: { method: 'POST', url: '/api/v1/accounts/{account_id}/contacts/filter' },
	inChatwoot: true,
	fields: [
		{
			displayName: 'Specify Conditions',
			name: 'specifyConditions',
			type: 'options',
			noDataExpression: true,
			description: 'How to enter the conditions',
			default: 'fields',
			options: WAYS,
		},
		{ ...filterMatchField, displayOptions: { show: { specifyConditions: ['fields'] } } },
		conditionRowsField('filter', {
			// The editor shows an error if there is no row.
			typeOptions: { multipleValues: true, sortable: true, minRequiredFields: 1 },
			displayOptions: { show: { specifyConditions: ['fields'] } },
			description: 'Conditions that a contact must meet',
		}),
		{
			displayName: 'Conditions (JSON)',
			name: 'conditionsJson',
			type: 'json',
			typeOptions: { rows: 6 },
			displayOptions: { show: { specifyConditions: ['json'] } },
			default: '[]',
			description:
				'List of conditions, such as [{"attribute_key": "email", "filter_operator": "contains", "values": ["@example.com"]}]',
		},
		returnAllField,
		limitField,
		simplifyField,
	],
	options: [pageField, filterSortField],
	hints: [noMatchHint, missingMatchesHint, typedChoiceHint],
	request: (read, context) => {
		const { page, limit } = readExtent(read);
		const sort = read('options.sort', filterSort);
		const rows = () =>
			conditionsFromRows('filter', context.getTimezone(), read('match', filterLink));
		const payload =
			read('specifyConditions', choice(WAYS)) === 'json'
				? read('conditionsJson', oneOrMore(conditionsFromJson('filter')))
				: read('conditions', oneOrMore(rows()));
		return {
			query: { sort, page },
			body: { payload },
			limit,
			order: orderOf(sort),
			simplify: simpleContact,
		};
	},
	records: recordList,
};

/** Rejects a filter without conditions: it would return all contacts of the account. */
function oneOrMore(check: Check<Condition[] | undefined>): Check<Condition[]> {
	return (value, raw, evaluate) => {
		const conditions = check(value, raw, evaluate) ?? [];
		if (conditions.length === 0) throw new InvalidValue('are blank. Add at least one condition');
		return conditions;
	};
}
