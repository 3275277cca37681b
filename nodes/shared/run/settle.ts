import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';

import { describeProgress, describeUnclear } from '../failure/effectText';
import { Failure, toHeadline } from '../failure/failure';
import { helpAddress } from '../failure/helpTopics';
import { chooseVerdict } from '../failure/verdict';
import { InvalidValue } from '../input/values';
import { NotSent } from '../transport/limiter';
import { checkBeforeRepeating } from '../transport/retry';
import type { Operation } from '../operation';
import { LateItem } from './handover';
import { type Run, servesAgent } from './run';

/** The texts of a failure as the user sees them: without the tokens, and with what to do with the item. */
interface ShownFailure {
	message: string;
	description: string;
	failure: Failure;
}

/**
 * Ends a failed item.
 *
 *     not sent because the run has ended    no item
 *     execution cancelled                   no item, or an error item if it may be done and must not be repeated
 *     Continue                              an error item, paired with its input item
 *     stop mode                             throws, after all requests in flight have ended
 *
 * @returns at most one item, with `error`
 * @throws NodeApiError in stop mode. It names the item, how many items have
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
	const needsCheck = checkBeforeRepeating(operation) !== undefined && run.unclear.has(item);
	if (isCancelled ? !needsCheck : error instanceof NotSent) return [];
	const stops = !context.continueOnFail() && !isCancelled;
	// This comes before the first await, so that nothing is sent after the failure.
	run.endUnlessContinued();
	const failure = toFailure(error);
	const verdict = chooseVerdict(failure, operation, failure.unclear || run.unclear.has(item));
	const effect = failure.unclear ? describeUnclear(operation) : '';
	const texts = toShownFailure(run, failure, effect, verdict);
	if (!stops) return [{ json: { error: inOneText(texts) }, pairedItem: { item } }];
	await run.handover.over;
	if (run.handover.isAborted && !(error instanceof LateItem)) return [];
	await run.limiter.inFlightSettled();
	// Items whose responses have just arrived record their success first.
	await sleep(0);
	throw stoppingError(context, operation, run, texts);
}

/**
 * Removes the tokens from the texts, in case the service repeats them. What may have been done comes before what to do,
 * and the verdict comes last.
 */
function toShownFailure(
	{ tokens }: Run,
	failure: Failure,
	effect: string,
	verdict: string,
): ShownFailure {
	const message = toHeadline(failure.message, tokens);
	const description = [effect, tokens.removeFrom(failure.description), verdict];
	return { message, description: description.filter(Boolean).join(' '), failure };
}

/** The error that stops the node. */
function stoppingError(
	context: IExecuteSingleFunctions,
	operation: Operation,
	run: Run,
	texts: ShownFailure,
): NodeApiError {
	const { total } = run.handover;
	// An agent gets only the message, so the description has to be part of it.
	const agent = servesAgent(context);
	const headline = agent ? inOneText(texts) : texts.message;
	const message = total > 1 ? `${headline} [item ${context.getItemIndex()}]` : headline;
	const { succeeded, unclear } = run;
	const isCounted = total > 1 && operation.effect !== undefined;
	const progress = isCounted ? describeProgress(operation, succeeded, unclear, total) : '';
	const description = `${texts.description} ${progress}`.trim();
	const { failure } = texts;
	if (agent) return errorOf(context, { message, description, failure });
	const address = helpAddress(failure.help);
	const copied = `${description} ${HELP}: ${address}`.trim();
	const error = errorOf(context, { message, description: copied, failure });
	// The editor shows the template instead of the description, but its copy button uses the description.
	const link = `<a href="${address}" target="_blank">${HELP}</a>`;
	error.context.descriptionTemplate = `${escapeHtml(description)} ${link}`.trim();
	return error;
}

const HELP = 'Help with this message';

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The error in n8n's terms. It is a NodeApiError even if no response arrived, because n8n passes only these on
 * as they are.
 */
function errorOf(
	context: IExecuteSingleFunctions,
	{ message, description, failure }: ShownFailure,
): NodeApiError {
	const { httpCode } = failure;
	const error = new NodeApiError(
		context.getNode(),
		{},
		{
			message,
			description,
			itemIndex: context.getItemIndex(),
			httpCode: httpCode === undefined ? undefined : String(httpCode),
		},
	);
	// n8n replaces messages that contain a word such as ECONNREFUSED, so it is set again.
	error.message = message;
	if (failure.cause instanceof Error) error.cause = failure.cause;
	return error;
}

/** One text, because n8n adds the input data on the error branch only to an item with few fields beside `error`. */
function inOneText({ message, description, failure: { httpCode } }: ShownFailure): string {
	const headline = httpCode === undefined ? message : `${message} (HTTP ${httpCode})`;
	return description === '' ? headline : `${headline}. ${description}`;
}

function toFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	// The execution was cancelled before the item found out what became of its request.
	if (error instanceof NotSent) return new Failure(error.message, '', { unclear: true });
	if (error instanceof NodeOperationError) {
		return new Failure(error.message, error.description ?? '', { help: 'field-not-valid' });
	}
	const message = error instanceof Error ? error.message : String(error);
	if (error instanceof InvalidValue) return new Failure(message, '', { help: 'field-not-valid' });
	return new Failure(message, 'This is a fault of the node itself. Please report it.', {
		cause: error,
	});
}
