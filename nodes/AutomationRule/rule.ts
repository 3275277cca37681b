import type { IDataObject } from 'n8n-workflow';

import { pick, recordItem } from '../shared/output/records';
import { withIsoTimes } from '../shared/output/time';

/**
 * The updated rule in a response, with ID, name and whether it is on first and its time as ISO 8601.
 *
 * @param id of the rule in the request
 */
export function updatedRule(body: unknown, id?: number): IDataObject {
	const rule = withIsoTimes(recordItem(body, 'automation rule', { updated: true, id }), [
		'created_on',
	]);
	return { ...pick(rule, ['id', 'name', 'active']), ...rule };
}
