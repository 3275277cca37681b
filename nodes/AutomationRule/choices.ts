import { titled } from '../shared/form/fields';
import type { ChoiceField } from '../shared/conditions/conditionRows';
import type { Choice } from '../shared/input/values';

export const PRIORITIES = titled('high', 'low', 'medium', 'urgent');

export const STATUSES = titled('open', 'pending', 'resolved', 'snoozed');

/**
 * A field of a row for one of the choices of an attribute or an action.
 *
 * @param name of its own, such as `changeStatus`, because the editor sets defaults by name
 */
export function choiceField(
	name: string,
	description: string,
	start: string,
	options: Choice[],
): ChoiceField {
	return { displayName: 'Value', name, type: 'options', description, default: start, options };
}
