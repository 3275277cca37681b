import type { Rounds } from './measure';
import type { Packages } from './nodes';

/** What all cases measure with. */
export interface Bench {
	packages: Packages;
	scale: Scale;
	/** Says what is under way. */
	report: (line: string) => void;
}

/** How much is measured. */
export interface Scale {
	/** Input items of a run. */
	items: number;
	rounds: Rounds;
	/** Contacts in the list of the third case. */
	contacts: number;
	/** For lists of slow servers, by latency in milliseconds. */
	listRounds: Record<number, Rounds>;
	/** For servers with a capacity. */
	overloadRounds: Rounds;
	/** Contacts in the long lists of the memory case, the smaller one first. */
	longLists: [number, number];
	/** Input items that wait for a slow server. */
	waitingItems: number;
	/** Processes that load the package, one after the other. */
	loads: number;
}

const once: Rounds = { atLeast: 1, atMost: 1 };
const exact = (rounds: number): Rounds => ({ atLeast: rounds, atMost: rounds });

/** What the documentation is written from: some minutes. */
export const FULL: Scale = {
	items: 1_000,
	rounds: { atLeast: 5, atMost: 12 },
	contacts: 1_500,
	listRounds: { 0: { atLeast: 11, atMost: 31 }, 50: exact(5), 200: exact(3) },
	overloadRounds: exact(3),
	longLists: [10_000, 100_000],
	waitingItems: 10_000,
	loads: 15,
};

/** Whether everything works: less than a minute. */
export const QUICK: Scale = {
	items: 200,
	rounds: exact(3),
	contacts: 300,
	listRounds: { 0: exact(3), 50: once },
	overloadRounds: once,
	longLists: [1_000, 5_000],
	waitingItems: 1_000,
	loads: 3,
};

/** What one case came to. */
export interface Result {
	title: string;
	/** What was measured, in sentences. */
	about: string[];
	table: Table;
	verdicts: Verdict[];
	ratios: Ratio[];
}

export interface Table {
	head: string[];
	rows: string[][];
}

/** A budget and whether it is met. */
export interface Verdict {
	what: string;
	budget: string;
	measured: string;
	met: boolean;
}

/** How much a way takes against the HTTP Request node, for the chart. */
export interface Ratio {
	what: string;
	way: string;
	median: number;
	lower: number;
	upper: number;
	/** At most this much is wanted. */
	budget?: number;
}
