/** The part of a window over which it is used up. */
const USED = 3 / 4;
const STEPS = 40;
/** A step of a window that may have any length. */
const UNKNOWN_MS = 1000;

/**
 * When what fits into a window of a rate limit is sent: evenly, over three quarters of it, and more
 * in steps. Others share the limit, and may have little to do: so they find room whenever they begin.
 */
export class Steps {
	private beganAt = 0;
	/** How long the window is used for; 0 if it is not known when it ends. */
	private usedMs = 0;
	private stepMs = UNKNOWN_MS;
	/** The step in which the last one was accepted, and how many had been accepted before that step. */
	private last = 0;
	private before = 0;

	/** @param endsAt when the window ends; Infinity if that is not known */
	begin(at: number, endsAt: number): void {
		this.beganAt = at;
		const lengthMs = endsAt - at;
		this.usedMs = lengthMs < Infinity ? USED * lengthMs : 0;
		this.stepMs = lengthMs < Infinity ? lengthMs / STEPS : UNKNOWN_MS;
		this.last = 0;
		this.before = 0;
	}

	/** How many of those that fit may have been sent by now: all if it is not known when it ends. */
	due(fits: number, now: number): number {
		return this.usedMs > 0 ? Math.floor((fits * (now - this.beganAt)) / this.usedMs) + 1 : Infinity;
	}

	/**
	 * How many more may be sent as more may fit: one, and if that is accepted, a sixteenth of what has
	 * fitted, and twice as many with each step.
	 */
	past(fits: number, now: number, accepted: number): number {
		const before = this.step(now) > this.last ? accepted : this.before;
		const more = before - fits;
		return (more > 0 ? before + Math.max(more, Math.ceil(fits / 16)) : fits + 1) - accepted;
	}

	/** @param accepted how many of the window have been, with the one that has just been */
	took(at: number, accepted: number): void {
		const step = this.step(at);
		if (step <= this.last) return;
		this.last = step;
		this.before = accepted - 1;
	}

	/** When one more of those that fit may be sent, or the next step begins. */
	next(fits: number, now: number): number {
		const due = this.due(fits, now);
		const afterMs = due < fits ? (due * this.usedMs) / fits : Infinity;
		return this.beganAt + Math.min(afterMs, this.step(now) * this.stepMs) + 1;
	}

	private step(now: number): number {
		return Math.floor((now - this.beganAt) / this.stepMs) + 1;
	}
}
