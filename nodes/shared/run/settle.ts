import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';

import { Failure, shownText, withoutToken } from '../failure/failure';
import { tokenOf } from '../output/tokenFree';
import { NotSent } from '../transport/limiter';
import type { Operation } from '../operation';
import { type Run, servesAgent } from './run';

/** Why the other items of a run are not sent in stop mode. */
export const ANOTHER_FAILED = 'Another item did not succeed';

/** n8n shows a description with its links, as those of its own nodes. */
const MEANING =
	'<a href="https://github.com/customer-conversation/n8n-nodes-customer-conversation/blob/main/docs/problems.md" target="_blank">What messages mean</a>';

/**
 * Ends an item that did not succeed.
 *
 * @returns with Continue: an item with `error`, paired with its input item. An item that was not
 *   sent because the run had ended has nothing to say, nor has one of a run that the engine has broken
 *   off. Of a cancelled execution, also in stop mode, only those that may have been carried out.
 * @throws NodeApiError or NodeOperationError in stop mode, after all open requests have ended, with
 *   the item, and which items have succeeded, and of which others that is not known
 */
export async function settle(
	context: IExecuteSingleFunctions,
	operation: Operation,
	run: Run,
	error: unknown,
): Promise<INodeExecutionData[]> {
	const item = context.getItemIndex();
	const failure = toFailure(error);
	const { mayHave, check } = operation.unrepeatable ?? {};
	const cancelled = context.getExecutionCancelSignal()?.aborted ?? false;
	if (cancelled ? !mayHave || !run.unsure.has(item) : error instanceof NotSent) return [];
	const stops = !context.continueOnFail() && !cancelled;
	if (stops) run.limiter.end(ANOTHER_FAILED);
	const { httpCode } = failure;
	const token = await run.token(context);
	// What the service repeats may be the token of this item alone, or a new one.
	const own = httpCode === undefined ? token : await tokenOf(context);
	const message = shownText(withoutToken(failure.message, token), own);
	const said = failure.description || (cancelled ? `${mayHave}. ${check}` : '');
	const description = withoutToken(withoutToken(said, token), own);
	if (!stops) {
		return [{ json: { error: inOneText(message, description, httpCode) }, pairedItem: { item } }];
	}
	await run.handover.over;
	if (run.handover.brokenOff) return [];
	await run.limiter.idle();
	// The items whose answers have just come are counted first.
	await sleep(0);
	const { total } = run.handover;
	const several = total > 1;
	// An agent is told the headline only, or the description as well if that is not a part of it.
	const agent = servesAgent(context);
	const headline = agent ? inOneText(message, description, httpCode) : message;
	const done = `${run.done.size} of ${total} ${operation.progress}${ranges(': items ', run.done)}`;
	const progress = `${done}${ranges('; not known of items ', run.unsure)}.`;
	const texts = {
		message: several ? `${headline} [item ${item}]` : headline,
		description: [description, several && operation.progress ? progress : '', agent ? '' : MEANING]
			.filter(Boolean)
			.join(' '),
		itemIndex: item,
	};
	if (httpCode === undefined) throw new NodeOperationError(context.getNode(), texts.message, texts);
	const thrown = new NodeApiError(context.getNode(), {}, { ...texts, httpCode: String(httpCode) });
	// The class replaces headlines in which it believes to recognise a system code.
	thrown.message = texts.message;
	throw thrown;
}

/** Which items these are, such as `0 to 9, 12`. */
function ranges(before: string, items: ReadonlyMap<number, unknown>): string {
	const sorted = [...items.keys()].sort((one, other) => one - other);
	const ends = sorted.filter((item) => !items.has(item + 1));
	const named = sorted
		.filter((item) => !items.has(item - 1))
		.map((first, index) => (first === ends[index] ? first : `${first} to ${ends[index]}`));
	return named.length === 0 ? '' : before + named.join(', ');
}

/** All in one: n8n keeps an item's input on the error branch only if the item has nothing else. */
function inOneText(message: string, description: string, httpCode?: number): string {
	const headline = httpCode === undefined ? message : `${message} (HTTP ${httpCode})`;
	return description === '' ? headline : `${headline}. ${description}`;
}

function toFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	if (error instanceof NodeOperationError) {
		return new Failure(error.message, error.description ?? '');
	}
	return new Failure(error instanceof Error ? error.message : String(error), '');
}
