import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Bytes of this thread's heap that were alive, not counting garbage. */
export interface LiveHeap {
	before: number;
	peak: number;
	after: number;
	/** How often it was looked at. */
	samples: number;
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
	const [before] = (await once(worker, 'message')) as [number];
	const held = await run();
	worker.postMessage('stop');
	const [seen] = (await once(worker, 'message')) as [
		{ peak: number; latest: number; samples: number },
	];
	await worker.terminate();
	// Held until here, so that `after` has counted it.
	void held;
	return { before, peak: seen.peak, after: seen.latest, samples: seen.samples };
}
