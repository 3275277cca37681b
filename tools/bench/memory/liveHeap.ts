import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Bytes of this thread's heap that were alive, not counting garbage. */
export interface LiveHeap {
	before: number;
	peak: number;
	after: number;
}

/**
 * Watches the live heap while something runs. It slows the run down: do not take its time.
 *
 * @param run what it gives is kept alive until `after` has been measured
 */
export async function watchingHeap(run: () => Promise<unknown>): Promise<LiveHeap> {
	const worker = new Worker(join(__dirname, 'sampler.ts'), {
		execArgv: ['--require', 'tsx/cjs'],
	});
	await once(worker, 'message');
	const held = [await run()];
	worker.postMessage('stop');
	const [heap] = (await once(worker, 'message')) as [LiveHeap];
	await worker.terminate();
	held.pop();
	return heap;
}
