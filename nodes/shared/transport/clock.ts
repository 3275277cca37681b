/** A point in time. */
export interface Moment {
	/** Milliseconds since 1970. */
	at: number;
	/** How many milliseconds n8n has had nothing to do, since it was started. */
	idleMs: number;
}

/**
 * The time of day, which does not go back: where the clock of the machine is put back, it goes on
 * from there. A wait is over when it should be.
 */
export class Clock {
	private last = 0;
	/** By how much the clock of the machine has been put back, in milliseconds. */
	private putBackMs = 0;

	/** Milliseconds since 1970. */
	now(): number {
		this.putBackMs = Math.max(this.putBackMs, this.last - Date.now());
		this.last = Date.now() + this.putBackMs;
		return this.last;
	}
}
