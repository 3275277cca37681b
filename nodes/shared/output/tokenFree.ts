import type { IDataObject } from 'n8n-workflow';

import { withoutToken } from '../failure/failure';
import { isObject } from '../input/values';

/** Shorter ones are those of trials, and may be words of the records. */
const SHORTEST = 8;

/**
 * A record without the token in its texts, should the service repeat it: items are shown, stored and
 * handed on.
 *
 * @returns the record itself where it does not hold the token
 */
export function tokenFree(record: IDataObject, token: string): IDataObject {
	if (token.length < SHORTEST || !holds(record, token)) return record;
	return replaced(record, token) as IDataObject;
}

function holds(value: unknown, token: string): boolean {
	if (typeof value === 'string') return value.includes(token);
	return Object.values(value ?? {}).some((inner) => holds(inner, token));
}

function replaced(value: unknown, token: string): unknown {
	if (typeof value === 'string') return withoutToken(value, token);
	if (Array.isArray(value)) return value.map((inner) => replaced(inner, token));
	if (!isObject(value)) return value;
	const fields = Object.entries(value).map(([name, inner]) => [name, replaced(inner, token)]);
	return Object.fromEntries(fields);
}
