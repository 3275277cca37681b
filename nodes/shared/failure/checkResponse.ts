import type { Response, ResponseContext } from '../operation';
import { isThrottleOrOutage, meaningOf } from '../transport/attempt';
import { Fault } from '../transport/fault';
import { retryAfterMs } from '../transport/headers';
import { LONG_WAIT_MS } from '../transport/waits';
import { type Details, Failure } from './failure';
import { describeFault } from './faultText';
import { findDisplayName } from './fieldNames';
import { type Judgement, judge } from './judge';
import { describeRefusal } from './refusalText';
import { isPage } from './responseSource';
import { NO_MESSAGE, readServiceMessage, type ServiceMessage } from './serviceMessage';

/**
 * Decides whether a request failed, and with which message.
 *
 * @returns undefined if the service did what the request asks for
 */
export function checkResponse(
	response: Response | Fault,
	operation: ResponseContext,
): Failure | undefined {
	if (response instanceof Fault) return describeFault(response);
	const judgement = judge(response, operation);
	if (judgement === 'success') return undefined;
	const serviceMessage = messageIn(response, operation);
	const text = describeRefusal({ response, judgement, serviceMessage, operation });
	return new Failure(text.headline, text.remedy, {
		httpCode: response.status,
		fields: serviceMessage.fields,
		help: text.help,
		...certaintyOf(response, judgement, operation),
	});
}

/** Whether a response leaves it unclear what was done, and whether its cause passes within minutes. */
function certaintyOf(
	response: Response,
	judgement: Judgement,
	{ effect }: ResponseContext,
): Pick<Details, 'unclear' | 'isTransient'> {
	const isText = typeof response.body === 'string';
	if (judgement === 'unconfirmed')
		return { unclear: isText || effect !== undefined, isTransient: isText && !isPage(response) };
	const { mayHaveActed, outcome } = meaningOf(response);
	const isShort = retryAfterMs(response.headers) <= LONG_WAIT_MS;
	return { unclear: mayHaveActed, isTransient: isShort && isThrottleOrOutage(outcome) };
}

/** Reads what the service says. The tokens are removed first, because its texts are changed and shortened. */
function messageIn(response: Response, { fields, tokens }: ResponseContext): ServiceMessage {
	if (isPage(response)) return NO_MESSAGE;
	const body = tokens?.removeFromObject(response.body) ?? response.body;
	return readServiceMessage(body, (field) => findDisplayName(field, fields));
}
