import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

import axios from 'axios';

import type { Service } from './service';

const PAUSE_MS = 50;

/**
 * Simulates another user of the service, who sends one request after the other in a separate thread.
 *
 * @returns a function that stops it and returns the 95th percentile of its latency
 */
export function besideIt({ account, tokens }: Service): () => Promise<number> {
	const worker = new Worker(__filename, {
		workerData: [`${account}/integrations/apps`, tokens.administrator],
		execArgv: ['--require', 'tsx/cjs'],
	});
	return async () => {
		worker.postMessage('stop');
		const [latencies] = (await once(worker, 'message')) as [number[]];
		await worker.terminate();
		return latencies.sort((a, b) => a - b)[Math.floor((latencies.length - 1) * 0.95)];
	};
}

async function work([url, token]: string[]): Promise<void> {
	const latencies: number[] = [];
	let stopped = false;
	parentPort?.once('message', () => (stopped = true));
	while (!stopped) {
		const start = performance.now();
		await axios.get(url, { headers: { api_access_token: token }, validateStatus: () => true });
		latencies.push(performance.now() - start);
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
	parentPort?.postMessage(latencies);
}

if (parentPort) void work(workerData as string[]);
