import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import '../../engine';
import { loadPackages } from '../nodes';
import { MEMORY_JOBS } from './jobs';
import type { MemoryTask } from './tasks';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are alive when a job has come to rest, and were not before. */
async function held({ job, service, count }: MemoryTask): Promise<number> {
	const run = MEMORY_JOBS[job](await loadPackages(), service, count);
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const kept = [await run()];
	collectGarbage();
	const bytes = process.memoryUsage().heapUsed - before;
	kept.pop();
	return bytes;
}

// Ends with the process that started it, also while its job waits for ever.
process.once('disconnect', () => process.exit());

void held(JSON.parse(process.argv[2]) as MemoryTask)
	.then((bytes) => ({ bytes }))
	.catch((error: unknown) => ({ error: String(error) }))
	.then((content) => process.send?.(content));
