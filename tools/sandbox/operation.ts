import type { Answer } from './answer';
import type { UploadedFile } from './contract/body';
import type { JsonObject } from './records';
import type { Rejection, RejectionKind } from './rejection';
import type { Caller, State } from './seed';

/** One request that was let in, as an operation sees it. */
export interface Call {
	state: State;
	/** Whether to do as servers of the API's family do where they differ from the contract. */
	upstream: boolean;
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

/**
 * What the sandbox does for one operation. Each has a file of its own in `operations/`, which is
 * called like its `operationId` in `api/openapi.yaml`: from there come method, path and body.
 */
export interface Operation {
	/** Does what is asked for and tells it. Throws a `Rejection` where it can't; then nothing was done. */
	answer: (call: Call) => Answer;
	/** Contract 5.4: the token must belong to an agent or an administrator, not to a bot. */
	forUsersOnly?: true;
	/** In the upstream dialect agents may not call it either. */
	upstreamForAdministrators?: true;
	/** The body of an error in the documented dialect, where it isn't the standard one (contract 7). */
	errorBody?: (rejection: Rejection) => unknown;
	/** The status in the documented dialect of what the operation itself rejects, if it is shown. */
	errorStatus?: number;
	/** Errors that the upstream dialect tells in a way of its own for this operation. */
	upstreamErrors?: Partial<Record<RejectionKind, (rejection: Rejection) => Answer>>;
}
