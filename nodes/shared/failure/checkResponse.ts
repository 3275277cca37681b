import type { Response, ResponseContext } from '../operation';
import { Fault } from '../transport/fault';
import { isThrottleOrOutage, meaningOf } from '../transport/attempt';
import { retryAfterMs } from '../transport/headers';
import { checkBeforeRepeating } from '../transport/retry';
import { LONG_WAIT_MS } from '../transport/waits';
import { describePossibleEffect } from './effectText';
import { Failure } from './failure';
import { describeFault } from './faultText';
import { findDisplayName } from './fieldNames';
import { type Judgement, judge } from './judge';
import { NO_WORDS, type Refusal, readRefusal } from './readRefusal';
import { describeRefusal } from './refusalText';
import { isPage } from './responseSource';

/**
 * Decides whether a request failed, and with which message.
 *
 * @returns undefined if the service did what the request asks for
 */
export function checkResponse(
	response: Response | Fault,
	operation: ResponseContext,
): Failure | undefined {
	if (response instanceof Fault) return toFaultFailure(response, operation);
	const judgement = judge(response, operation);
	return judgement === 'success' ? undefined : toFailure(response, judgement, operation);
}

function toFaultFailure(fault: Fault, operation: ResponseContext): Failure {
	const { headline, remedy, help } = describeFault(fault);
	const { mayHaveArrived: unclear, isTransient } = fault;
	const description = addDoubt(unclear, operation, remedy);
	return new Failure(headline, description, { unclear, isTransient, help });
}

function toFailure(response: Response, judgement: Judgement, operation: ResponseContext): Failure {
	const { status: httpCode, body } = response;
	const isText = typeof body === 'string';
	const refusal = isPage(response) ? NO_WORDS : readWords(response, operation);
	const { headline, remedy, help } = describeRefusal({ response, judgement, refusal, operation });
	const isUnproved = judgement === 'unclear';
	const unclear = isUnproved
		? isText || operation.effect !== undefined
		: meaningOf(response).mayHaveActed;
	const isTransient = isUnproved ? isText && !isPage(response) : isBusy(response);
	const description = addDoubt(unclear, operation, remedy);
	const { fields } = refusal;
	return new Failure(headline, description, { httpCode, fields, unclear, isTransient, help });
}

/** Reads the words of the service. The tokens are removed first, because its texts are changed and shortened. */
function readWords({ body }: Response, { fields, tokens }: ResponseContext): Refusal {
	const cleaned = tokens?.removeFromObject(body) ?? body;
	return readRefusal(cleaned, (field) => findDisplayName(field, fields));
}

/** Whether the service refuses for a time, and does not ask for a longer wait than the node accepts. */
function isBusy(response: Response): boolean {
	return (
		isThrottleOrOutage(meaningOf(response).outcome) &&
		retryAfterMs(response.headers) <= LONG_WAIT_MS
	);
}

/** Says what may have been done, before what to do. */
function addDoubt(unclear: boolean, operation: ResponseContext, remedy: string): string {
	return `${unclear ? describeDoubt(operation) : ''} ${remedy}`.trim();
}

/** Says that a write operation may have been carried out, and what to do next. */
export function describeDoubt({ effect, ifRepeated }: ResponseContext): string {
	if (!effect) return '';
	const may = describePossibleEffect(effect);
	const check = checkBeforeRepeating({ ifRepeated });
	if (check) return `${may}, and was not sent again. ${check}`;
	if (ifRepeated === 'notFound')
		return `${may}. Run this item again: 'could not be found' means that it was.`;
	return `${may}. It is safe to run this item again.`;
}
