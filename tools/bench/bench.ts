import type { LoadedPackage } from '../engine';

/** What all cases use. */
export interface Bench {
	packages: LoadedPackage[];
	scale: Scale;
	/** Reports progress. */
	report: (line: string) => void;
}

/** The size of the measurements. */
export interface Scale {
	/** Input items of a run. */
	items: number;
	/** Latencies of the service in milliseconds. */
	latencies: number[];
	rounds: number;
	/** Contacts in the list. */
	contacts: number;
	/** Input items that wait for a slow server. */
	waitingItems: number;
	/** Requests that fit into the window of a rate limit, and items that are sent through it. */
	limit: { requests: number; windowMs: number; items: number };
	/** Executions of one item that start within a time, and the items of an import beside them. */
	webhooks: {
		requests: number;
		windowMs: number;
		executions: number;
		withinMs: number;
		items: number;
	};
}

/** For the documentation. It takes some minutes. */
export const FULL: Scale = {
	items: 1_000,
	latencies: [0, 20, 50, 200, 1000],
	rounds: 8,
	contacts: 1_500,
	waitingItems: 10_000,
	limit: { requests: 300, windowMs: 60_000, items: 1_000 },
	webhooks: { requests: 300, windowMs: 60_000, executions: 800, withinMs: 60_000, items: 900 },
};

/** To check that everything works. It takes less than a minute. */
export const QUICK: Scale = {
	items: 100,
	latencies: [0, 50],
	rounds: 1,
	contacts: 300,
	waitingItems: 1_000,
	limit: { requests: 50, windowMs: 5_000, items: 120 },
	webhooks: { requests: 50, windowMs: 5_000, executions: 80, withinMs: 2_000, items: 60 },
};

/** The result of a case. */
export interface Result {
	title: string;
	/** What was measured, in sentences. */
	about: string;
	head: string[];
	rows: string[][];
	budgets: Budget[];
	bars?: Bar[];
}

/** The upper limit of a figure. */
export interface Budget {
	what: string;
	most: number;
	measured: number;
	/** Formats both numbers. */
	shown?: (figure: number) => string;
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
export const AXIOS = 'axios alone';
