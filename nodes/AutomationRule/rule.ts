import type { IDataObject } from 'n8n-workflow';

import { pick, record } from '../shared/output/body';
import { withIsoTimes } from '../shared/output/time';

/**
 * The updated rule of a response: its ID and name first, its time as ISO 8601.
 *
 * @param id of the rule that was asked for
 */
export function updatedRule(body: unknown, id?: number): IDataObject {
	const rule = withIsoTimes(record(body, { updated: true, id }), ['created_on']);
	return { ...pick(rule, ['id', 'name']), ...rule };
}
