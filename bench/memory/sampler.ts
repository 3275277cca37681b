import { Session } from 'node:inspector/promises';
import { parentPort } from 'node:worker_threads';

/**
 * Runs in a thread of its own and asks V8 again and again how much of the main thread's heap is
 * alive. Each time the garbage is collected first, also in the middle of a function.
 */
async function watch(session: Session): Promise<void> {
	let peak = 0;
	let latest = 0;
	let samples = 0;
	let stopped = false;
	parentPort?.once('message', () => {
		stopped = true;
	});
	const look = async () => {
		await session.post('HeapProfiler.collectGarbage');
		latest = (await session.post('Runtime.getHeapUsage')).usedSize;
		peak = Math.max(peak, latest);
		samples++;
	};
	await look();
	parentPort?.postMessage(latest);
	while (!stopped) await look();
	await look();
	parentPort?.postMessage({ peak, latest, samples });
}

const session = new Session();
session.connectToMainThread();
void watch(session).finally(() => session.disconnect());
