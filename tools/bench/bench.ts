import type { LoadedPackage } from '../engine';

/** What all cases measure with. */
export interface Bench {
	packages: LoadedPackage[];
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
	rounds: number;
	/** Contacts in the list. */
	contacts: number;
	/** Input items that wait for a slow server. */
	waitingItems: number;
	/** Requests that fit into the window of a rate limit, and items that are sent through it. */
	limit: { requests: number; windowMs: number; items: number };
}

/** What the documentation is written from: some minutes. */
export const FULL: Scale = {
	items: 1_000,
	latencies: [0, 20, 50, 200, 1000],
	rounds: 8,
	contacts: 1_500,
	waitingItems: 10_000,
	limit: { requests: 300, windowMs: 60_000, items: 700 },
};

/** Whether everything works: less than a minute. */
export const QUICK: Scale = {
	items: 100,
	latencies: [0, 50],
	rounds: 1,
	contacts: 300,
	waitingItems: 1_000,
	limit: { requests: 50, windowMs: 5_000, items: 120 },
};

/** What one case came to. */
export interface Result {
	title: string;
	/** What was measured, in sentences. */
	about: string;
	head: string[];
	rows: string[][];
	budgets: Budget[];
	points?: Point[];
}

/** A figure that may be at most so much. */
export interface Budget {
	what: string;
	most: number;
	measured: number;
	/** How the two are shown. */
	shown?: (figure: number) => string;
}

/** A dot of the chart. */
export interface Point {
	latencyMs: number;
	way: string;
	seconds: number;
}

/** The ways to do a job, as the tables call them. */
export const OWN = 'This package';
export const HTTP_REQUEST = 'HTTP Request node';
export const BATCHED = 'HTTP Request node, Batching';
export const BARE = 'Bare declarative node';
export const AXIOS = 'axios alone';
