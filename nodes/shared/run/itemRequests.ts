import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { Failure } from '../failure/failure';
import { explainUnsent } from '../failure/faultText';
import type { AddressedRequest, Operation, Subject } from '../operation';
import { untilDeadline } from '../transport/deadline';
import { NotSent } from '../transport/limiter';
import { Permit } from '../transport/permit';
import type { HttpClient } from '../transport/sendOnce';
import { type DeliveredAnswer, Delivery } from './delivery';
import type { Run } from './run';
import { ANOTHER_FAILED } from './settle';

/**
 * Sends a request, with retries, until its outcome is final.
 *
 * @param isWanted asked each time the request's turn has come; if it returns false, nothing is sent
 * @param onFailure called if the request fails, before another request is sent. Returns whether the item
 *   fails too.
 * @throws Failure if the request fails, and NotSent if the run has ended
 */
export type SendRequest = (
	request: AddressedRequest,
	isWanted?: () => boolean,
	onFailure?: (error: unknown) => boolean,
) => Promise<DeliveredAnswer>;

/** Makes the function that sends the requests of one item. */
export function senderFor(
	context: IExecutePaginationFunctions,
	operation: Operation & Subject,
	run: Run,
	engineRequest: DeclarativeRestApiSettings.ResultOptions,
): SendRequest {
	const client: HttpClient = async (own) => {
		// A copy for each attempt, because the engine and the credential modify the options.
		const options = Object.assign({}, engineRequest.options, own);
		try {
			const response = context.makeRoutingRequest({ ...engineRequest, options });
			const [item] = await untilDeadline(response, options.timeout);
			return item.json as unknown as IN8nHttpFullResponse;
		} finally {
			run.used.note(options);
		}
	};
	const item = context.getItemIndex();
	const proxied = engineRequest.options.proxy !== undefined;
	const subject = { ...operation, proxied, used: run.used };
	const sendWith = async (permit: Permit, request: AddressedRequest) => {
		if (!(await permit.acquire())) throw explainUnsent(run.limiter.pauseMs);
		const result = await new Delivery(request, subject, permit, run, item).result();
		if (result instanceof Failure) throw result;
		return result;
	};
	return async (request, isWanted, onFailure = () => true) => {
		const permit = new Permit(run.limiter, client, item, isWanted);
		const result = sendWith(permit, request);
		// The permit is still held here, so no other request can leave before the run ends.
		result.catch((error: unknown) => {
			if (!(error instanceof NotSent) && onFailure(error)) endUnlessContinued(context, run);
		});
		return await result.finally(() => permit.release());
	};
}

/** In stop mode, nothing is sent after an item has failed. */
export function endUnlessContinued(context: IExecutePaginationFunctions, run: Run): void {
	if (!context.continueOnFail()) run.limiter.end(ANOTHER_FAILED);
}
