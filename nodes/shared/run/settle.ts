import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';

import { mayHaveText, progressText } from '../failure/effectText';
import { Failure, shownText, withoutToken } from '../failure/failure';
import { helpAddress } from '../failure/helpTopics';
import { tokenOf } from '../output/tokenFree';
import { NotSent } from '../transport/limiter';
import type { Operation } from '../operation';
import { LateItem } from './handover';
import { type Run, servesAgent } from './run';

/** Why the other items of a run are not sent in stop mode. */
export const ANOTHER_FAILED = 'Another item did not succeed';

/**
 * Ends an item that did not succeed.
 *
 * @returns with Continue: an item with `error`, paired with its input item. An item that was not
 *   sent because the run had ended has nothing to say, nor has one of a run that the engine has broken
 *   off. Of a cancelled execution, also in stop mode, only those that may have been carried out.
 * @throws NodeApiError or NodeOperationError in stop mode, after all open requests have ended, with
 *   the item, and which items have succeeded, and which others are unclear
 */
export async function settle(
	context: IExecuteSingleFunctions,
	operation: Operation,
	run: Run,
	error: unknown,
): Promise<INodeExecutionData[]> {
	const item = context.getItemIndex();
	const failure = toFailure(error);
	const cancelled = context.getExecutionCancelSignal()?.aborted ?? false;
	if (cancelled ? !operation.unrepeatable || !run.unclear.has(item) : error instanceof NotSent)
		return [];
	const stops = !context.continueOnFail() && !cancelled;
	if (stops) run.limiter.end(ANOTHER_FAILED);
	const { httpCode } = failure;
	const token = await run.token(context);
	// What the service repeats may be the token of this item alone, or a new one.
	const own = httpCode === undefined ? token : await tokenOf(context);
	const message = shownText(withoutToken(failure.message, token), own);
	const said = failure.description || (cancelled ? cancelledText(operation) : '');
	const description = withoutToken(withoutToken(said, token), own);
	if (!stops) {
		return [{ json: { error: inOneText(message, description, httpCode) }, pairedItem: { item } }];
	}
	await run.handover.over;
	if (run.handover.isBrokenOff && !(error instanceof LateItem)) return [];
	await run.limiter.idle();
	// The items whose answers have just come are counted first.
	await sleep(0);
	const { total } = run.handover;
	const several = total > 1;
	// An agent is told the headline only, or the description as well if that is not a part of it.
	const agent = servesAgent(context);
	const headline = agent ? inOneText(message, description, httpCode) : message;
	const progress =
		several && operation.effect ? progressText(operation, run.done, run.unclear, total) : '';
	const text = [description, progress].filter(Boolean).join(' ');
	const shown = several ? `${headline} [item ${item}]` : headline;
	if (agent) throw errorOf(context, shown, text, httpCode);
	const address = helpAddress(failure.help);
	const thrown = errorOf(context, shown, `${text} ${HELP}: ${address}`.trim(), httpCode);
	// The editor shows the template in place of the description, and copies the description.
	const link = `<a href="${address}" target="_blank">${HELP}</a>`;
	thrown.context.descriptionTemplate = `${escapeHtml(text)} ${link}`.trim();
	throw thrown;
}

const HELP = 'Help with this message';

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function errorOf(
	context: IExecuteSingleFunctions,
	message: string,
	description: string,
	httpCode?: number,
): NodeApiError | NodeOperationError {
	const texts = { message, description, itemIndex: context.getItemIndex() };
	if (httpCode === undefined) return new NodeOperationError(context.getNode(), message, texts);
	const error = new NodeApiError(context.getNode(), {}, { ...texts, httpCode: String(httpCode) });
	// The class replaces headlines in which it believes to recognise a system code.
	error.message = message;
	return error;
}

/** Of a cancelled item that may have been carried out, and is not sent again. */
function cancelledText({ effect, unrepeatable }: Operation): string {
	return effect && unrepeatable ? `${mayHaveText({ effect })}. ${unrepeatable.check}` : '';
}

/** All in one: n8n keeps an item's input on the error branch only if the item has nothing else. */
function inOneText(message: string, description: string, httpCode?: number): string {
	const headline = httpCode === undefined ? message : `${message} (HTTP ${httpCode})`;
	return description === '' ? headline : `${headline}. ${description}`;
}

function toFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	if (error instanceof NodeOperationError) {
		return new Failure(error.message, error.description ?? '', { help: 'field-not-valid' });
	}
	return new Failure(error instanceof Error ? error.message : String(error), '');
}
