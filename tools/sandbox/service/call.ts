import type { UploadedFile } from '../body';
import type { Traits } from '../dialect';
import type { JsonObject } from '../records';
import type { Caller, State } from '../state';

/** One request that was let in, as the service's rules see it. */
export interface Call {
	state: State;
	traits: Traits;
	caller: Caller;
	/** The ID in the path after the account, 0 where there is none. */
	id: number;
	query: Record<string, string>;
	/** Checked against the contract before it comes here. */
	body: JsonObject;
	files: readonly UploadedFile[];
	pageSize: number;
	/** By how many records each page after the first begins early: records moved meanwhile. */
	pageShift: number;
}
