import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

const INTERVAL_US = 200;

/** Runs a job while V8 notes, every 0.2 ms, which function is at work. */
export async function record(run: () => Promise<void>): Promise<Profiler.Profile> {
	const session = new Session();
	session.connect();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
		await session.post('Profiler.start');
		await run();
		const { profile } = await session.post('Profiler.stop');
		return profile;
	} finally {
		session.disconnect();
	}
}
