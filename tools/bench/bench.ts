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
	/** The version of the Node.js that ran it, if that isn't the one of this process. */
	node?: string;
}

/** The compared ways, as named in the tables. */
export const OWN = 'This package';
export const HTTP_REQUEST = 'HTTP Request node';
export const BATCHED = 'HTTP Request node, Batching';
export const BARE = 'Bare declarative node';
