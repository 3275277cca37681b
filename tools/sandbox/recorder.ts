import type { UploadedFile } from './contract/body';
import type { OperationName } from './settings';
import type { FaultKind } from './faults/faults';

/** A request as it arrived, and how it ended. */
export interface RecordedRequest {
	/** 1 for the first request since the start. */
	number: number;
	/** Null if no operation has the method and path. */
	operation: OperationName | null;
	method: string;
	/** The path as it was sent, without the query. */
	path: string;
	/** The path as it was sent, with the query. */
	url: string;
	query: Record<string, string | string[]>;
	/** Header names are in lower case. */
	headers: Record<string, string | string[] | undefined>;
	/** The first 64 kB of the body as text. Blank if there was no body or it was never read. */
	rawBody: string;
	/** The parsed JSON or form fields; undefined if there was no body. */
	body: unknown;
	files: readonly UploadedFile[];
	/** How the request breaks the contract, if it does. */
	problem?: string;
	/** The parts of the request that the contract marks as undocumented, such as `query.sort`. */
	undocumented: readonly string[];
	/** The fault that applied to it, if any. */
	fault?: FaultKind;
	/** Null while it is in flight, and if the connection ended without a response. */
	status: number | null;
	/** Milliseconds since 1970. */
	arrivedAt: number;
	/** Milliseconds until the request ended; null while it is in flight. */
	ms: number | null;
	/** Requests in flight when it arrived, including itself. */
	inFlight: number;
}

/** Counts of all requests since the start or the last reset. */
export interface RequestCounts {
	total: number;
	inFlight: number;
	/** The highest number of requests in flight at the same time. */
	peak: number;
	/** Requests that broke the contract. */
	problems: number;
	/** Requests that use what the contract marks as undocumented. */
	undocumented: number;
	/** Requests by operation; `none` counts unknown paths. */
	operations: Record<string, number>;
	/** Requests by status; `none` counts connections that ended without a response. */
	statuses: Record<string, number>;
}

/** Keeps all requests since the start or the last reset. */
export class Recorder {
	requests: RecordedRequest[] = [];
	private inFlight = 0;

	get counts(): RequestCounts {
		const { requests, inFlight } = this;
		const ended = requests.filter(({ ms }) => ms !== null);
		return {
			total: requests.length,
			inFlight,
			peak: requests.reduce((peak, request) => Math.max(peak, request.inFlight), 0),
			problems: requests.filter(({ problem }) => problem !== undefined).length,
			undocumented: requests.filter(({ undocumented }) => undocumented.length > 0).length,
			operations: countOf(requests.map(({ operation }) => operation)),
			statuses: countOf(ended.map(({ status }) => status)),
		};
	}

	/** Records a request that has just arrived. */
	begin(request: Omit<RecordedRequest, 'number' | 'status' | 'ms' | 'inFlight'>): RecordedRequest {
		this.inFlight += 1;
		const number = this.requests.length + 1;
		const record = { ...request, number, status: null, ms: null, inFlight: this.inFlight };
		this.requests.push(record);
		return record;
	}

	/** Records how a request ended. `status` is null if there was no response. */
	end(record: RecordedRequest, status: number | null, now: number): void {
		record.status = status;
		record.ms = now - record.arrivedAt;
		this.inFlight -= 1;
	}
}

/** Counts each value. Null counts as `none`. */
function countOf(values: readonly (string | number | null)[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value ?? 'none'] = (counts[value ?? 'none'] ?? 0) + 1;
	return counts;
}

/** The log line of a request that has ended: time, method, path, status, duration. */
export function logLine(request: RecordedRequest): string {
	const { arrivedAt, method, url, status, ms, problem, fault } = request;
	const time = new Date(arrivedAt).toISOString().slice(11, 23);
	const notes = [fault && `fault: ${fault}`, problem && `breaks the contract: ${problem}`];
	return [time, method, url, status ?? 'no response', `${ms} ms`, ...notes]
		.filter(Boolean)
		.join(' ');
}
