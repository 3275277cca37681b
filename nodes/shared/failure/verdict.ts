import type { ResponseContext } from '../operation';
import { checkBeforeRepeating } from '../transport/retry';
import type { Failure } from './failure';

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
	operation: Pick<ResponseContext, 'effect' | 'ifRepeated'>,
	isUnclear: boolean,
): string {
	const isUnknown = operation.effect !== undefined && isUnclear;
	const isSafe = !isUnknown || checkBeforeRepeating(operation) === undefined;
	return [isUnknown && VERDICTS.unknown, isTransient && isSafe && VERDICTS.later]
		.filter(Boolean)
		.join(' ');
}
