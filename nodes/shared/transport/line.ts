/** Answers may take half as long again as those of a service at rest, but from 50 ms on. */
const DELAY_PART = 0.5;
const DELAY_MS = 50;
/** More than this only where the times of a service differ by half of it anyway. */
const DELAY_MOST_MS = 100;

/** What is known of the line at the service, all in milliseconds. */
export class Line {
	/** How long an answer takes from a service at rest, as far as it has been seen. */
	base = Infinity;
	/** How long nine of ten answers took lately: by then all that stand in line are answered. */
	drainMs = 0;
	/** By how much the times of answers differ at least: from a quarter to three quarters of them. */
	private spread = Infinity;

	/** Answers may take so much longer than from a service at rest. */
	get allowed(): number {
		const most = Math.max(DELAY_MOST_MS, 2 * this.spread);
		return Math.max(DELAY_MS, Math.min(DELAY_PART * this.base, most));
	}

	/**
	 * Takes note of the answers of a round.
	 *
	 * @param took how long they took
	 * @param waited how much of that n8n had nothing to do
	 */
	seen(took: number[], waited: number[]): void {
		this.drainMs = part(took, 0.9);
		this.spread = Math.min(this.spread, part(waited, 3 / 4) - part(waited, 1 / 4));
	}

	/** An answer has taken this long from a service at rest, or less. */
	atMost(took: number): void {
		this.base = Math.min(this.base, took);
	}
}

/** Such a part of the answers came sooner. */
export function part(latencies: number[], below: number): number {
	const sorted = [...latencies].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) * below)];
}
