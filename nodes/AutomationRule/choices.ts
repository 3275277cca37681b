import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { titled } from '../shared/form/fields';
import { camelCase } from '../shared/input/parameters';
import { readField } from '../shared/input/rows';
import { required } from '../shared/input/values';

/** What one can choose among, by the attribute or action that it is for. */
export type Choices = Record<string, INodePropertyOptions[]>;

export const PRIORITIES = titled('high', 'low', 'medium', 'urgent');

export const STATUSES = titled('open', 'pending', 'resolved', 'snoozed');

/**
 * A field for each choice, shown for its attribute or action. Each has a name of its own, such as
 * `changeStatus`: the editor gives a new row the defaults of all fields by name.
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

/** What was chosen in a row for an attribute or action; not blank. */
export function readChoice<T>(
	row: IDataObject,
	subject: string,
	check: (value: unknown) => T | undefined,
): T {
	return readField(row, { name: camelCase(subject), displayName: 'Value' }, required(check));
}
