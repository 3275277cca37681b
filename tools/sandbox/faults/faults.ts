import { OPERATIONS } from '../endpoints';
import type { OperationName } from '../settings';

/** Whether the operation runs although its response is faulty. */
export type Action = 'performed' | 'skipped';

export interface RetryAfter {
	form: 'seconds' | 'date';
	seconds: number;
}

/** The requests that a fault applies to. By default it applies to all requests. */
interface Scope {
	/** Only requests to this operation. */
	operation?: OperationName;
	/** The first matching request that it applies to; 1 is the first of all. */
	from?: number;
	/** How many matching requests it applies to. */
	times?: number;
	/** For how long after the first one, by the clock of the mock server. */
	forMs?: number;
	action?: Action;
}

/** What a fault does. */
type Effect =
	/** Delays the response. */
	| { kind: 'latency'; ms: number }
	/** Responds with 429 as the dialect does. Without `retryAfter` the header is missing. */
	| { kind: 'rateLimit'; retryAfter?: RetryAfter }
	/** Responds with a status and an error body (default JSON). */
	| { kind: 'status'; status: number; format?: 'json' | 'html' | 'empty' }
	/** Responds as Chatwoot does from 4.16 on if its database has cancelled the query: with 422 and a text. */
	| { kind: 'queryCancelled' }
	/** Resets the connection after the request headers, before the body is read. */
	| { kind: 'resetBeforeRead' }
	/** Resets the connection after the whole request was read. */
	| { kind: 'resetAfterRead' }
	/** Never responds. `whenSilent` is called in place of the response. */
	| { kind: 'silence'; whenSilent?: () => void }
	/** Cuts the response in half: `body` sends half of the text, `stream` closes the connection. */
	| { kind: 'truncated'; cut?: 'body' | 'stream' }
	/** Redirects to the same path on another host. */
	| { kind: 'redirect'; to: string; status?: number }
	/** Drops request headers with underscores, as nginx does by default. */
	| { kind: 'dropUnderscoreHeaders' }
	/** Sends the given response. A `body` that isn't text is sent as JSON. */
	| { kind: 'response'; status: number; headers?: Record<string, string>; body?: unknown };

export type FaultKind = Effect['kind'];

/** A fault and the requests that it applies to. */
export type PlannedFault = Effect & Scope;

/**
 * Whether the operation is `performed` or `skipped` before the faulty response. An `unaffected`
 * operation runs and sends its own response.
 */
const DEFAULT_ACTIONS: Record<FaultKind, Action | 'unaffected'> = {
	latency: 'unaffected',
	rateLimit: 'skipped',
	status: 'skipped',
	queryCancelled: 'skipped',
	resetBeforeRead: 'skipped',
	resetAfterRead: 'skipped',
	silence: 'skipped',
	truncated: 'performed',
	redirect: 'skipped',
	dropUnderscoreHeaders: 'unaffected',
	response: 'skipped',
};

/** Whether the operation runs before the fault replaces its response. */
export function isPerformed({
	kind,
	action = DEFAULT_ACTIONS[kind] as Action,
}: PlannedFault): boolean {
	return action === 'performed';
}

/** The fault that replaces the response, or undefined if none of them does. */
export function decisive(faults: readonly PlannedFault[]): PlannedFault | undefined {
	return faults.find(({ kind }) => DEFAULT_ACTIONS[kind] !== 'unaffected');
}

function check({ kind, operation }: PlannedFault): void {
	const names = Object.keys(DEFAULT_ACTIONS);
	if (!names.includes(kind)) {
		throw new TypeError(`no fault is called "${kind}": ${names.join(', ')}`);
	}
	if (operation !== undefined && !OPERATIONS.includes(operation)) {
		throw new TypeError(`no operation is called "${operation}": ${OPERATIONS.join(', ')}`);
	}
}

/** The active faults, each with the number of matching requests so far, and when it began. */
export class ActiveFaults {
	private entries: { fault: PlannedFault; seen: number; begunAt?: number }[] = [];

	/** Replaces all faults. Throws a `TypeError` if one is malformed. */
	replace(faults: readonly PlannedFault[]): void {
		faults.forEach(check);
		this.entries = faults.map((fault) => ({ fault, seen: 0 }));
	}

	/** Adds a fault. Throws a `TypeError` if it is malformed. */
	add(fault: PlannedFault): void {
		check(fault);
		this.entries.push({ fault, seen: 0 });
	}

	/** Counts a request for each fault, and returns the faults that apply now, in the order they were set. */
	apply(operation: OperationName | null, now: number): PlannedFault[] {
		const applying = this.entries.filter((entry) => {
			const { fault } = entry;
			if (fault.operation !== undefined && fault.operation !== operation) return false;
			entry.seen += 1;
			const { from = 1, times = Infinity, forMs = Infinity } = fault;
			if (entry.seen < from || entry.seen >= from + times) return false;
			entry.begunAt ??= now;
			return now < entry.begunAt + forMs;
		});
		return applying.map(({ fault }) => fault);
	}
}
