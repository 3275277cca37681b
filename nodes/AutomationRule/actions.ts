import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { byName } from '../shared/form/conditions';
import { titled } from '../shared/form/fields';
import { labelsField, recordLocator } from '../shared/form/locators';
import {
	chosenAsTyped,
	eachRow,
	jsonList,
	nameIn,
	objectRow,
	readField,
	textList,
	valuesOf,
	withValues,
} from '../shared/input/rows';
import {
	InvalidValue,
	keyword,
	positiveInteger,
	required,
	rowsOf,
	shown,
	text,
	valuesIn,
	webAddress,
} from '../shared/input/values';
import { choiceFields, type Choices, PRIORITIES, readChoice, STATUSES } from './choices';

/** An action as it is sent (contract, 2.4). */
export interface Action {
	action_name: string;
	action_params: unknown;
}

const CHOICES: Choices = {
	change_priority: byName(...PRIORITIES, { name: 'None', value: 'nil' }),
	change_status: STATUSES,
};

const actionNameField: INodeProperties = {
	displayName: 'Action',
	name: 'actionName',
	type: 'options',
	noDataExpression: true,
	description: 'Action to run when the conditions match',
	default: 'add_label',
	options: titled(
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
	),
};

const agentField = recordLocator({
	displayName: 'Agent',
	name: 'id',
	description: 'Agent to assign. Choose the agent from the list, or enter the ID.',
	searchListMethod: 'searchAgents',
	dependsOn: 'actionName',
});

const teamField = recordLocator({
	displayName: 'Team',
	name: 'id',
	description: 'Team to assign. Choose the team from the list, or enter the ID.',
	searchListMethod: 'searchTeams',
	dependsOn: 'actionName',
});

/** Each field has its own name, so that a note for agents is never sent to the contact. */
function textField(
	displayName: string,
	name: string,
	description: string,
	example: string,
): INodeProperties {
	const placeholder = `e.g. ${example}`;
	return { displayName, name, type: 'string', default: '', description, placeholder };
}

/** The field of an action, and the parameters that its value becomes. */
interface Need {
	actions: string[];
	field: INodeProperties;
	params: (value: unknown) => unknown[] | undefined;
}

const NEEDS: Need[] = [
	{ actions: ['add_label', 'remove_label'], field: labelsField, params: textList },
	need('assign_agent', agentField, positiveInteger),
	need('assign_team', teamField, positiveInteger),
	need(
		'add_private_note',
		textField('Note', 'note', 'Text of the note, which only agents see', 'Asked for a refund'),
		text,
	),
	need(
		'send_email_transcript',
		textField('Email', 'email', 'Email address to send the transcript to', 'name@email.com'),
		text,
	),
	need(
		'send_message',
		textField('Message', 'message', 'Text to send to the contact', "Thanks, we'll look into it"),
		text,
	),
	need(
		'send_webhook_event',
		textField(
			'Webhook URL',
			'webhookUrl',
			'Address to send the event to',
			'https://example.com/hook',
		),
		webAddress,
	),
];

/** Actions that need a parameter. */
const WITH_PARAMS = [...Object.keys(CHOICES), ...NEEDS.flatMap(({ actions }) => actions)];

/** The rows of the builder. The contract shows only add_label; common servers have the others. */
export const actionsField: INodeProperties = {
	displayName: 'Actions',
	name: 'actions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Action',
	default: {},
	description:
		'Actions that the rule runs. Only Add Label is documented, but many servers support the others.',
	options: [
		{
			displayName: 'Action',
			name: 'action',
			values: [
				actionNameField,
				...NEEDS.map(({ actions, field }) => ({
					...field,
					displayOptions: { show: { actionName: actions } },
				})),
				...choiceFields('actionName', 'Value to change to', CHOICES),
			],
		},
	],
};

/**
 * Actions from rows. Without a row the rule keeps its actions.
 *
 * @throws InvalidRow that names the row
 */
export const actionsFromRows = chosenAsTyped(
	actionNameField,
	(value: unknown): Action[] | undefined => {
		const rows = rowsOf(value, 'action');
		if (rows.length === 0) return undefined;
		return eachRow('Action', rows, (row) => {
			const action_name = readField(row, actionNameField, required(actionName));
			return { action_name, action_params: paramsOf(row, action_name) };
		});
	},
);

/** Actions from JSON: a list, or one. Their parameters are sent unchanged. */
export function actionsOfJson(value: unknown): Action[] | undefined {
	const list = jsonList(value);
	return list && eachRow('Action', list, actionFromJson);
}

function actionFromJson(entry: unknown): Action {
	const { action_params, ...row } = objectRow(entry);
	const action_name = nameIn(row, 'action_name', 'add_label');
	const action = { ...row, action_name, action_params: valuesOf(action_params) };
	return withValues(action, 'action_params', WITH_PARAMS.includes(action_name) ? 1 : 0);
}

function paramsOf(row: IDataObject, action: string): unknown[] {
	if (action in CHOICES) return [readChoice(row, action, text)];
	const need = NEEDS.find(({ actions }) => actions.includes(action));
	if (!need) return [];
	const { field, params } = need;
	return readField(row, field, required(params));
}

/** A name of the list. Another one would be sent without the value of its row. */
function actionName(value: unknown): string | undefined {
	const name = keyword(value);
	const known = valuesIn(actionNameField.options as INodePropertyOptions[]);
	if (name === undefined || known.includes(name)) return name;
	throw new InvalidValue(`must be a name such as add_label, but is ${shown(name)}`);
}

/** The need of an action with one parameter. */
function need(action: string, field: INodeProperties, check: (value: unknown) => unknown): Need {
	const params: Need['params'] = (value) => {
		const checked = check(value);
		return checked === undefined ? undefined : [checked];
	};
	return { actions: [action], field, params };
}
