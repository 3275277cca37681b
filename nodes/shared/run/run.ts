import type { IDataObject, IExecuteSingleFunctions, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { Tokens } from '../http/tokens';
import type { RetrySettings } from '../http/retry';
import { DEFAULT_CEILING } from '../limiter/concurrency';
import { Limiter } from '../limiter/limiter';
import { DEFAULT_MAX_RETRIES } from '../http/retry';
import { DEFAULT_RATE_LIMIT_WAIT_S } from '../http/waits';
import { isBlank, isObject } from '../values';
import { Handover } from './handover';
import { RecordOrder } from './recordOrder';
import { ItemStates } from './itemStates';

/** The state that all items of one run of a node share, such as the limiter. */
export class Run {
	/** The node's parameters before expressions are evaluated, as n8n's `$rawParameter`. */
	readonly rawParameters: INodeParameters;
	readonly limiter: Limiter;
	readonly retrySettings: RetrySettings;
	readonly recordOrder = new RecordOrder();
	readonly handover: Handover;
	readonly items: ItemStates;
	/** Resolves when the earlier tries of Retry On Fail have ended, which n8n may leave while requests are in flight. */
	readonly earlierEnded: Promise<void> | undefined;
	/** All that were sent: n8n reads the credential for each request, and it can change during a run. */
	readonly tokens = new Tokens();

	private readonly isStopMode: boolean;

	/** @param earlier the previous try, if Retry On Fail runs the node again */
	constructor(context: IExecuteSingleFunctions, earlier?: Run) {
		this.earlierEnded = earlier?.ended();
		this.items = earlier?.items ?? new ItemStates();
		this.rawParameters = context.getNode().parameters;
		this.isStopMode = !context.continueOnFail();
		const ceiling = setting(context, 'options.maxConcurrentRequests', DEFAULT_CEILING);
		const seconds = setting(context, 'options.maxRateLimitWait', DEFAULT_RATE_LIMIT_WAIT_S);
		this.retrySettings = {
			maxRetries: setting(context, 'options.maxRetries', DEFAULT_MAX_RETRIES),
			maxRateLimitWaitMs: seconds * 1000,
		};
		const cancelled = context.getExecutionCancelSignal();
		const log = logOf(context);
		this.limiter = new Limiter(Math.max(1, ceiling), this.retrySettings, cancelled, log);
		this.handover = new Handover(
			itemCount(context),
			() => this.isStopMode || isOver(context),
			batchingOf(context),
			() => this.limiter.end('n8n could not read another item'),
		);
	}

	/** In stop mode, nothing is sent after an item has failed. */
	endUnlessContinued(): void {
		if (this.isStopMode) this.limiter.end('Another item failed');
	}

	/** Resolves when no request of this run or of earlier tries is in flight. */
	private async ended(): Promise<void> {
		await this.earlierEnded;
		await this.limiter.inFlightSettled();
		// The item of the last response records its result first.
		await sleep(0);
	}
}

/**
 * The runs by an object that identifies them: the engine gives the same execution data to all items of a
 * run, and to each retry of the node. An agent's tool calls are told apart by their arguments.
 */
const runs = new WeakMap<object, Run>();

/** The run of the current item. The first item of a run creates it. */
export function runOf(context: IExecuteSingleFunctions): Run {
	let key: object = context.getExecuteData();
	// Checked once for each run, because `getNode` copies the whole node.
	if (!runs.has(key) && isTool(context)) key = context.getInputData(0, 'ai_tool').json;
	const item = context.getItemIndex();
	let run = runs.get(key);
	if (!run?.handover.accepts(item)) {
		// With Retry On Fail, a run keeps the results of the one before, so that successful items are not sent again.
		run = new Run(context, context.getNode().retryOnFail ? run : undefined);
		runs.set(key, run);
	}
	run.handover.join(item);
	return run;
}

/** Writes lines to n8n's log that start with the name of the node. */
function logOf(context: IExecuteSingleFunctions): (line: string) => void {
	return (text) => {
		const { name } = context.getNode();
		const executionId = context.getExecutionId();
		context.logger.info(`Node "${name}" ${text}`, { executionId });
	};
}

/** Whether the engine has already ended this run of the node, as it does after an expression error. */
function isOver(context: IExecuteSingleFunctions): boolean {
	const { $node, $runIndex } = context.getWorkflowDataProxy(context.getItemIndex());
	const finished = $node as Record<string, { runIndex: number }>;
	return finished[context.getNode().name].runIndex >= ($runIndex as number);
}

/** Whether an agent called the node. Older and newer engines do it in different ways. */
export function servesAgent(context: IExecuteSingleFunctions): boolean {
	return Boolean(context.getExecuteData().node.rewireOutputLogTo) || isTool(context);
}

/** Whether an agent called the node in the way that gives it the execution data of the agent. */
function isTool(context: IExecuteSingleFunctions): boolean {
	return context.getExecuteData().node.name !== context.getNode().name;
}

/** How many items the engine hands over. A tool gets one. */
function itemCount(context: IExecuteSingleFunctions): number {
	const { node, data } = context.getExecuteData();
	if (node.executeOnce || isTool(context)) return 1;
	return (data.main ?? data.ai_tool)?.[0]?.length ?? 1;
}

/** The settings of n8n's Batching; undefined if it has no interval, because then the engine makes no pauses. */
function batchingOf(context: IExecuteSingleFunctions) {
	const { batching } = context.getNodeParameter('requestOptions', {}) as IDataObject;
	const batch = isObject(batching) && isObject(batching.batch) ? batching.batch : {};
	const [size, pauseMs] = [Number(batch.batchSize), Number(batch.batchInterval)];
	return pauseMs > 0 ? { size: size > 0 ? size : 1, pauseMs } : undefined;
}

/** A number from the options of the first item, or the default if it is not valid. */
function setting(context: IExecuteSingleFunctions, path: string, byDefault: number): number {
	const value = context.getNodeParameter(path, byDefault);
	const number = isBlank(value) ? NaN : Math.floor(Number(value));
	return number >= 0 ? number : byDefault;
}
