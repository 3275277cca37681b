import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { AddressedRequest, Operation, ResponseContext } from '../operation';
import { sentToken } from '../transport/authenticate';
import { readTimeout, untilDeadline } from '../transport/deadline';
import { NotSent } from '../transport/limiter';
import { Permit } from '../transport/permit';
import type { HttpClient } from '../transport/sendOnce';
import { type DeliveredResponse, Delivery } from './delivery';
import type { Run } from './run';

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
) => Promise<DeliveredResponse>;

/**
 * Makes the function that sends the requests of one item.
 *
 * @throws InvalidValue if the Timeout of Request Options is not valid
 */
export function createSender(
	context: IExecutePaginationFunctions,
	operation: Operation & ResponseContext,
	run: Run,
	engineRequest: DeclarativeRestApiSettings.ResultOptions,
): SendRequest {
	const timeout = readTimeout(engineRequest.options.timeout);
	const client: HttpClient = async (own) => {
		// A copy for each attempt, because the engine and the credential modify the options.
		const options = Object.assign({}, engineRequest.options, own, { timeout });
		try {
			const response = context.makeRoutingRequest({ ...engineRequest, options });
			const [item] = await untilDeadline(response, timeout);
			return item.json as unknown as IN8nHttpFullResponse;
		} finally {
			run.tokens.add(sentToken(options));
		}
	};
	const { tokens, limiter } = run;
	const item = context.getItemIndex();
	return async (request, isWanted, onFailure = () => true) => {
		const permit = new Permit(limiter, client, item, isWanted);
		const about = { ...operation, tokens, recordId: request.path?.id };
		const delivered = new Delivery(request, about, permit, run, item).deliver();
		// The permit is still held here, so no other request can be sent before the run ends.
		delivered.catch((error: unknown) => {
			if (!(error instanceof NotSent) && onFailure(error)) run.endUnlessContinued();
		});
		return await delivered.finally(() => permit.release());
	};
}
