import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, sleep } from 'n8n-workflow';

import { Failure, type Sentence } from '../response/failure';
import { helpAddress, toHeadline, joinSentences } from '../failure/sentences';
import {
	chooseVerdict,
	describePlace,
	describeProgress,
	describeRerun,
	describeUnclear,
} from '../failure/verdict';
import { escapeHtml } from '../values';
import { InvalidValue } from '../input/invalidValue';
import { NotSent } from '../limiter/limiter';
import type { Operation } from '../operation';
import { LateItem } from './handover';
import { type Run, servesAgent } from './run';
import { OF_ONE_ITEM } from '../topics';

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
export async function endFailedItem(
	context: IExecuteSingleFunctions,
	operation: Operation,
	run: Run,
	error: unknown,
): Promise<INodeExecutionData[]> {
	const item = context.getItemIndex();
	const isCancelled = context.getExecutionCancelSignal()?.aborted ?? false;
	const needsCheck = operation.checkFirst !== undefined && run.items.isUnclear(item);
	if (isCancelled ? !needsCheck : error instanceof NotSent) return [];
	const stops = !context.continueOnFail() && !isCancelled;
	// This comes before the first await, so that nothing is sent after the failure.
	run.endUnlessContinued();
	const failure = toFailure(error);
	const sentences = sentencesOf(failure, operation, run, item);
	const headline = toHeadline(failure.message);
	if (!stops) {
		const json = { error: inOneText(headline, failure, sentences) };
		// n8n adds the input's data on the error branch, but not its files.
		return [{ json, binary: context.getInputData().binary, pairedItem: { item } }];
	}
	await run.handover.over;
	if (run.handover.isAborted && !(error instanceof LateItem)) return [];
	await run.limiter.inFlightSettled();
	// Items whose responses have just arrived record their success first.
	await sleep(0);
	const whole = [...sentences, ...sentencesOfRun(context, operation, run, failure)];
	throw stoppingError(context, run, headline, failure, whole);
}

/** The sentences about a failed item. What may have been done comes before what to do, and the verdict comes last. */
function sentencesOf(
	failure: Failure,
	operation: Operation,
	{ items }: Run,
	item: number,
): Sentence[] {
	const { lookUp } = items.of(item).lastUnclear ?? {};
	return [
		failure.isUnclear ? describeUnclear(failure, operation, lookUp) : '',
		failure.description,
		...failure.optional.map((optional) => ({ optional })),
		chooseVerdict(failure, operation, failure.isUnclear || items.isUnclear(item), lookUp),
	];
}

/** The sentences about all items of a run that an item has ended: which one it was, what is done, and what to do. */
function sentencesOfRun(
	context: IExecuteSingleFunctions,
	operation: Operation,
	{ handover: { total }, items }: Run,
	{ topic }: Failure,
): Sentence[] {
	if (total === 1) return [];
	const item = context.getItemIndex();
	const place = describePlace(item, total, context.getInputData().json);
	const { outputs, unclearItems } = items;
	const saysHowToRerun = items.isUnclear(item) && items.of(item).lastUnclear?.lookUp !== undefined;
	return [
		place,
		describeProgress(operation, item, outputs, unclearItems),
		{ optional: topic && OF_ONE_ITEM.includes(topic) && outputs.size < total - 1 ? COLLECT : '' },
		// After the other optional sentences, so that a long message keeps it before them.
		outputs.size > 0 && !saysHowToRerun ? describeRerun(operation) : '',
	];
}

const COLLECT =
	"To run the other items and collect those that fail, set 'On Error' in 'Settings' to 'Continue (using error output)'.";

/**
 * The error that stops the node. It is a NodeApiError even if no response arrived, because n8n passes only these on as
 * they are.
 */
function stoppingError(
	context: IExecuteSingleFunctions,
	run: Run,
	headline: string,
	failure: Failure,
	sentences: Sentence[],
): NodeApiError {
	const itemIndex = context.getItemIndex();
	const { httpCode, cause } = failure;
	// An agent reads the message. n8n puts a description behind it, which would say the same again.
	const isForAgent = servesAgent(context);
	const mark = run.handover.total > 1 ? ` [item ${itemIndex}]` : '';
	const description = isForAgent ? '' : joinSentences(headline + mark, sentences);
	const message = (isForAgent ? inOneText(headline, failure, sentences) : headline) + mark;
	const address = helpAddress(failure.topic);
	const error = new NodeApiError(
		context.getNode(),
		{},
		{
			message,
			description: `${description} ${HELP}: ${address}`.trim(),
			itemIndex,
			httpCode: httpCode === undefined ? undefined : String(httpCode),
		},
	);
	// n8n replaces messages that contain a word such as ECONNREFUSED, so it is set again.
	error.message = message;
	if (isForAgent) error.description = '';
	if (cause instanceof Error) error.cause = cause;
	// The editor shows the template instead of the description, but its copy button uses the description.
	const link = `<a href="${address}" target="_blank">${HELP}</a>`;
	if (!isForAgent) error.context.descriptionTemplate = `${escapeHtml(description)} ${link}`.trim();
	return error;
}

const HELP = 'Help with this message';

/** One text, because n8n adds the input data on the error branch only to an item with few fields beside `error`. */
function inOneText(headline: string, { httpCode }: Failure, sentences: Sentence[]): string {
	const start = httpCode === undefined ? headline : `${headline} (HTTP ${httpCode})`;
	const description = joinSentences(start, sentences);
	return description === '' ? start : `${start}. ${description}`;
}

/** The failure for anything that was thrown. */
function toFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	const message = error instanceof Error ? error.message : String(error);
	// The execution was cancelled before the item found out what became of its request.
	if (error instanceof NotSent) return new Failure(message, '', { isUnclear: true });
	if (error instanceof NodeOperationError || error instanceof InvalidValue) {
		const description = 'description' in error ? error.description : undefined;
		return new Failure(message, description ?? '', { topic: 'Field not valid' });
	}
	return new Failure(message, 'This is a bug of the node itself. Please report it.', {
		cause: error,
	});
}
