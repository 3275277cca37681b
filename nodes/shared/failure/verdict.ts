import type { INodeExecutionData } from 'n8n-workflow';

import { enumerate, MAX_NAMED } from '../input/names';
import type { Effect, ResponseContext } from '../operation';
import type { Attempt } from '../http/attempt';
import type { GiveUpLimits, GiveUpReason } from '../limiter/circuitBreaker';
import { checkBeforeRepeating } from '../http/retry';
import { LONG_WAIT_MS, RETRY_PERIOD_MS, UNAVAILABLE_LIMIT_MS } from '../http/waits';
import { Failure } from './failure';

/*
 * What the text of a failed item says beside its topic: why it is not retried, what may have been done, and whether to
 * run it again.
 */

/**
 * What to do with a failed item, as sentences that are part of no other text. Workflows look for them in
 * the text of an item, so they never change. They are text because n8n keeps the input of an item on the
 * error branch only beside `error` and at most `message`.
 */
export const VERDICTS = {
	/** The request may have been carried out. */
	unknown: 'The outcome is unknown.',
	/** The cause passes within minutes, and repeating the request is safe. */
	later: 'Run this item again later.',
} as const;

/**
 * The verdicts about a failed item; blank if running it again would neither do harm nor help.
 *
 * @param isUnclear whether this request or an earlier attempt may have been carried out
 */
export function chooseVerdict(
	{ isTransient }: Failure,
	operation: ResponseContext,
	isUnclear: boolean,
): string {
	const isUnknown = operation.effect !== undefined && isUnclear;
	const isSafe = !isUnknown || checkBeforeRepeating(operation) === undefined;
	return [isUnknown && VERDICTS.unknown, isTransient && isSafe && VERDICTS.later]
		.filter(Boolean)
		.join(' ');
}

/** "The contact may have been created", for an item whose outcome is unknown. */
export function describePossibleEffect({ record, done }: Effect): string {
	return `The ${record} may have been ${done}`;
}

/** Says that a write operation may have been carried out, and what to do next; blank for a read. */
export function describeUnclear(operation: ResponseContext): string {
	const { effect, ifRepeated } = operation;
	if (!effect) return '';
	const may = describePossibleEffect(effect);
	const check = checkBeforeRepeating(operation);
	if (check) return `${may}, and was not sent again. ${check}`;
	if (ifRepeated === 'notFound')
		return `${may}. Run this item again: 'could not be found' means that it was.`;
	return `${may}. It is safe to run this item again.`;
}

/**
 * Which items of a run have succeeded, which existed before, and which are unclear: "1 of 4 contacts were created:
 * item 0. Existed before: item 1. May have been created: items 2 to 3. Items are counted from 0."
 *
 * @param succeeded what each item that has succeeded returned, by its index
 * @param unclear the items that may have been carried out
 */
export function describeProgress(
	{ record, done }: Effect,
	succeeded: ReadonlyMap<number, INodeExecutionData[]>,
	unclear: ReadonlyMap<number, unknown>,
	total: number,
): string {
	// The record of an existing contact has `created: false`.
	const isOld = (item: number) => succeeded.get(item)?.some(({ json }) => json[done] === false);
	const existing = [...succeeded.keys()].filter(isOld);
	const made = [...succeeded.keys()].filter((item) => !isOld(item));
	const sentences = [
		`${made.length} of ${total} ${record}s were ${done}${made.length > 0 ? `: ${listItems(made)}` : ''}.`,
		existing.length > 0 && `Existed before: ${listItems(existing)}.`,
		unclear.size > 0 && `May have been ${done}: ${listItems([...unclear.keys()])}.`,
		'Items are counted from 0.',
	];
	return sentences.filter(Boolean).join(' ');
}

/** "item 3", or "items 0 to 9 and 12": neighbours are a range. Of many ranges it names the first, and counts the rest. */
function listItems(items: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const item of [...items].sort((one, other) => one - other)) {
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else ranges.push({ first: item, last: item });
	}
	const unnamed = ranges.splice(MAX_NAMED).map(({ first, last }) => last - first + 1);
	const parts = ranges.map(({ first, last }) =>
		first === last ? String(first) : `${first} to ${last}`,
	);
	const others = unnamed.reduce((sum, size) => sum + size, 0);
	return `${items.length === 1 ? 'item' : 'items'} ${enumerate(parts, 'and', others)}`;
}

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
		return "The node did not wait for the rate limit, because 'Max Wait (Seconds)' under 'Options' is 0.";
	return `The service accepted no request for ${maxRateLimitWaitMs / 1000} seconds, so the node gave up. To wait longer, raise 'Max Wait (Seconds)' under 'Options'.`;
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
	if (outcome !== 'final' && retryAfterMs > acceptedMs)
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
