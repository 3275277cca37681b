import type { RecordedRequest } from './recorder';

/** One line for a request that has ended: time, method, path, status, duration. */
export function logLine({
	arrivedAt,
	method,
	url,
	status,
	ms,
	problem,
	fault,
}: RecordedRequest): string {
	const time = new Date(arrivedAt).toISOString().slice(11, 23);
	const notes = [fault && `fault: ${fault}`, problem && `breaks the contract: ${problem}`];
	return [time, method, url, status ?? 'no answer', `${ms} ms`, ...notes].filter(Boolean).join(' ');
}
