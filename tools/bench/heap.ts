import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';

import { credentialFor, oneNode, startWorkflow } from '../engine';
import type { RequestCounts } from '../sandbox';
import { OWN } from './bench';
import { collectGarbage } from './measure';
import { bareNode, handed, loadPackages, OWN_CREATE, people } from './nodes';

/** What is measured: input items that wait for a slow service. */
interface Task {
	way: string;
	items: number;
	url: string;
	tokens: { administrator: string };
}

const POLL_MS = 50;

/** Heap bytes that the run uses while all items wait. */
async function held({ way, items, url, tokens }: Task): Promise<number> {
	const setting = { packages: await loadPackages(), credentials: credentialFor({ url, tokens }) };
	const input = people(items).map((json) => ({ json }));
	const workflow = oneNode(way === OWN ? OWN_CREATE : bareNode('wait'), setting.packages);
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const execution = startWorkflow(workflow, setting, input);
	// The first request goes alone. With the second one, all other items are waiting.
	const isWaiting = async () => (way === OWN ? (await requestsTo(url)) > 1 : handed() === items);
	while (!(await isWaiting())) await sleep(POLL_MS);
	collectGarbage();
	const bytes = process.memoryUsage().heapUsed - before;
	execution.cancel();
	return bytes;
}

async function requestsTo(url: string): Promise<number> {
	const { data } = await axios.get<RequestCounts>(`${url}/sandbox/counts`);
	return data.total;
}

// The items wait forever, so the process ends with the one that started it.
process.once('disconnect', () => process.exit());

void held(JSON.parse(process.argv[2]) as Task).then((bytes) => process.send?.(bytes));
