import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Operation } from '../operation';
import { tokenOf } from '../output/tokenFree';
import { Limiter } from '../transport/limiter';
import { Retries } from '../transport/retry';
import { MOST } from '../transport/width';
import { isBlank, isObject } from '../input/values';
import type { Unsure } from './exchange';
import { type Batching, Handover } from './handover';

const DEFAULT_RETRIES = 5;

/** What the items of one run of a node share: their limiter, and how far the run has got. */
export class Run {
	/** The node's parameters as typed, expressions not evaluated. */
	readonly typed: INodeParameters;
	readonly limiter: Limiter;
	readonly retries: Retries;
	readonly handover: Handover;
	/** What the input items that have succeeded came to, by their index. */
	readonly done: Map<number, INodeExecutionData[]>;
	/** Items that may have been carried out, although their answers were lost. */
	readonly unsure: Map<number, Unsure>;
	/** Resolves when nothing is open of the runs that this one tries again: n8n may have broken them off. */
	readonly before: Promise<void> | undefined;
	private secret: Promise<string> | undefined;

	/** @param last the run that this one tries again */
	constructor(context: IExecuteSingleFunctions, { unrepeatable }: Operation, last?: Run) {
		this.before = last?.left();
		this.done = last?.done ?? new Map();
		this.unsure = last?.unsure ?? new Map();
		const most = setting(context, 'options.maxConcurrentRequests', MOST);
		this.typed = context.getNode().parameters;
		// What is sent beside a silent request may be lost as well.
		const patienceMs = unrepeatable ? Infinity : undefined;
		const cancelled = context.getExecutionCancelSignal();
		this.limiter = new Limiter(Math.max(1, most), cancelled, patienceMs);
		this.retries = new Retries(setting(context, 'options.maxRetries', DEFAULT_RETRIES));
		this.handover = new Handover(
			itemCount(context),
			() => !context.continueOnFail() || isOver(context),
			batchingOf(context),
			() => this.limiter.end('n8n could not read another item'),
		);
	}

	private async left(): Promise<void> {
		await this.before;
		await this.limiter.idle();
		// What its last answer came to is noted first.
		await sleep(0);
	}

	/** The token that no record and no message may hold; read once, blank if it cannot be read. */
	async token(context: IExecuteSingleFunctions): Promise<string> {
		return await (this.secret ??= tokenOf(context));
	}
}

/**
 * The engine hands the same object to all items of a run, and again when it tries the node anew: of
 * a tool that an agent calls itself, the arguments of the call.
 */
const runs = new WeakMap<object, Run>();

/** The run that the current item belongs to; the first item opens it. */
export function runOf(context: IExecuteSingleFunctions, operation: Operation): Run {
	let key: object = context.getExecuteData();
	// Asked once for each run: the engine copies the whole node to say what it is called.
	if (!runs.has(key) && isTool(context)) key = context.getInputData(0, 'ai_tool').json;
	const item = context.getItemIndex();
	const known = runs.get(key);
	const run = known?.handover.precedes(item) ? known : begun(context, operation, known);
	run.handover.join(item);
	runs.set(key, run);
	return run;
}

/**
 * @param last the run before of the same node with the same input items: with Retry On Fail those that
 *   had succeeded are not sent again
 */
function begun(context: IExecuteSingleFunctions, operation: Operation, last?: Run): Run {
	return new Run(context, operation, context.getNode().retryOnFail ? last : undefined);
}

/** What expressions know of the runs of a node by `$node`. */
type RunsByNode = Record<string, { runIndex: number }>;

/** Whether the engine has ended this run of the node. It says so right after it has broken off. */
function isOver(context: IExecuteSingleFunctions): boolean {
	const { $node, $runIndex } = context.getWorkflowDataProxy(context.getItemIndex());
	return ($node as RunsByNode)[context.getNode().name].runIndex >= ($runIndex as number);
}

/** Whether it is called by an agent, in one of the two ways that engines have. */
export function servesAgent(context: IExecuteSingleFunctions): boolean {
	return Boolean(context.getExecuteData().node.rewireOutputLogTo) || isTool(context);
}

/** Whether it is called by an agent, and given the data of that. */
function isTool(context: IExecuteSingleFunctions): boolean {
	return context.getExecuteData().node.name !== context.getNode().name;
}

/** How many items the engine hands over: one to a tool. */
function itemCount(context: IExecuteSingleFunctions): number {
	const { node, data } = context.getExecuteData();
	if (node.executeOnce || isTool(context)) return 1;
	return (data.main ?? data.ai_tool)?.[0]?.length ?? 1;
}

/** The pauses that the engine makes; without an interval it makes none. */
function batchingOf(context: IExecuteSingleFunctions): Batching | undefined {
	const { batching } = context.getNodeParameter('requestOptions', {}) as IDataObject;
	const batch = isObject(batching) && isObject(batching.batch) ? batching.batch : {};
	const [size, pauseMs] = [Number(batch.batchSize), Number(batch.batchInterval)];
	return pauseMs > 0 ? { size: size > 0 ? size : 1, pauseMs } : undefined;
}

/** A setting of the run; without a usable number the default holds. */
function setting(context: IExecuteSingleFunctions, path: string, usual: number): number {
	const value = context.getNodeParameter(path, usual);
	const number = isBlank(value) ? NaN : Math.floor(Number(value));
	return number >= 0 ? number : usual;
}
