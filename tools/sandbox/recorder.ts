import type { UploadedFile } from './contract/body';
import type { OperationName } from './settings';
import type { FaultKind } from './faults/faults';

/** One request as it arrived, and how it ended. */
export interface RecordedRequest {
	/** 1 for the first request since the start. */
	number: number;
	/** Null where the request was for no known operation. */
	operation: OperationName | null;
	method: string;
	/** Path without the query, as it was sent. */
	path: string;
	/** Path with the query, as it was sent. */
	url: string;
	query: Record<string, string | string[]>;
	/** Names in lower case. */
	headers: Record<string, string | string[] | undefined>;
	/** The first 64 kB of the body as text; blank where there was none or it was never read. */
	rawBody: string;
	/** The body parsed: JSON, or form fields nested by their brackets; undefined where none. */
	body: unknown;
	files: readonly UploadedFile[];
	/** How the request breaks the contract, if it does. */
	problem?: string;
	/** The fault it met, if any. */
	fault?: FaultKind;
	/** Null while it is open and where the connection ended without an answer. */
	status: number | null;
	/** Milliseconds since 1970. */
	arrivedAt: number;
	/** Milliseconds until it was answered or ended; null while it is open. */
	ms: number | null;
	/** How many requests were open when it arrived, itself included. */
	open: number;
}

/** Exact counts over all requests since the start or the last reset. */
export interface RequestCounts {
	total: number;
	open: number;
	/** The highest number of requests that were open together. */
	peak: number;
	/** How many broke the contract. */
	problems: number;
	/** By operation; `none` for requests to no known operation. */
	operations: Record<string, number>;
	/** By status; `none` where the connection ended without an answer. */
	statuses: Record<string, number>;
}

function noCounts(open: number): RequestCounts {
	return { total: 0, open, peak: open, problems: 0, operations: {}, statuses: {} };
}

/** So many of the latest requests are kept at least, twice as many at most. */
const KEPT = 20_000;

/** Keeps the latest requests and counts all of them. */
export class Recorder {
	requests: RecordedRequest[] = [];
	private figures = noCounts(0);

	get counts(): RequestCounts {
		return structuredClone(this.figures);
	}

	/** Takes in a request that has just arrived. */
	begin(request: Omit<RecordedRequest, 'number' | 'status' | 'ms' | 'open'>): RecordedRequest {
		const { figures } = this;
		figures.total += 1;
		figures.open += 1;
		figures.peak = Math.max(figures.peak, figures.open);
		const name = request.operation ?? 'none';
		figures.operations[name] = (figures.operations[name] ?? 0) + 1;

		const record: RecordedRequest = {
			...request,
			number: figures.total,
			status: null,
			ms: null,
			open: figures.open,
		};
		this.requests.push(record);
		if (this.requests.length >= KEPT * 2) this.requests = this.requests.slice(-KEPT);
		return record;
	}

	/** Notes that a request breaks the contract. */
	blame(record: RecordedRequest, problem: string): void {
		record.problem = problem;
		this.figures.problems += 1;
	}

	/** Notes how a request ended; `status` is null where it got no answer. */
	end(record: RecordedRequest, status: number | null, now: number): void {
		record.status = status;
		record.ms = now - record.arrivedAt;
		this.figures.open -= 1;
		const { statuses } = this.figures;
		const name = String(status ?? 'none');
		statuses[name] = (statuses[name] ?? 0) + 1;
	}

	/** Forgets all; requests that are still open stay counted as open. */
	clear(): void {
		this.requests = [];
		this.figures = noCounts(this.figures.open);
	}
}

/** One line for a request that has ended: time, method, path, status, duration. */
export function logLine(request: RecordedRequest): string {
	const { arrivedAt, method, url, status, ms, problem, fault } = request;
	const time = new Date(arrivedAt).toISOString().slice(11, 23);
	const notes = [fault && `fault: ${fault}`, problem && `breaks the contract: ${problem}`];
	return [time, method, url, status ?? 'no answer', `${ms} ms`, ...notes].filter(Boolean).join(' ');
}
