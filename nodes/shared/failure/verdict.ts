import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { enumerate, snakeCase, titleCase } from '../values';
import type { Effect, LookUp, ResponseContext } from '../operation';
import type { Attempt } from '../http/attempt';
import type { GiveUpReason } from '../limiter/circuitBreaker';
import type { RetrySettings } from '../http/retry';
import { LONG_WAIT_MS, RETRY_PERIOD_MS, UNAVAILABLE_LIMIT_MS } from '../http/waits';
import { Failure, type Sentence } from '../response/failure';

/*
 * The sentences of a failed item that are about no topic: why it is not retried, what may have been done, and whether to
 * run it again.
 */

/**
 * What to do with a failed item. Workflows look for these sentences in the text of an item, so they never change, and no
 * other text contains them. They aren't fields, because n8n keeps the input of an item on the error branch only beside
 * `error` and at most `message`.
 */
export const VERDICTS = {
	/** The request may have been carried out. */
	unclear: 'The outcome is unknown.',
	/** The cause passes within minutes, and repeating the request is safe. */
	later: 'Run this item again later.',
	/** The cause passes within minutes, and repeating a create is safe if the service refuses duplicates. */
	laterIfRefused:
		'Where duplicates are refused, as in Chatwoot, it is safe to run this item again later.',
} as const;

/**
 * The verdicts about a failed item; empty if running it again would neither do harm nor help.
 *
 * @param isUnclear whether this request or an earlier attempt may have been carried out
 * @param lookUp of the unclear request, if its record can be looked up
 */
export function chooseVerdict(
	failure: Failure,
	context: ResponseContext,
	isUnclear: boolean,
	lookUp?: LookUp,
): string {
	const { isTransient } = failure;
	const isUnclearChange = context.effect !== undefined && isUnclear;
	if (isUnclearChange && isSafeLater(failure, lookUp))
		return `${VERDICTS.unclear} ${VERDICTS.laterIfRefused}`;
	const isSafe = !isUnclearChange || context.checkFirst === undefined;
	return [isUnclearChange && VERDICTS.unclear, isTransient && isSafe && VERDICTS.later]
		.filter(Boolean)
		.join(' ');
}

/** Whether an unclear create can be run again later, if the service refuses duplicates. */
function isSafeLater({ isTransient }: Failure, lookUp?: LookUp): boolean {
	return isTransient && lookUp !== undefined && lookUp.returnsExisting;
}

/** "The contact may have been created", for an unclear create. */
export function describePossibleEffect({ record, done }: Effect): string {
	return `The ${record} may have been ${done}`;
}

/**
 * Says that a write operation may have been carried out, and what to do next unless a verdict says it; empty for a read.
 *
 * @param lookUp of the request, if its record can be looked up
 */
export function describeUnclear(
	failure: Failure,
	context: ResponseContext,
	lookUp?: LookUp,
): string {
	const { effect, checkFirst, endpoint } = context;
	if (!effect) return '';
	const may = describePossibleEffect(effect);
	if (isSafeLater(failure, lookUp)) return `${may}.`;
	if (lookUp) return `${may}. ${lookUp.advice}`;
	if (checkFirst) return `${may}. ${checkFirst}`;
	if (endpoint?.method === 'DELETE')
		return `${may}. If so, running this item again gives 'could not be found'.`;
	return `${may}. Running this item again does no harm.`;
}

/**
 * Says that a look-up has not found out what became of a create.
 *
 * @param failed why the look-up failed, if it did
 */
export function describeLookUp(
	{ effect }: ResponseContext,
	isAbsent: boolean,
	failed?: Failure,
): string {
	const looked = `The node looked for the ${effect?.record ?? 'record'}`;
	if (isAbsent) return `${looked} twice and found none.`;
	if (!failed) return `${looked}, but may have missed it.`;
	const { httpCode } = failed;
	return httpCode === undefined
		? `${looked}, but got no response.`
		: `${looked}, but the service responded with ${httpCode}.`;
}

/** Says that a look-up has shown that a create was not carried out, so that it is safe to run it again. */
export function describeAbsence(
	{ effect }: ResponseContext,
	sends: number,
	{ isTransient }: Failure,
): string {
	const { record, done } = effect ?? { record: 'record', done: 'made' };
	const sent = sends > 1 ? ` sent the request ${sends} times, then` : '';
	const absence = `The node${sent} looked for the ${record} and found none, so it was not ${done}.`;
	// Otherwise a verdict says it.
	return isTransient ? absence : `${absence} It is safe to run this item again.`;
}

/**
 * Which of several items failed, so that a person finds it in the table: "The 37th of 50 items failed (row_number: 38,
 * Email: ann@example.com)."
 *
 * @param data of the input item
 */
export function describePlace(index: number, total: number, data: IDataObject): string {
	const found = NAMING.map((name) => entryOf(data, name)).filter((entry) => entry !== undefined);
	const [row, ...keys] = [entryOf(data, 'row_number'), ...found];
	const shown = [row, keys[0]].filter((entry) => entry !== undefined);
	const details = shown.map(([name, value]) => `${name}: ${value}`).join(', ');
	return `The ${ordinal(index + 1)} of ${total} items failed${details && ` (${details})`}.`;
}

/** The fields that tell one item from another, the best first. Columns of a table may be called `Phone Number`. */
const NAMING = ['email', 'phone_number', 'identifier', 'name'];

function isShort(value: unknown): boolean {
	const isShown = typeof value === 'string' || typeof value === 'number';
	return isShown && /^.{0,59}\S$/.test(String(value));
}

/** The first field of an item that has this name and a short value, with its name as the item has it. */
function entryOf(data: IDataObject, wanted: string): [name: string, value: unknown] | undefined {
	return Object.entries(data).find(([name, value]) => snakeCase(name) === wanted && isShort(value));
}

