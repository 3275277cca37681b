import type { IDataObject } from 'n8n-workflow';

import { conditionRowsField, matchField, matchLink } from '../../shared/conditions/conditionFields';
import { conditionsFromRows } from '../../shared/conditions/conditionRows';
import { byName, notice, textField, titled } from '../../shared/form/fields';
import { recordLocator } from '../../shared/form/locators';
import { conditionsFromJson } from '../../shared/conditions/conditionsJson';
import { pick, recordItem, withIsoTimes } from '../../shared/response/records';
import type { Operation, ReadParameter } from '../../shared/operation';
import { recordId } from '../../shared/input/recordId';
import {
	atLeastOne,
	type Choice,
	choice,
	choiceIn,
	clearableText,
	labelsOf,
	required,
	text,
	truthOf,
} from '../../shared/input/checks';
import { isBlank, quote } from '../../shared/values';
import { type Check, InvalidValue } from '../../shared/input/invalidValue';
import { actionsField, actionsFromRows, actionsFromJson } from '../actions';

const TURN_OPTIONS: Choice[] = [
	{ name: 'Leave As It Is', value: 'keep' },
	{ name: 'Off', value: 'off' },
	{ name: 'On', value: 'on' },
];

/** The documented events (contract, 2.4), and one that many servers support too. */
const EVENT_OPTIONS = byName(
	...titled('conversation_created', 'conversation_resolved', 'conversation_updated'),
	...titled('message_created', 'conversation_opened'),
);

/** Update an automation rule (contract, 4.2). Only the fields that the user added are sent. */
export const updateAutomationRule: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update automation rule',
	description: 'Turn an automation rule on or off, or change its event, conditions or actions',
	endpoint: { method: 'PATCH', url: '/api/v1/accounts/{account_id}/automation_rules/{id}' },
	inChatwoot: true,
	fields: [
		recordLocator({
			displayName: 'Automation Rule',
			name: 'automationRuleId',
			required: true,
			description: 'Automation rule to update',
			searchListMethod: 'searchAutomationRules',
		}),
		{
			displayName: 'Active',
			name: 'active',
			type: 'options',
			default: 'keep',
			options: TURN_OPTIONS,
			description: 'Whether to turn the rule on or off',
		},
		notice(
			'replaceNotice',
			"New conditions or actions replace all that the rule has, for good. To change one, first run this step with only 'Active', set as the rule is in your service (On or Off). Then enter all that the output shows, with your change.",
		),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'Fields of the rule to change',
			options: [
				{
					displayName: 'Actions (JSON)',
					name: 'actionsJson',
					type: 'json',
					default: '{}',
					description:
						'Actions as a JSON list, such as [{"action_name": "add_label", "action_params": ["refund"]}]. [] removes all actions, and {} changes nothing.',
				},
				{
					displayName: 'Conditions (JSON)',
					name: 'conditionsJson',
					type: 'json',
					default: '{}',
					description:
						'Conditions as a JSON list, such as [{"attribute_key": "content", "filter_operator": "contains", "values": ["refund"]}]. [] removes all conditions, and {} changes nothing.',
				},
				{
					...textField(
						'Description',
						'description',
						'Purpose of the rule',
						'Labels conversations about refunds',
					),
					hint: 'Leave empty to clear the description',
				},
				{
					displayName: 'Event',
					name: 'eventName',
					type: 'options',
					default: 'conversation_created',
					options: EVENT_OPTIONS,
					description: 'Event that triggers the rule',
				},
				matchField,
				textField('Name', 'name', 'Name of the rule', 'Label refunds'),
				actionsField,
				// The contract (2.4) documents only the attribute content.
				conditionRowsField('rule', {
					displayName: 'Replace All Conditions',
					description: 'Conditions under which the rule runs its actions',
				}),
			],
		},
	],
	request: (read, context) => {
		const link = read('updateFields.match', matchLink);
		const conditions = inOneWay(
			read,
			'conditions',
			conditionsFromRows('rule', context.getTimezone(), () => link),
			conditionsFromJson('rule', link),
		);
		read('updateFields.match', (match) => {
			if (conditions === undefined && !isBlank(match))
				throw new InvalidValue("has no effect without 'Replace All Conditions'");
		});
		return {
			path: { id: read('automationRuleId', required(recordId('automation_rule'))) },
			body: atLeastOne(
				{
					name: read('updateFields.name', text),
					description: read('updateFields.description', clearableText),
					event_name: read('updateFields.eventName', choice(EVENT_OPTIONS)),
					active: read('active', onOrOff),
					conditions,
					actions: inOneWay(read, 'actions', actionsFromRows, actionsFromJson),
				},
				"Choose On or Off at 'Active', or add a field under 'Update Fields'. If a field has an expression, check what it returns.",
			),
		};
	},
	records: (body, { path }) => [updatedRule(body, path?.id)],
	effect: { record: 'automation rule', done: 'updated' },
	safety: 'idempotent',
};

/** The updated rule in a response, with what users look for first and its time as ISO 8601. */
export function updatedRule(body: unknown, id?: number): IDataObject {
	const rule = withIsoTimes(recordItem(body, 'automation rule', { updated: true, id }), [
		'created_on',
	]);
	return { ...pick(rule, ['id', 'name', 'active', 'conditions', 'actions']), ...rule };
}

/** Reads whether to turn a rule on: the choices of the form, or true or false. */
function onOrOff(value: unknown): boolean | undefined {
	const chosen = choiceIn(TURN_OPTIONS, value)?.value;
	if (chosen !== undefined) return chosen === 'keep' ? undefined : chosen === 'on';
	const isOn = truthOf(value);
	if (isOn !== undefined || isBlank(value)) return isOn;
	throw new InvalidValue(
		`must be ${labelsOf(TURN_OPTIONS)}, or true or false, but is ${quote(value)}`,
	);
}

/** Reads a list from rows or from JSON. Both together are rejected, because one of them would be ignored. */
function inOneWay<T>(
	read: ReadParameter,
	name: string,
	fromRows: Check<T | undefined>,
	fromJson: Check<T | undefined>,
): T | undefined {
	const json = read(`updateFields.${name}Json`, fromJson);
	return read(`updateFields.${name}`, (value, raw, evaluate) => {
		const rows = fromRows(value, raw, evaluate);
		if (rows === undefined || json === undefined) return rows ?? json;
		throw new InvalidValue('is given as rows and as JSON. Use only one');
	});
}
