import { setTimeout as sleep } from 'node:timers/promises';
import { startWorkflow } from '../../engine';
import type { RequestCounts } from '../../sandbox';
import { bareNode } from '../bare';
import { ownCreateNode, people } from '../jobs/create';
import type { Listing } from '../jobs/list';
import type { Packages } from '../nodes';
import { type NodeUnderTest, workflowOf } from '../workflow';
import type { MemoryJob } from './tasks';

/** Prepares a job; what it then gives when it runs is what it holds in memory. */
type Prepare = (packages: Packages, service: Listing, count: number) => () => Promise<unknown>;

/** The service is asked this often whether the requests have arrived. */
const POLL_MS = 50;

export const MEMORY_JOBS: Record<MemoryJob, Prepare> = {
	waiting: (packages, service, count) => {
		const begin = starting(ownCreateNode(packages), packages, service, count);
		return async () => {
			const execution = begin();
			// The first request goes alone; then as many as may are under way, and the others wait.
			await untilReceived(service, 2);
			return execution;
		};
	},
	waitingBare: (packages, service, count) => {
		let waiting = 0;
		const forever = new Promise<never>(() => undefined);
		const node = bareNode(
			packages,
			{ name: '={{ $json.name }}', email: '={{ $json.email }}' },
			() => {
				waiting++;
				return forever;
			},
		);
		const begin = starting(node, packages, service, count);
		return async () => {
			const execution = begin();
			while (waiting < count) await sleep(POLL_MS);
			return execution;
		};
	},
};

/** The input items are there before the measurement begins. */
function starting(node: NodeUnderTest, { own }: Packages, service: Listing, count: number) {
	const input = people(count).map((json) => ({ json }));
	const packages = [own, ...node.packages];
	return () =>
		startWorkflow(workflowOf(node), { packages, credentials: service.credentials }, input);
}

async function untilReceived({ account }: Listing, requests: number): Promise<void> {
	const counts = new URL('/sandbox/counts', account);
	const received = async () => ((await (await fetch(counts)).json()) as RequestCounts).total;
	while ((await received()) < requests) await sleep(POLL_MS);
}
