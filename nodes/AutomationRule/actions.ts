import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { camelCase } from '../shared/failure/fieldNames';
import {
	InvalidValue,
	isBlank,
	isObject,
	json,
	positiveInteger,
	rowsOf,
	shown,
	textList,
} from '../shared/input/values';

/** What is performed when the conditions match (contract, 2.4). */
export interface Action {
	action_name: string;
	action_params: unknown;
}

const LABEL_ACTIONS = ['add_label', 'remove_label'];
const ID_ACTIONS = ['assign_agent', 'assign_team'];
const TEXT_ACTIONS = [
	'add_private_note',
	'send_email_transcript',
	'send_message',
	'send_webhook_event',
];
const CHOICES: Record<string, INodePropertyOptions[]> = {
	change_priority: [
		{ name: 'High', value: 'high' },
		{ name: 'Low', value: 'low' },
		{ name: 'Medium', value: 'medium' },
		{ name: 'None', value: 'nil' },
		{ name: 'Urgent', value: 'urgent' },
	],
	change_status: [
		{ name: 'Open', value: 'open' },
		{ name: 'Pending', value: 'pending' },
		{ name: 'Resolved', value: 'resolved' },
		{ name: 'Snoozed', value: 'snoozed' },
	],
};

/** The rows of the builder. The contract shows add_label; the others are those of common servers. */
export const actionsField: INodeProperties = {
	displayName: 'Actions',
	name: 'actions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Action',
	default: {},
	description:
		'What the rule does. These replace all actions that the rule has now. The documentation shows Add Label; the other choices are those of common servers.',
	options: [
		{
			displayName: 'Action',
			name: 'action',
			values: [
				{
					displayName: 'Action',
					name: 'actionName',
					type: 'options',
					description: 'What the rule does when its conditions match',
					default: 'add_label',
					options: [
						{ name: 'Add Label', value: 'add_label' },
						{ name: 'Add Private Note', value: 'add_private_note' },
						{ name: 'Assign Agent', value: 'assign_agent' },
						{ name: 'Assign Team', value: 'assign_team' },
						{ name: 'Change Priority', value: 'change_priority' },
						{ name: 'Change Status', value: 'change_status' },
						{ name: 'Mute Conversation', value: 'mute_conversation' },
						{ name: 'Open Conversation', value: 'open_conversation' },
						{ name: 'Remove Assigned Agent', value: 'remove_assigned_agent' },
						{ name: 'Remove Assigned Team', value: 'remove_assigned_team' },
						{ name: 'Remove Label', value: 'remove_label' },
						{ name: 'Resolve Conversation', value: 'resolve_conversation' },
						{ name: 'Send Email Transcript', value: 'send_email_transcript' },
						{ name: 'Send Message', value: 'send_message' },
						{ name: 'Send Webhook Event', value: 'send_webhook_event' },
						{ name: 'Snooze Conversation', value: 'snooze_conversation' },
					],
				},
				{
					displayName: 'Labels',
					name: 'labels',
					type: 'string',
					displayOptions: { show: { actionName: LABEL_ACTIONS } },
					default: '',
					placeholder: 'e.g. refund, urgent',
					description: 'Titles of the labels, with commas between them',
				},
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					displayOptions: { show: { actionName: ID_ACTIONS } },
					default: '',
					placeholder: 'e.g. 4',
					description: 'Number of the agent or team',
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					displayOptions: { show: { actionName: TEXT_ACTIONS } },
					default: '',
					placeholder: 'e.g. Thanks, we will look into it',
					description: 'The message or note, the address of the webhook, or the email address',
				},
				...Object.entries(CHOICES).map(choiceFor),
			],
		},
	],
};

function choiceFor([action, options]: [string, INodePropertyOptions[]]): INodeProperties {
	const [{ value: first }] = options;
	return {
		displayName: 'Value',
		name: camelCase(action),
		type: 'options',
		description: 'What it is changed to',
		displayOptions: { show: { actionName: [action] } },
		default: first,
		options,
	};
}

/** Actions as put together in rows; without a row the rule keeps those that it has. */
export function actionsFromRows(value: unknown): Action[] | undefined {
	const rows = rowsOf(value, 'action');
	if (rows.length === 0) return undefined;
	return rows.map((row, index) => ({
		action_name: String(row.actionName),
		action_params: paramsOfRow(row, index),
	}));
}

/** Actions as JSON: a list, or one. Their parameters leave as they are. */
export function actionsOfJson(value: unknown): Action[] | undefined {
	const parsed = json(value);
	if (parsed === undefined) return undefined;
	const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	return list.map((entry, index) => {
		if (!isObject(entry)) throw broken(index, `must be an object, but is ${shown(entry)}`);
		const { action_name, action_params = [] } = entry;
		if (typeof action_name !== 'string' || isBlank(action_name)) {
			throw broken(index, 'has no action_name, such as "add_label"');
		}
		return { ...entry, action_name, action_params };
	});
}

function paramsOfRow(row: IDataObject, index: number): unknown[] {
	const action = String(row.actionName);
	if (LABEL_ACTIONS.includes(action)) return present(textList(row.labels), index, 'Labels');
	if (ID_ACTIONS.includes(action)) return [present(positiveInteger(row.id), index, 'ID')];
	if (TEXT_ACTIONS.includes(action)) {
		return [present(isBlank(row.text) ? undefined : row.text, index, 'Text')];
	}
	return action in CHOICES ? [row[camelCase(action)]] : [];
}

function present<T>(value: T | undefined, index: number, field: string): T {
	if (value === undefined) throw broken(index, `has nothing in '${field}'`);
	return value;
}

function broken(index: number, complaint: string): InvalidValue {
	return new InvalidValue(`are not complete: action ${index + 1} ${complaint}`);
}
