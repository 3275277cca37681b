import type { IExecuteSingleFunctions, INodeParameters } from 'n8n-workflow';

import { Limiter } from '../transport/limiter';
import { isBlank } from '../input/values';

const DEFAULT_CONCURRENCY = 10;
const DEFAULT_RETRIES = 5;

/** What the items of one run of a node share: their limiter, and how far the run has got. */
export interface Run {
	/** The node's parameters as typed, expressions not evaluated. */
	typed: INodeParameters;
	limiter: Limiter;
	maxRetries: number;
	/** Whether the service could not be had for the last request, for all its repeats. */
	down: boolean;
	/** Input items of the run, and how many of them have succeeded. */
	total: number;
	done: number;
	/** The last item that joined: a lower one joining is the first of another run. */
	lastItem: number;
	/** Resolves when all items have joined. Before that the engine does not look at what they give. */
	complete: Promise<void>;
	/** Called when the last item joins. */
	close: () => void;
}

/** The engine hands the same object to all items of a run, and again when it tries the node anew. */
const runs = new WeakMap<object, Run>();

/** The run that the current item belongs to; the first item opens it. */
export function runOf(context: IExecuteSingleFunctions): Run {
	const key = context.getExecuteData();
	const item = context.getItemIndex();
	const known = runs.get(key);
	const run = known && known.lastItem < item ? known : openRun(context);
	run.lastItem = item;
	if (item === run.total - 1) run.close();
	runs.set(key, run);
	return run;
}

function openRun(context: IExecuteSingleFunctions): Run {
	const max = wholeNumber(context, 'options.maxConcurrentRequests', DEFAULT_CONCURRENCY);
	let close = () => {};
	const complete = new Promise<void>((resolve) => (close = resolve));
	return {
		typed: context.getNode().parameters,
		complete,
		close,
		limiter: new Limiter(Math.max(1, max), context.getExecutionCancelSignal()),
		maxRetries: wholeNumber(context, 'options.maxRetries', DEFAULT_RETRIES),
		down: false,
		total: itemCount(context),
		done: 0,
		lastItem: -1,
	};
}

/** As a tool, a node is handed the data of the agent that calls it, but has one item of its own. */
function itemCount(context: IExecuteSingleFunctions): number {
	const { node, data } = context.getExecuteData();
	if (node.name !== context.getNode().name) return 1;
	return data.main?.[0]?.length ?? 1;
}

/** A setting of the run; without a usable number the default holds. */
function wholeNumber(context: IExecuteSingleFunctions, path: string, usual: number): number {
	const value = context.getNodeParameter(path, usual);
	const number = isBlank(value) ? NaN : Math.floor(Number(value));
	return number >= 0 ? number : usual;
}
