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

/** Keeps all requests since the start or the last reset. */
export class Recorder {
	requests: RecordedRequest[] = [];
	private open = 0;

	get counts(): RequestCounts {
		const { requests, open } = this;
		const ended = requests.filter(({ ms }) => ms !== null);
		return {
			total: requests.length,
			open,
			peak: requests.reduce((peak, request) => Math.max(peak, request.open), 0),
			problems: requests.filter(({ problem }) => problem !== undefined).length,
			operations: countOf(requests.map(({ operation }) => operation)),
			statuses: countOf(ended.map(({ status }) => status)),
		};
	}

	/** Takes in a request that has just arrived. */
	begin(request: Omit<RecordedRequest, 'number' | 'status' | 'ms' | 'open'>): RecordedRequest {
		this.open += 1;
		const number = this.requests.length + 1;
		const record = { ...request, number, status: null, ms: null, open: this.open };
		this.requests.push(record);
		return record;
	}

	/** Notes how a request ended; `status` is null where it got no answer. */
	end(record: RecordedRequest, status: number | null, now: number): void {
		record.status = status;
		record.ms = now - record.arrivedAt;
		this.open -= 1;
	}
}

/** How often each value is there; null counts as `none`. */
function countOf(values: readonly (string | number | null)[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value ?? 'none'] = (counts[value ?? 'none'] ?? 0) + 1;
	return counts;
}

/** One line for a request that has ended: time, method, path, status, duration. */
export function logLine(request: RecordedRequest): string {
	const { arrivedAt, method, url, status, ms, problem, fault } = request;
	const time = new Date(arrivedAt).toISOString().slice(11, 23);
	const notes = [fault && `fault: ${fault}`, problem && `breaks the contract: ${problem}`];
	return [time, method, url, status ?? 'no answer', `${ms} ms`, ...notes].filter(Boolean).join(' ');
}
