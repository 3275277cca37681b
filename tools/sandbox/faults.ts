import { OPERATIONS, type OperationName } from './operations';

/** Whether the operation is carried out although its answer goes wrong. */
export type Action = 'performed' | 'skipped';

export interface RetryAfter {
	form: 'seconds' | 'date';
	seconds: number;
}

/** Which requests a fault meets: by default all of them, for good. */
export interface FaultScope {
	/** Only requests for this operation, or for one of these. */
	operation?: OperationName | OperationName[];
	/** From the so-many-th matching request on; 1 is the first. */
	from?: number;
	/** Only so many of them. */
	times?: number;
}

/** What goes wrong. */
export type FaultEffect =
	/** The answer comes this much later. */
	| { kind: 'latency'; ms: number }
	/** 429, in the words of the dialect; without `retryAfter` there is no such header. */
	| { kind: 'rateLimit'; retryAfter?: RetryAfter }
	/** An error status with an error body (default JSON). */
	| {
			kind: 'status';
			status: number;
			format?: 'json' | 'html' | 'text' | 'empty';
			action?: Action;
	  }
	/** The connection is reset as soon as the head of the request arrived; the body is not read. */
	| { kind: 'resetBeforeRead' }
	/** The connection is reset after the whole request was read. */
	| { kind: 'resetAfterRead'; action?: Action }
	/** No answer ever comes. */
	| { kind: 'silence'; action?: Action }
	/** The answer ends in the middle: `body` a whole answer of half the text, `stream` cut off. */
	| { kind: 'truncated'; cut?: 'body' | 'stream' }
	/** 200 with a text that isn't JSON, announced as JSON. */
	| { kind: 'nonJson'; body?: string; action?: Action }
	/** 200 with the web page of the service. */
	| { kind: 'html'; action?: Action }
	/** 200 without a body. */
	| { kind: 'empty'; action?: Action }
	/** A redirect to the same path on another host. */
	| { kind: 'redirect'; to?: string; status?: 301 | 302 | 303 | 307 | 308 }
	/** Headers with underscores never arrive, as behind nginx. */
	| { kind: 'dropUnderscoreHeaders' }
	/** The account's plan has no access to the API. */
	| { kind: 'noApiAccess'; status?: 402 | 403 }
	/** Pages after the first begin so many records early: records moved meanwhile. */
	| { kind: 'shiftedPages'; by: number }
	/** Any answer at all. `body` is sent as it is, or as JSON where it isn't text. */
	| {
			kind: 'answer';
			status: number;
			headers?: Record<string, string>;
			body?: unknown;
			action?: Action;
	  };

export type FaultKind = FaultEffect['kind'];

/** Something that goes wrong on demand, and for which requests. */
export type Fault = FaultEffect & FaultScope;

const FAULT_KINDS: Record<FaultKind, true> = {
	latency: true,
	rateLimit: true,
	status: true,
	resetBeforeRead: true,
	resetAfterRead: true,
	silence: true,
	truncated: true,
	nonJson: true,
	html: true,
	empty: true,
	redirect: true,
	dropUnderscoreHeaders: true,
	noApiAccess: true,
	shiftedPages: true,
	answer: true,
};

/** The names of all faults. */
export const FAULT_NAMES = Object.keys(FAULT_KINDS) as FaultKind[];

/** The operations a fault is limited to; undefined where it meets all. */
function operationsOf({ operation }: FaultScope): readonly OperationName[] | undefined {
	return operation === undefined ? undefined : [operation].flat();
}

/** Throws where a fault from outside has an unknown kind or names an unknown operation. */
export function checkFault(fault: Fault): void {
	if (!FAULT_NAMES.includes(fault.kind)) {
		throw new TypeError(`no fault is called "${fault.kind}": ${FAULT_NAMES.join(', ')}`);
	}
	const unknown = operationsOf(fault)?.find((name) => !OPERATIONS.includes(name));
	if (unknown !== undefined) {
		throw new TypeError(`no operation is called "${unknown}": ${OPERATIONS.join(', ')}`);
	}
}

interface Entry {
	fault: Fault;
	/** Matching requests so far. */
	seen: number;
}

/** The faults that are on, each with the requests it met. */
export class FaultBook {
	private entries: Entry[] = [];

	get faults(): readonly Fault[] {
		return this.entries.map((entry) => entry.fault);
	}

	/** Puts these faults in place of those before. Throws a `TypeError` where one is malformed. */
	replace(faults: readonly Fault[]): void {
		faults.forEach(checkFault);
		this.entries = faults.map((fault) => ({ fault, seen: 0 }));
	}

	/** Adds a fault to those before. Throws a `TypeError` where it is malformed. */
	add(fault: Fault): void {
		checkFault(fault);
		this.entries.push({ fault, seen: 0 });
	}

	/** The faults a request meets, in the order in which they were set; counts it for each. */
	meet(operation: OperationName | null): Fault[] {
		return this.entries
			.filter(({ fault }) => {
				const operations = operationsOf(fault);
				return !operations || (operation !== null && operations.includes(operation));
			})
			.filter((entry) => {
				entry.seen += 1;
				const { from = 1, times = Infinity } = entry.fault;
				return entry.seen >= from && entry.seen < from + times;
			})
			.map((entry) => entry.fault);
	}
}
