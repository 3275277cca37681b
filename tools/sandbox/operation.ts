import type { HttpResponse } from './response';
import type { UploadedFile } from './contract/body';
import type { JsonObject } from './records';
import type { Rejection, RejectionKind } from './rejection';
import type { Caller, State } from './seed';

/** A valid request, as an operation sees it. */
export interface Call {
	state: State;
	/** Whether to behave as servers of the Chatwoot family where they differ from the contract. */
	upstream: boolean;
	/** Whether to behave as the description of Voxys Connect says, in operations that Chatwoot lacks. */
	voxys: boolean;
	caller: Caller;
	/** The ID in the path after the account, or 0 if there is none. */
	id: number;
	query: Record<string, string>;
	/** Has been validated against the contract. */
	body: JsonObject;
	files: readonly UploadedFile[];
	pageSize: number;
}

/**
 * How the mock server handles one operation. Each operation has its own file in `operations/`, named
 * after its `operationId` in `api/openapi.yaml`, which defines the method, path and body.
 */
export interface Operation {
	/** Performs the operation. If it throws a `Rejection`, nothing has changed. */
	respond: (call: Call) => HttpResponse;
	/** The token must belong to an agent or administrator, not to a bot (contract 5.4). */
	forUsersOnly?: true;
	/** Chatwoot lacks it, so the `voxys` dialect responds as the description of Voxys Connect says. */
	isDescribedByVoxys?: true;
	/** In the upstream dialect, only administrators may call it. */
	upstreamForAdministrators?: true;
	/** The error body in the documented dialect, if it differs from the standard one (contract 7). */
	errorBody?: (rejection: Rejection) => unknown;
	/** The status of the operation's own rejections in the documented dialect, if the contract shows it. */
	errorStatus?: number;
	/** Error responses of the upstream dialect that are special to this operation. */
	upstreamErrors?: Partial<Record<RejectionKind, (rejection: Rejection) => HttpResponse>>;
}
