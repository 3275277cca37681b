import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	CONVERSATION_STATUSES,
	PRIORITIES,
	choiceField,
	byName,
	textField,
	titled,
} from '../shared/form/fields';
import { labelsField, recordLocator } from '../shared/form/locators';
import { emailAddresses, webAddress } from '../shared/input/addresses';
import { type Choice, choice, required, text, valuesIn } from '../shared/input/checks';
import { camelCase, isObject, quote, rowsOf } from '../shared/values';
import { type Check, InvalidValue } from '../shared/input/invalidValue';
import { keyText, trimmedText } from '../shared/input/keys';
import { recordId } from '../shared/input/recordId';
import {
	eachRow,
	jsonRows,
	labelTitles,
	nameIn,
	objectRow,
	onlyTexts,
	readField,
	rejectWholeRule,
	rejectExpression,
	rowValues,
} from '../shared/input/rows';

/** An action as it is sent (contract, 2.4). */
export interface Action {
	action_name: string;
	action_params: unknown;
}

const ACTIONS = titled(
	'add_label',
	'add_private_note',
	'assign_agent',
	'assign_team',
	'change_priority',
	'change_status',
	'mute_conversation',
	'open_conversation',
	'remove_assigned_agent',
	'remove_assigned_team',
	'remove_label',
	'resolve_conversation',
	'send_email_transcript',
	'send_message',
	'send_webhook_event',
	'snooze_conversation',
);

const actionNameField: INodeProperties = {
	displayName: 'Action',
	name: 'actionName',
	type: 'options',
	noDataExpression: true,
	description: 'Action to run when the conditions match',
	default: 'add_label',
	options: ACTIONS,
};

/** The field for an agent or a team to assign. */
function recordField(displayName: string, searchListMethod: string): INodeProperties {
	return recordLocator({
		displayName,
		name: 'id',
		description: `${displayName} to assign`,
		searchListMethod,
		dependsOn: 'actionName',
	});
}

/** An action with a parameter: its field, and the check of the one or several values. */
interface ActionParameter {
	actions: string[];
	field: INodeProperties;
	check: Check<unknown>;
	/** Cleans a text in JSON. */
	clean?: Check<unknown>;
}

/** An action that changes something to one of a few choices. */
function choiceParameter(action: string, start: string, options: Choice[]): ActionParameter {
	const field = choiceField(camelCase(action), 'Value to change to', start, options);
	return { actions: [action], field, check: choice(options) };
}

/**
 * Each text has a name of its own: if the user changes the action, the editor must not turn a note for agents into a
 * message to the contact.
 */
const PARAMETERS: ActionParameter[] = [
	{
		actions: ['add_label', 'remove_label'],
		field: labelsField,
		check: labelTitles,
		clean: keyText,
	},
	{
		actions: ['assign_agent'],
		field: recordField('Agent', 'searchAgents'),
		check: recordId('agent'),
	},
	{ actions: ['assign_team'], field: recordField('Team', 'searchTeams'), check: recordId('team') },
	{
		actions: ['add_private_note'],
		field: textField(
			'Note',
			'note',
			'Text of the note, which only agents see',
			'Asked for a refund',
		),
		check: text,
	},
	{
		actions: ['send_email_transcript'],
		field: textField(
			'Email',
			'email',
			'Email addresses to send the transcript to, with commas between them',
			'name@email.com',
		),
		check: emailAddresses,
		clean: trimmedText,
	},
	{
		actions: ['send_message'],
		field: textField(
			'Message',
			'message',
			'Text to send to the contact',
			"Thanks, we'll look into it",
		),
		check: text,
	},
	{
		actions: ['send_webhook_event'],
		field: textField(
			'Webhook URL',
			'webhookUrl',
			'Address to send the event to',
			'https://example.com/hook',
		),
		check: webAddress,
		clean: trimmedText,
	},
	choiceParameter('change_priority', 'high', byName(...PRIORITIES, { name: 'None', value: 'nil' })),
	choiceParameter('change_status', 'open', CONVERSATION_STATUSES),
];

function parameterOf(action: string): ActionParameter | undefined {
	return PARAMETERS.find(({ actions }) => actions.includes(action));
}

/** The field for actions as rows. The contract documents only add_label; common servers support the others. */
export const actionsField: INodeProperties = {
	displayName: 'Replace All Actions',
	name: 'actions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Action',
	default: {},
	description: 'Actions that the rule runs',
	options: [
		{
			displayName: 'Action',
			name: 'action',
			values: [
				actionNameField,
				...PARAMETERS.map(({ actions, field }) => ({
					...field,
					displayOptions: { show: { actionName: actions } },
				})),
			],
		},
	],
};

/**
 * Reads actions from rows. Without rows, the rule keeps its actions.
 *
 * @throws InvalidRow that names the row
 */
export function actionsFromRows(value: unknown, raw?: unknown): Action[] | undefined {
	const rows = rowsOf(value, 'action');
	if (rows.length === 0) return undefined;
	const rawRows = rowsOf(raw, 'action');
	return eachRow('Action', rows, (row, index) => {
		rejectExpression(rawRows[index], actionNameField);
		const action_name = readField(row, actionNameField, required(actionName));
		return { action_name, action_params: paramsOf(row, action_name) };
	});
}

/** Reads actions from JSON: a list, or a single action. Only titles of labels and addresses are cleaned. */
export function actionsFromJson(value: unknown): Action[] | undefined {
	const list = jsonRows(value);
	rejectWholeRule(list, 'actions');
	return list && eachRow('Action', list, actionFromJson);
}

function actionFromJson(entry: unknown): Action {
	const row = objectRow(entry);
	const action_name = nameIn(row, 'action_name', 'add_label');
	const { action_params } = row;
	if (isObject(action_params)) return { ...row, action_name, action_params };
	const parameter = parameterOf(action_name);
	const clean = onlyTexts(parameter?.clean ?? text);
	const params = rowValues(row, 'action_params', parameter !== undefined, clean);
	return { ...row, action_name, action_params: params };
}

function paramsOf(row: IDataObject, action: string): unknown[] {
	const parameter = parameterOf(action);
	if (!parameter) return [];
	return [readField(row, parameter.field, required(parameter.check))].flat();
}

/**
 * The name of an action in the list. The form has no field for the parameter of any other action, and n8n drops the
 * parameters of a row if its action is a label.
 */
function actionName(value: unknown): string | undefined {
	const name = keyText(value);
	if (name === undefined || valuesIn(ACTIONS).includes(name)) return name;
	throw new InvalidValue(`must be a name such as add_label, but is ${quote(name)}`);
}
