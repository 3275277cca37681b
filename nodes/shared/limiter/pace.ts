/** The part of a cycle over which its requests are spread. The rest is for other executions, and for clocks that differ. */
const SPREAD = 2 / 3;

/**
 * How fast requests are sent after a 429. A cycle lasts from the end of one rate-limit pause to the end of the next.
 * As many requests as the last cycle accepted are spread over two thirds of its length; then requests are sent
 * freely again. That leaves room for other executions, without a promise of a fair part, and discovers a higher limit.
 */
export class Pace {
	private startedAt = 0;
	private accepted = 0;
	/** The last cycle, without requests until the first pause has ended. */
	private last = { accepted: 0, lengthMs: 0 };

	onAccepted(now: number): void {
		// Until the first pause, the cycle starts with the first accepted request.
		const isFirst = this.accepted === 0 && this.last.accepted === 0;
		if (isFirst) this.startedAt = now;
		this.accepted++;
	}

	/** A pause after a 429 is over. */
	restart(now: number): void {
		this.last = { accepted: this.accepted, lengthMs: now - this.startedAt };
		this.startedAt = now;
		this.accepted = 0;
	}

	/**
	 * When the next request may be sent; a time in the past means now.
	 *
	 * @param waiting how many requests wait; if they fit into this cycle, they are not spread
	 */
	nextSendAt(inFlight: number, waiting: number): number {
		const { accepted, lengthMs } = this.last;
		const sent = this.accepted + inFlight;
		if (sent >= accepted || sent + waiting <= accepted) return -Infinity;
		return this.startedAt + SPREAD * lengthMs * (sent / accepted);
	}
}
