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
export const ANOTHER_FAILED = 'Another item failed';

/** A failure as the user sees it: without the token, and with the status of the response. */
interface ShownFailure {
	message: string;
	description: string;
	httpCode?: number;
}

/**
 * Ends a failed item.
 *
 *     not sent because the run has ended    no item
 *     execution cancelled                   no item, or an error item if it may have been created or pushed
 *     Continue                              an error item, paired with its input item
 *     stop mode                             throws, after all requests in flight have ended
 *
 * @returns at most one item, with `error`
 * @throws NodeApiError or NodeOperationError in stop mode. It names the item, how many items have
 *   succeeded, and which ones are unclear.
 */
export async function settle(
	context: IExecuteSingleFunctions,
	operation: Operation,
	run: Run,
	error: unknown,
): Promise<INodeExecutionData[]> {
	const item = context.getItemIndex();
	const isCancelled = context.getExecutionCancelSignal()?.aborted ?? false;
	const mayBeDone = operation.unrepeatable !== undefined && run.unclear.has(item);
	if (isCancelled ? !mayBeDone : error instanceof NotSent) return [];
	const stops = !context.continueOnFail() && !isCancelled;
	// This comes before the first await, so that nothing is sent after the failure.
	if (stops) run.limiter.end(ANOTHER_FAILED);
	const advice = isCancelled ? cancelledText(operation) : '';
	const failure = await shown(context, run, toFailure(error), advice);
	if (!stops) return [{ json: { error: inOneText(failure) }, pairedItem: { item } }];
	await run.handover.over;
	if (run.handover.isBrokenOff && !(error instanceof LateItem)) return [];
	await run.limiter.idle();
	// Items whose responses have just arrived record their success first.
	await sleep(0);
	throw stoppingError(context, operation, run, failure);
}

/** Removes the token from the texts, in case the service repeats it. */
async function shown(
	context: IExecuteSingleFunctions,
	run: Run,
	{ message, description, httpCode, help }: Failure,
	advice: string,
): Promise<ShownFailure & Pick<Failure, 'help'>> {
	const token = await run.token(context);
	// This item may have a token of its own, or the token may have changed during the run.
	const own = httpCode === undefined ? token : await tokenOf(context);
	return {
		message: shownText(withoutToken(message, token), own),
		description: withoutToken(withoutToken(description || advice, token), own),
		httpCode,
		help,
	};
}

/** The error that stops the node. */
function stoppingError(
	context: IExecuteSingleFunctions,
	operation: Operation,
	run: Run,
	failure: ShownFailure & Pick<Failure, 'help'>,
): NodeApiError | NodeOperationError {
	const { total } = run.handover;
	// An agent gets only the message, so the description has to be part of it.
	const agent = servesAgent(context);
	const headline = agent ? inOneText(failure) : failure.message;
	const message = total > 1 ? `${headline} [item ${context.getItemIndex()}]` : headline;
	const progress =
		total > 1 && operation.effect ? progressText(operation, run.done, run.unclear, total) : '';
	const description = [failure.description, progress].filter(Boolean).join(' ');
	const { httpCode } = failure;
	if (agent) return errorOf(context, { message, description, httpCode });
	const address = helpAddress(failure.help);
	const copied = `${description} ${HELP}: ${address}`.trim();
	const error = errorOf(context, { message, description: copied, httpCode });
	// The editor shows the template instead of the description, but its copy button uses the description.
	const link = `<a href="${address}" target="_blank">${HELP}</a>`;
	error.context.descriptionTemplate = `${escapeHtml(description)} ${link}`.trim();
	return error;
}

const HELP = 'Help with this message';

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function errorOf(
	context: IExecuteSingleFunctions,
	{ message, description, httpCode }: ShownFailure,
): NodeApiError | NodeOperationError {
	const texts = { message, description, itemIndex: context.getItemIndex() };
	if (httpCode === undefined) return new NodeOperationError(context.getNode(), message, texts);
	const error = new NodeApiError(context.getNode(), {}, { ...texts, httpCode: String(httpCode) });
	// NodeApiError replaces messages that contain words like error codes, so it is set again.
	error.message = message;
	return error;
}

/** The description for an item that may have been carried out when the execution was cancelled. */
function cancelledText({ effect, unrepeatable }: Operation): string {
	return effect && unrepeatable ? `${mayHaveText({ effect })}. ${unrepeatable.check}` : '';
}

/** One text, because n8n adds the input data on the error branch only to an item with nothing but `error`. */
function inOneText({ message, description, httpCode }: ShownFailure): string {
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
