import { OPERATIONS } from '../endpoints';
import type { OperationName } from '../settings';

/** Whether the operation is carried out although its answer goes wrong. */
export type Action = 'performed' | 'skipped';

export interface RetryAfter {
	form: 'seconds' | 'date';
	seconds: number;
}

/** Which requests a fault meets: by default all of them, for good. */
interface Scope {
	/** Only requests for this operation. */
	operation?: OperationName;
	/** From the so-many-th matching request on; 1 is the first. */
	from?: number;
	/** Only so many of them. */
	times?: number;
	action?: Action;
}

/** What goes wrong. */
type Effect =
	/** The answer comes this much later. */
	| { kind: 'latency'; ms: number }
	/** 429, in the words of the dialect; without `retryAfter` there is no such header. */
	| { kind: 'rateLimit'; retryAfter?: RetryAfter }
	/** A status with the body of an error (default JSON). */
	| { kind: 'status'; status: number; format?: 'json' | 'html' | 'empty' }
	/** The connection is reset as soon as the head of the request arrived; the body is not read. */
	| { kind: 'resetBeforeRead' }
	/** The connection is reset after the whole request was read. */
	| { kind: 'resetAfterRead' }
	/** No answer ever comes. `whenSilent` is called where it would have been sent. */
	| { kind: 'silence'; whenSilent?: () => void }
	/** The answer ends in the middle: `body` a whole answer of half the text, `stream` cut off. */
	| { kind: 'truncated'; cut?: 'body' | 'stream' }
	/** A redirect to the same path on another host. */
	| { kind: 'redirect'; to: string; status?: number }
	/** Headers with underscores never arrive, as behind nginx. */
	| { kind: 'dropUnderscoreHeaders' }
	/** Pages after the first begin so many records early: records moved meanwhile. */
	| { kind: 'shiftedPages'; by: number }
	/** Any answer at all. `body` is sent as it is, or as JSON where it isn't text. */
	| { kind: 'answer'; status: number; headers?: Record<string, string>; body?: unknown };

export type FaultKind = Effect['kind'];

/** Something that goes wrong on demand, and for which requests. */
export type PlannedFault = Effect & Scope;

/**
 * What each fault does to the request unless it says otherwise: `bystander` leaves the answer be,
 * the others spoil the answer to something that was `performed` or `skipped`.
 */
const KINDS: Record<FaultKind, Action | 'bystander'> = {
	latency: 'bystander',
	rateLimit: 'skipped',
	status: 'skipped',
	resetBeforeRead: 'skipped',
	resetAfterRead: 'skipped',
	silence: 'skipped',
	truncated: 'performed',
	redirect: 'skipped',
	dropUnderscoreHeaders: 'bystander',
	shiftedPages: 'bystander',
	answer: 'skipped',
};

/** Whether the operation is carried out although the fault spoils its answer. */
export function isPerformed({ kind, action = KINDS[kind] as Action }: PlannedFault): boolean {
	return action === 'performed';
}

/** The fault that decides how a request ends; undefined where the faults leave it be. */
export function decisive(faults: readonly PlannedFault[]): PlannedFault | undefined {
	return faults.find(({ kind }) => KINDS[kind] !== 'bystander');
}

function check({ kind, operation }: PlannedFault): void {
	const names = Object.keys(KINDS);
	if (!names.includes(kind)) {
		throw new TypeError(`no fault is called "${kind}": ${names.join(', ')}`);
	}
	if (operation !== undefined && !OPERATIONS.includes(operation)) {
		throw new TypeError(`no operation is called "${operation}": ${OPERATIONS.join(', ')}`);
	}
}

/** The faults that are on, each with the requests it met. */
export class FaultBook {
	private entries: { fault: PlannedFault; seen: number }[] = [];

	/** Puts these faults in place of those before. Throws a `TypeError` where one is malformed. */
	replace(faults: readonly PlannedFault[]): void {
		faults.forEach(check);
		this.entries = faults.map((fault) => ({ fault, seen: 0 }));
	}

	/** Adds a fault to those before. Throws a `TypeError` where it is malformed. */
	add(fault: PlannedFault): void {
		check(fault);
		this.entries.push({ fault, seen: 0 });
	}

	/** The faults a request meets, in the order in which they were set; counts it for each. */
	meet(operation: OperationName | null): PlannedFault[] {
		const met = this.entries.filter((entry) => {
			const { fault } = entry;
			if (fault.operation !== undefined && fault.operation !== operation) return false;
			entry.seen += 1;
			const { from = 1, times = Infinity } = fault;
			return entry.seen >= from && entry.seen < from + times;
		});
		return met.map(({ fault }) => fault);
	}
}
