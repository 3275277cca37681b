const STEPS = 40;
const STEPS_USED = 27;
/** A step of a window that may have any length. */
const UNKNOWN_MS = 1000;

/**
 * Steps in which a window of a rate limit is used up, over two thirds of it. Others share the
 * limit, and may have little to do: so they find room whenever they begin.
 */
export class Steps {
	private beganAt = 0;
	private stepMs = UNKNOWN_MS;
	/** Whether it is known when the window ends. */
	private agreed = false;
	/** The step in which the last one was accepted, and how many had been accepted before that step. */
	private last = 0;
	private before = 0;

	/** @param endsAt when the window ends; Infinity if that is not known */
	begin(at: number, endsAt: number): void {
		this.beganAt = at;
		this.agreed = endsAt < Infinity;
		this.stepMs = this.agreed ? (endsAt - at) / STEPS : UNKNOWN_MS;
		this.last = 0;
		this.before = 0;
	}

	/** How many of those that fit may have been sent by now: all if it is not known when it ends. */
	due(fits: number, now: number): number {
		return this.agreed ? Math.ceil((fits * this.step(now)) / STEPS_USED) : Infinity;
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

	/** When the next step begins. */
	next(now: number): number {
		return this.beganAt + this.step(now) * this.stepMs + 1;
	}

	private step(now: number): number {
		return Math.floor((now - this.beganAt) / this.stepMs) + 1;
	}
}
