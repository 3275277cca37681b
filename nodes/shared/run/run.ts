import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { tokenOf } from '../output/tokenFree';
import { DEFAULT_CEILING } from '../transport/concurrency';
import { Limiter } from '../transport/limiter';
import { RecordOrder } from '../transport/recordOrder';
import { isBlank, isObject } from '../input/values';
import type { UnclearRequest } from './exchange';
import { type Batching, Handover } from './handover';

const DEFAULT_RETRIES = 5;

/** What the items of one run of a node share: their limiter, and how far the run has got. */
export class Run {
	/** The node's parameters as typed, expressions not evaluated. */
	readonly typed: INodeParameters;
	readonly limiter: Limiter;
	readonly maxRetries: number;
	readonly recordOrder = new RecordOrder();
	readonly handover: Handover;
	/** The output of the input items that have succeeded, by their index. */
	readonly done: Map<number, INodeExecutionData[]>;
	/** Items that may have been carried out although no response said so. */
	readonly unclear: Map<number, UnclearRequest>;
	/**
	 * Resolves when nothing is in flight of the runs that this one tries again: n8n may have broken them
	 * off.
	 */
	readonly earlierEnded: Promise<void> | undefined;
	private secret: Promise<string> | undefined;

	/** @param earlier the run that this one tries again */
	constructor(context: IExecuteSingleFunctions, earlier?: Run) {
		this.earlierEnded = earlier?.hasEnded();
		this.done = earlier?.done ?? new Map();
		this.unclear = earlier?.unclear ?? new Map();
		this.typed = context.getNode().parameters;
		const ceiling = setting(context, 'options.maxConcurrentRequests', DEFAULT_CEILING);
		this.maxRetries = setting(context, 'options.maxRetries', DEFAULT_RETRIES);
		const cancelled = context.getExecutionCancelSignal();
		this.limiter = new Limiter(Math.max(1, ceiling), this.maxRetries, cancelled);
		this.handover = new Handover(
			itemCount(context),
			() => !context.continueOnFail() || isOver(context),
			batchingOf(context),
			() => this.limiter.end('n8n could not read another item'),
		);
	}

	private async hasEnded(): Promise<void> {
		await this.earlierEnded;
		await this.limiter.idle();
		// The outcome of its last response is noted first.
		await sleep(0);
	}

	/** The token that no record and no message may hold; read once, blank if it cannot be read. */
	async token(context: IExecuteSingleFunctions): Promise<string> {
		return await (this.secret ??= tokenOf(context));
	}
}

/**
 * The engine hands the same object to all items of a run, and again when it tries the node anew. For a
 * tool that an agent calls itself, the arguments of the call take its place.
 */
const runs = new WeakMap<object, Run>();

/** The run that the current item belongs to; the first item opens it. */
export function runOf(context: IExecuteSingleFunctions): Run {
	let key: object = context.getExecuteData();
	// Asked once for each run: the engine copies the whole node to say what it is called.
	if (!runs.has(key) && isTool(context)) key = context.getInputData(0, 'ai_tool').json;
	const item = context.getItemIndex();
	const known = runs.get(key);
	const run = known?.handover.precedes(item) ? known : newRun(context, known);
	run.handover.join(item);
	runs.set(key, run);
	return run;
}

/**
 * @param earlier the last run of the same node with the same input items: with Retry On Fail, items that
 *   had succeeded are not sent again
 */
function newRun(context: IExecuteSingleFunctions, earlier?: Run): Run {
	return new Run(context, context.getNode().retryOnFail ? earlier : undefined);
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
