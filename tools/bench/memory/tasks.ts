import type { Listing } from '../jobs/list';

/** Input items that wait for a slow service: in the package's node, and in the engine alone. */
export type MemoryJob = 'waiting' | 'waitingBare';

/** What is measured in a process of its own. */
export interface MemoryTask {
	job: MemoryJob;
	service: Listing;
	/** Input items that wait. */
	count: number;
}
