import type { ApiResponse, ResponseContext } from '../operation';
import { outcomeOf, retryAfterMs } from '../http/attempt';
import { Fault } from '../http/fault';
import { isServiceFailure, isUnclear } from '../http/outcome';
import { LONG_WAIT_MS } from '../http/waits';
import { Failure } from '../response/failure';
import { findDisplayName } from './fieldNames';
import { classify, isWebPage, type ResponseClass } from '../response/classify';
import { NO_MESSAGE, readServiceMessage, type ServiceMessage } from '../response/serviceMessage';
import { describeFault } from './faults';
import { describeResponse } from './responseTexts';

/**
 * Decides whether a request failed, and with which message.
 *
 * @returns undefined if the service did what the request asks for
 */
export function checkResponse(
	response: ApiResponse | Fault,
	context: ResponseContext,
): Failure | undefined {
	if (response instanceof Fault) return describeFault(response);
	const responseClass = classify(response, context);
	if (responseClass === 'success') return undefined;
	const said = messageIn(response, context);
	const { topic, headline, remedy, general } = describeResponse({
		response,
		responseClass,
		said,
		context,
	});
	return new Failure(headline, remedy, {
		httpCode: response.status,
		fields: said.fields,
		topic,
		general,
		...certaintyOf(response, responseClass, context),
	});
}

/** Whether a response leaves it unclear what was done, and whether its cause passes within minutes. */
function certaintyOf(
	response: ApiResponse,
	responseClass: ResponseClass,
	{ effect }: ResponseContext,
): Pick<Failure, 'isUnclear' | 'isTransient'> {
	const isText = typeof response.body === 'string';
	if (responseClass === 'unproven')
		return {
			isUnclear: isText || effect !== undefined,
			isTransient: isText && !isWebPage(response),
		};
	const outcome = outcomeOf(response);
	const isShort = retryAfterMs(response.headers) <= LONG_WAIT_MS;
	// A service whose database restarts responds with 500.
	const passes = isServiceFailure(outcome) || outcome === 'serverError';
	return { isUnclear: isUnclear(outcome), isTransient: isShort && passes };
}

/** Reads what the service says. */
function messageIn(
	response: ApiResponse,
	{ fields, rawParameters }: ResponseContext,
): ServiceMessage {
	if (isWebPage(response)) return NO_MESSAGE;
	return readServiceMessage(response.body, (field) =>
		findDisplayName(field, fields, rawParameters),
	);
}
