import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { titled } from '../shared/form/fields';
import { camelCase } from '../shared/input/names';
import { listOf, readField } from '../shared/input/rows';
import { choice, required, valuesIn } from '../shared/input/values';

/** The choices for each attribute or action, and the one of a new row. */
export type Choices = Record<string, { start: string; options: INodePropertyOptions[] }>;

export const PRIORITIES = titled('high', 'low', 'medium', 'urgent');

export const STATUSES = titled('open', 'pending', 'resolved', 'snoozed');

/**
 * Makes a field with the choices of each attribute or action, which is shown only for it. Each field has its
 * own name, such as `changeStatus`, because the editor sets defaults by name.
 *
 * @param controller name of the field that decides which one is shown
 */
export function choiceFields(
	controller: string,
	description: string,
	choices: Choices,
): INodeProperties[] {
	return Object.entries(choices).map(([subject, { start, options }]) => ({
		displayName: 'Value',
		name: camelCase(subject),
		type: 'options',
		description,
		displayOptions: { show: { [controller]: [subject] } },
		default: start,
		options,
	}));
}

/**
 * Reads the choice for an attribute or action from a row.
 *
 * @throws InvalidValue if an expression returned anything but a choice of the field
 */
export function readChoice(
	row: IDataObject,
	subject: string,
	{ options }: Choices[string],
): string {
	return readField(row, valueOf(subject), required(choice(...valuesIn(options))));
}

/** Reads one or several choices for an attribute from a row. */
export function readChoices(
	row: IDataObject,
	subject: string,
	{ options }: Choices[string],
): string[] {
	return readField(row, valueOf(subject), required(listOf(choice(...valuesIn(options)))));
}

function valueOf(subject: string): Pick<INodeProperties, 'name' | 'displayName'> {
	return { name: camelCase(subject), displayName: 'Value' };
}
