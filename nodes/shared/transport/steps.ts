const STEPS = 20;
const STEPS_USED = 15;

/**
 * Steps in which a window of a rate limit is used up, over three quarters of it. Others share the
 * limit, and may have little to do: so they find room whenever they begin.
 */
export class Steps {
	private beganAt = 0;
	private stepMs = Infinity;

	/** @param endsAt when the window ends; Infinity if that is not known: then there are no steps */
	begin(at: number, endsAt: number): void {
		this.beganAt = at;
		this.stepMs = (endsAt - at) / STEPS;
	}

	/** How many of those that fit may be sent until now. */
	due(fits: number, now: number): number {
		return this.stepMs < Infinity ? Math.ceil((fits * this.step(now)) / STEPS_USED) : Infinity;
	}

	/** When the next step begins; 0 if there are none. */
	next(now: number): number {
		return this.stepMs < Infinity ? this.beganAt + this.step(now) * this.stepMs + 1 : 0;
	}

	private step(now: number): number {
		return Math.floor((now - this.beganAt) / this.stepMs) + 1;
	}
}
