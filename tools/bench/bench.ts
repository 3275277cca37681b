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
}

/** The compared ways, as named in the tables. */
export const OWN = 'This package';
export const HTTP_REQUEST = 'HTTP Request node';
