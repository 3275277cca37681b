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
	/** Of services, in milliseconds. */
	latencies: number[];
	rounds: Rounds;
	/** Contacts in the list. */
	contacts: number;
	/** Input items that wait for a slow server. */
	waitingItems: number[];
	/** Requests that fit into the window of a rate limit, and items that are sent through it. */
	limit: { requests: number; windowMs: number; items: number };
}

const exact = (rounds: number): Rounds => ({ atLeast: rounds, atMost: rounds });

/** What the documentation is written from: some minutes. */
export const FULL: Scale = {
	items: 1_000,
	latencies: [0, 20, 50, 200, 1000],
	rounds: exact(3),
	contacts: 1_500,
	waitingItems: [10_000],
	limit: { requests: 300, windowMs: 60_000, items: 700 },
};

/** Whether everything works: less than a minute. */
export const QUICK: Scale = {
	items: 100,
	latencies: [0, 50],
	rounds: exact(1),
	contacts: 300,
	waitingItems: [1_000],
	limit: { requests: 50, windowMs: 5_000, items: 120 },
};

/** What one case came to. */
export interface Result {
	title: string;
	/** What was measured, in sentences. */
	about: string[];
	table: Table;
	verdicts: Verdict[];
	points?: Point[];
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

/** A dot of the chart. */
export interface Point {
	latencyMs: number;
	way: string;
	seconds: number;
}