/**
 * What a run of a write operation has done: "Created: the 1st to 36th. Existed before: the 38th. May have been created: the 39th."
 *
 * @param failed the item that has failed, of which other sentences say whether it may have been carried out
 * @param succeeded what each item that has succeeded returned, by its index
 * @param unclear the items that may have been carried out
 */
export function describeProgress(
	{ effect }: ResponseContext,
	failed: number,
	succeeded: ReadonlyMap<number, INodeExecutionData[]>,
	unclear: number[],
): string {
	if (!effect) return '';
	const { record, done } = effect;
	// The record of an existing contact has `created: false`.
	const isOld = (item: number) => succeeded.get(item)?.some(({ json }) => json[done] === false);
	const existing = [...succeeded.keys()].filter(isOld);
	const made = [...succeeded.keys()].filter((item) => !isOld(item));
	const groups: Array<[what: string, items: number[]]> = [
		[titleCase(done), made],
		['Existed before', existing],
		[`May have been ${done}`, unclear.filter((item) => item !== failed)],
	];
	const sentences = groups
		.filter(([, items]) => items.length > 0)
		.map(([what, items]) => `${what}: ${listItems(items)}.`);
	const none = `No ${unclear.includes(failed) ? 'other ' : ''}${record} was ${done}.`;
	return sentences.length > 0 ? sentences.join(' ') : none;
}

/** "the 4th", or "the 1st to 10th and 13th": neighbours are a range. Of many ranges it counts the last ones. */
function listItems(items: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const item of [...items].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else ranges.push({ first: item, last: item });
	}
	const unnamed = ranges.splice(MAX_RANGES).map(({ first, last }) => last - first + 1);
	const parts = ranges.map(({ first, last }) =>
		first === last ? ordinal(first + 1) : `${ordinal(first + 1)} to ${ordinal(last + 1)}`,
	);
	const others = unnamed.reduce((sum, size) => sum + size, 0);
	return `the ${enumerate(parts, 'and', others)}`;
}

/** How many ranges of items a message names. */
const MAX_RANGES = 3;

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(number: number): string {
	return `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`;
}

/** How to run the node again after some of its items are done; empty if that does no harm. */
export function describeRerun(context: ResponseContext): Sentence {
	if (context.checkFirst === undefined) return '';
	const { rerun } = context.effect ?? {};
	return rerun ? { optional: rerun } : 'Run again only the items that are not done.';
}

/** The failure of a request that was not sent because the run has given up on the service. */
export function describeUnsent(reason: GiveUpReason, limits: RetrySettings): Failure {
	return new Failure(
		'Not sent: the requests before this one failed',
		describeGivingUp(reason, limits),
		{ topic: 'Not sent', isTransient: reason.retryAfterMs <= LONG_WAIT_MS },
	);
}

/** Says why a run has given up on the service. */
function describeGivingUp(
	{ cause, retryAfterMs }: GiveUpReason,
	{ maxRateLimitWaitMs }: RetrySettings,
	isUnclear = false,
): string {
	if (cause === 'askedWait') return describeAskedWait(retryAfterMs, isUnclear);
	if (cause === 'outage')
		return `The service was unavailable for more than ${UNAVAILABLE_LIMIT_MS / 1000} seconds.`;
	if (maxRateLimitWaitMs === 0)
		return "The node did not wait for the rate limit, because 'Max Wait (Seconds)' under 'Options' is 0.";
	const seconds = maxRateLimitWaitMs / 1000;
	return `The service accepted no request for ${seconds === 1 ? '1 second' : `${seconds} seconds`}. To wait longer, raise 'Max Wait (Seconds)' under 'Options'.`;
}

/**
 * Says why an item that was sent is not retried any more; empty if retries would not help.
 *
 * @param retries how often it was retried after failures other than a 429
 * @param isUnclear whether it may have been carried out, so that the user has to look first
 * @param reason why the run has given up, if that kept the item from a retry
 */
export function describeNoRetry(
	{ outcome, retryAfterMs }: Pick<Attempt, 'outcome' | 'retryAfterMs'>,
	retries: number,
	limits: RetrySettings,
	isUnclear = false,
	reason?: GiveUpReason,
): Sentence {
	const isRateLimited = outcome.service === 'rateLimited';
	const acceptedMs = isRateLimited ? limits.maxRateLimitWaitMs : LONG_WAIT_MS;
	if (outcome.isTransient && retryAfterMs > acceptedMs)
		return describeAskedWait(retryAfterMs, isUnclear);
	if (reason) {
		const why = describeGivingUp(reason, limits, isUnclear);
		// What the headline says already.
		return reason.cause === 'outage' ? { optional: why } : why;
	}
	if (isRateLimited && limits.maxRetries === 0)
		return "It was not retried, because 'Max Retries' under 'Options' is 0.";
	if (isRateLimited)
		return `It was not retried again, because its first attempt was more than ${RETRY_PERIOD_MS / 60_000} minutes ago.`;
	if (retries === 0) return '';
	return { optional: retries === 1 ? 'It was retried once.' : `It was retried ${retries} times.` };
}

/** @param ms how long from now on */
function describeAskedWait(ms: number, isUnclear: boolean): string {
	// After a short wait, the verdict says the same.
	const remedy = isUnclear || ms <= LONG_WAIT_MS ? '' : ' Run this item again after that time.';
	return `The service asks to wait ${waitInWords(ms)}.${remedy}`;
}

/** A wait in words. Up to two hours it is in minutes: `90 minutes` says more than `1 hour`. */
function waitInWords(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	if (ms <= 1000) return '1 second';
	if (minutes === 1) return `${Math.ceil(ms / 1000)} seconds`;
	return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
