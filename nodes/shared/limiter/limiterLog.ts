import type { CircuitBreaker } from './circuitBreaker';

/** Writes a line to n8n's log. */
export type Log = (level: 'info' | 'debug', text: string) => void;

/**
 * The lines of a limiter in n8n's log: nothing else shows why a run waits. Only the first pause and the sum of all of
 * them are worth a line that everybody sees.
 */
export class LimiterLog {
	sent = 0;
	failed = 0;
	private pauses = 0;
	/** The pauses since the last line that sums them up. */
	private pausedMs = 0;
	private limit: number | undefined;

	constructor(private readonly log: Log) {}

	/** @param from when the pause begins, or the part of it that is new */
	onPause({ pausedUntil, isRateLimited, failuresInARow }: CircuitBreaker, from: number): void {
		this.pausedMs += pausedUntil - from;
		const cause = isRateLimited ? '429, too many requests' : 'the service is unavailable';
		const until = new Date(Date.now() + pausedUntil - performance.now()).toISOString();
		this.log(
			this.pauses++ === 0 ? 'info' : 'debug',
			`pauses until ${until} (${cause}; failures in a row: ${failuresInARow})`,
		);
	}

	/** @param limit how many requests may be in flight */
	onLimit(limit: number): void {
		if (this.limit !== undefined && this.limit !== limit)
			this.log('debug', `sends up to ${limit} requests in parallel`);
		this.limit = limit;
	}

	/** Nothing is in flight and nothing waits. */
	onIdle(): void {
		if (this.pausedMs === 0) return;
		const waited = (this.pausedMs / 1000).toFixed(1);
		this.log(
			'info',
			`waited ${waited} s; requests sent: ${this.sent}, refused or lost: ${this.failed}`,
		);
		this.pausedMs = 0;
	}
}
