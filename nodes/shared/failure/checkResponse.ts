import type { ApiResponse, ResponseContext } from '../operation';
import type { Attempt } from '../http/attempt';
import { Fault } from '../http/fault';
import { LONG_WAIT_MS } from '../http/waits';
import { Failure } from '../response/failure';
import { findDisplayName } from './fieldNames';
import { classify, isWebPage } from '../response/classify';
import { NO_MESSAGE, readServiceMessage, type ServiceMessage } from '../response/serviceMessage';
import { describeFault } from './faults';
import { describeResponse } from './responseTexts';

/**
 * Decides whether a request failed, and with which message.
 *
 * @returns undefined if the service did what the request asks for
 */
export function checkResponse(
	{ response, outcome, retryAfterMs }: Attempt,
	context: ResponseContext,
): Failure | undefined {
	if (response instanceof Fault) return describeFault(response, outcome, context.hasResponded?.());
	const responseClass = classify(response, context);
	if (responseClass === 'success') return undefined;
	const message = messageIn(response, context);
	const { topic, headline, remedy, optional } = describeResponse({
		response,
		outcome,
		responseClass,
		message,
		context,
	});
	return new Failure(headline, remedy, {
		httpCode: response.status,
		fields: message.fields,
		topic,
		optional,
		...(responseClass === 'noRecord'
			? certaintyWithoutRecord(response, context)
			: {
					isUnclear: outcome.isUnclear,
					isTransient: outcome.isTransient && retryAfterMs <= LONG_WAIT_MS,
				}),
	});
}

/** What a 2xx without its record leaves unclear, and whether its cause passes within minutes. */
function certaintyWithoutRecord(
	response: ApiResponse,
	{ effect }: ResponseContext,
): Pick<Failure, 'isUnclear' | 'isTransient'> {
	const isText = typeof response.body === 'string';
	return {
		isUnclear: isText || effect !== undefined,
		isTransient: (isText || (!effect && response.status === 202)) && !isWebPage(response),
	};
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
