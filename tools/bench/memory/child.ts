import '../../engine';
import { loadPackages } from '../nodes';
import { MEMORY_JOBS } from './jobs';
import { watchingHeap } from './liveHeap';
import type { MemoryAnswer, MemoryTask } from './tasks';

/** The other side of `measureApart`: one job in a process that has done nothing else. */
async function answer({ job, service, count, figure }: MemoryTask): Promise<MemoryAnswer> {
	const run = MEMORY_JOBS[job](await loadPackages(), service, count);
	const start = performance.now();
	const heap = figure === 'heap' ? await watchingHeap(run) : undefined;
	if (figure === 'time') await run();
	const wallMs = performance.now() - start;
	return { heap, wallMs, residentBytes: process.resourceUsage().maxRSS * 1024 };
}

// Ends with the process that started it, also while its job waits for ever.
process.once('disconnect', () => process.exit());

void answer(JSON.parse(process.argv[2]) as MemoryTask)
	.catch((error: unknown) => ({ error: String(error) }))
	.then((content) => process.send?.(content));
