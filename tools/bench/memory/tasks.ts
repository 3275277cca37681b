import type { Listing } from '../jobs/list';
import type { LiveHeap } from './liveHeap';

/** What can be measured in a process of its own. */
export type MemoryJob =
	/** The records of the list and nothing else, parsed from the answers of the service. */
	| 'records'
	/** Return All of the package's node, with Simplify as by default, and without. */
	| 'simpleList'
	| 'rawList'
	/** The same list through the HTTP Request node's own pagination. */
	| 'httpList'
	/** Input items that wait for a slow service: in the package's node, and in the engine alone. */
	| 'waiting'
	| 'waitingBare';

export interface MemoryTask {
	job: MemoryJob;
	service: Listing;
	/** Contacts in the list, or input items that wait. */
	count: number;
	/** The heap is watched, which slows the run down; or its time is taken. */
	figure: 'heap' | 'time';
}

/** What comes back. */
export interface MemoryAnswer {
	/** Bytes; absent where the time was taken. */
	heap?: LiveHeap;
	wallMs: number;
	/** Most memory of the whole process, as the system counts it, in bytes. */
	residentBytes: number;
}
