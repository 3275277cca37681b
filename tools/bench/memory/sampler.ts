import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

/** What V8 answers, in bytes. */
interface HeapUsage {
	usedSize: number;
}

const PAUSE_MS = 2;
/** Growth that is worth a look: this part of what has been added so far, and no less than this. */
const STEP = 0.08;
const STEP_BYTES = 0.5e6;

/**
 * Runs in a thread of its own and watches how much of the main thread's heap is alive. V8 answers
 * also in the middle of a function. Whenever the heap is larger than ever before, the garbage is
 * collected: what is left is alive.
 */
async function watch(session: Session): Promise<void> {
	let stopped = false;
	// A listener that stays: without one the thread ends while it waits for an answer of V8.
	parentPort?.on('message', () => {
		stopped = true;
	});
	const used = async () => {
		// The types of Node.js say that this method gives nothing.
		const usage: unknown = await session.post('Runtime.getHeapUsage');
		return (usage as HeapUsage).usedSize;
	};
	const alive = async () => {
		await session.post('HeapProfiler.collectGarbage');
		return await used();
	};
	const before = await alive();
	let peak = before;
	parentPort?.postMessage(before);
	while (!stopped) {
		const worthALook = peak + Math.max(STEP_BYTES, STEP * (peak - before));
		if ((await used()) > worthALook) peak = Math.max(peak, await alive());
		await sleep(PAUSE_MS);
	}
	const after = await alive();
	parentPort?.postMessage({ before, peak: Math.max(peak, after), after });
}

const session = new Session();
session.connectToMainThread();
void watch(session).finally(() => session.disconnect());
