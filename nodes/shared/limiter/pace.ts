/** The part of a cycle in which its requests are sent. The rest is for other executions, and for clocks that differ. */
const SPREAD = 2 / 3;

/**
 * How fast requests are sent after a 429. A cycle lasts from the end of one pause for 429s to the end of the next. As many
 * requests as succeeded in the last cycle are spread over two thirds of its length; then nothing holds them back, so that
 * a higher limit is found. That leaves room for other executions, but promises them no fair share.
 */
export class Pace {
	private startedAt = 0;
	private succeeded = 0;
	/** The last cycle, without requests until the first pause has ended. */
	private last = { succeeded: 0, lengthMs: 0 };

	onSuccess(now: number): void {
		// Before the first pause, the cycle starts with the first success.
		const isFirst = this.succeeded === 0 && this.last.succeeded === 0;
		if (isFirst) this.startedAt = now;
		this.succeeded++;
	}

	/** A pause after a 429 is over. */
	restart(now: number): void {
		this.last = { succeeded: this.succeeded, lengthMs: now - this.startedAt };
		this.startedAt = now;
		this.succeeded = 0;
	}

	/**
	 * When the next request may be sent; a time in the past means now.
	 *
	 * @param waiting how many requests wait; if they fit into this cycle, they are not spread
	 */
	nextSendAt(inFlight: number, waiting: number): number {
		const { succeeded, lengthMs } = this.last;
		const sent = this.succeeded + inFlight;
		if (sent >= succeeded || sent + waiting <= succeeded) return -Infinity;
		return this.startedAt + SPREAD * lengthMs * (sent / succeeded);
	}
}
