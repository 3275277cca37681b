import type { IDataObject } from 'n8n-workflow';

import { unwrap } from './body';
import type { PathValues } from '../transport/request';
import { isObject } from '../input/values';

/**
 * The item of a delete: servers answer with nothing, some with a record (contract, 4.9 and 4.10:
 * not shown).
 *
 * @returns `{"deleted": true, "id": 7}`, and what the service said besides
 */
export function deleted(body: unknown, { path }: { path?: PathValues }): IDataObject[] {
	const said = unwrap(body);
	return [{ ...(isObject(said) ? said : {}), deleted: true, id: path?.id }];
}
