import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { titled } from '../shared/form/fields';
import { camelCase } from '../shared/input/parameters';
import { readField } from '../shared/input/rows';
import { required } from '../shared/input/values';

/** Choices by the attribute or action that they are for. */
export type Choices = Record<string, INodePropertyOptions[]>;

export const PRIORITIES = titled('high', 'low', 'medium', 'urgent');

export const STATUSES = titled('open', 'pending', 'resolved', 'snoozed');

/**
 * A field for the choices of each attribute or action, shown only for it. The editor gives a new row
 * the defaults of all fields by name, so each has its own, such as `changeStatus`.
 *
 * @param controller the field of the row that says which one is shown
 * @param description what the value is for
 */
export function choiceFields(
	controller: string,
	description: string,
	choices: Choices,
): INodeProperties[] {
	return Object.entries(choices).map(([subject, options]) => {
		const [{ value: first }] = options;
		return {
			displayName: 'Value',
			name: camelCase(subject),
			type: 'options',
			description,
			displayOptions: { show: { [controller]: [subject] } },
			default: first,
			options,
		};
	});
}

/** The choice in a row for an attribute or action. */
export function readChoice<T>(
	row: IDataObject,
	subject: string,
	check: (value: unknown) => T | undefined,
): T {
	return readField(row, { name: camelCase(subject), displayName: 'Value' }, required(check));
}
