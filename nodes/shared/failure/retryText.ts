import type { Attempt } from '../transport/attempt';
import type { GiveUpLimits, GiveUpReason } from '../transport/circuitBreaker';
import { LONG_WAIT_MS, RETRY_PERIOD_MS, UNAVAILABLE_LIMIT_MS } from '../transport/waits';
import { Failure } from './failure';

/** The failure of a request that was not sent because the run has given up on the service. */
export function describeUnsent(reason: GiveUpReason, limits: GiveUpLimits): Failure {
	return new Failure(
		'Not sent: the requests before this one failed',
		describeGivingUp(reason, limits),
		{ topic: 'Not sent', isTransient: reason.retryAfterMs <= LONG_WAIT_MS },
	);
}

/** Says why a run has given up on the service. */
function describeGivingUp(
	{ cause, retryAfterMs }: GiveUpReason,
	{ maxRateLimitWaitMs }: GiveUpLimits,
	isUnclear = false,
): string {
	if (cause === 'askedWait') return describeAskedWait(retryAfterMs, isUnclear);
	if (cause === 'outage')
		return `The service was unavailable for more than ${UNAVAILABLE_LIMIT_MS / 1000} seconds, so the node gave up.`;
	if (maxRateLimitWaitMs === 0)
		return "The node did not wait for the rate limit, because 'Max Wait for Rate Limit' under 'Options' is 0.";
	return `The service accepted no request for ${maxRateLimitWaitMs / 1000} seconds, so the node gave up. To wait longer, raise 'Max Wait for Rate Limit' under 'Options'.`;
}

/**
 * Says why an item that was sent is not retried any more; blank if retries would not help.
 *
 * @param retries how often it was retried after failures other than a 429
 * @param isUnclear whether it may have been carried out, so that the user has to look first
 * @param reason why the run has given up, if that kept the item from a retry
 */
export function describeNoRetry(
	{ outcome, retryAfterMs }: Pick<Attempt, 'outcome' | 'retryAfterMs'>,
	retries: number,
	limits: GiveUpLimits,
	isUnclear = false,
	reason?: GiveUpReason,
): string {
	const isRateLimited = outcome === 'rateLimited';
	const acceptedMs = isRateLimited ? limits.maxRateLimitWaitMs : LONG_WAIT_MS;
	if (outcome !== 'notRetryable' && retryAfterMs > acceptedMs)
		return describeAskedWait(retryAfterMs, isUnclear);
	if (reason) return describeGivingUp(reason, limits, isUnclear);
	if (isRateLimited && limits.maxRetries === 0)
		return "It was not retried, because 'Max Retries' under 'Options' is 0.";
	if (isRateLimited)
		return `It was not retried again, because its first attempt was more than ${RETRY_PERIOD_MS / 60_000} minutes ago.`;
	if (retries === 0) return '';
	return retries === 1 ? 'It was retried once.' : `It was retried ${retries} times.`;
}

/** @param ms how long from now on; 0 if the time is over, because the item itself was in flight for longer */
function describeAskedWait(ms: number, isUnclear: boolean): string {
	if (ms <= 0)
		return `The service asked to wait for a time that is over now.${isUnclear ? '' : ' Run this item again.'}`;
	const remedy = isUnclear ? '' : ' Run this item again after that time.';
	return `The service asks to wait ${waitInWords(ms)}.${remedy}`;
}

/** A wait in words. Up to two hours it is in minutes: `90 minutes` says more than `1 hour`. */
function waitInWords(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	if (ms <= 1000) return '1 second';
	if (minutes === 1) return `${Math.ceil(ms / 1000)} seconds`;
	return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
