import type { LoadedPackage } from '../engine';

/** What all cases use. */
export interface Bench {
	packages: LoadedPackage[];
	/** Reports progress. */
	report: (line: string) => void;
}

/** The result of a case. */
export interface Result {
	title: string;
	/** What was measured, in sentences. */
	about: string;
	head: string[];
	rows: string[][];
	bars?: Bar[];
}

/** A bar of the chart: how many contacts a way has created in a service. */
export interface Bar {
	service: string;
	way: string;
	created: number;
	/** The number of contacts to create. */
	of: number;
}

/** The compared ways, as named in the tables. */
export const OWN = 'This package';
export const HTTP_REQUEST = 'HTTP Request node';
export const BATCHED = 'HTTP Request node, Batching';
export const BARE = 'Bare declarative node';
