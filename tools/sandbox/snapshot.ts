import { contactShape } from './dialects/shapes';
import type { JsonObject } from './records';
import type { State } from './state';
import { without } from './without';

/** The state as JSON can carry it; of the contacts the number and those created since the start. */
export function snapshot(state: State): JsonObject {
	const { contacts } = state;
	return {
		...without(state, 'callers', 'now'),
		contacts: { total: contacts.all.length, created: contacts.created.map(contactShape) },
	};
}
