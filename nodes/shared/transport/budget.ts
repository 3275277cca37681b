/** Common lengths of the window in which a service counts requests. */
const COMMON_WINDOWS_MS = [1, 5, 10, 15, 30, 60].map((seconds) => seconds * 1000);

/** The part of a window over which its budget is spread, so that other executions get a share. */
const SPREAD = 2 / 3;

/**
 * How many requests a window of the rate limit takes. The budget is unlimited until the first 429. From then
 * on, it is the number that the last window accepted. Once it is spent, requests leave one at a time, and each
 * accepted one raises it: this finds out whether the limit is higher.
 *
 * Learning the budget from refusals follows the AWS SDK's adaptive retry mode.
 */
export class Budget {
	private total = Infinity;
	private accepted = 0;
	private step = 1;
	private startedAt = -Infinity;
	/** Length of a window; Infinity until requests were accepted again after a 429. */
	private windowMs = Infinity;
	/** Whether a 429 has arrived since the budget was last learned. */
	private isExceeded = false;

	/** Whether the service has accepted a request of this run. */
	get hasAccepted(): boolean {
		return this.startedAt > -Infinity;
	}

	/** How many requests may be in flight. */
	get limit(): number {
		return Math.max(1, this.total - this.accepted);
	}

	/** When the window ends; a little later, because clocks differ and requests take time to arrive. */
	get endsAt(): number {
		const { windowMs, startedAt } = this;
		return windowMs === Infinity ? Infinity : startedAt + Math.max(1.01 * windowMs, windowMs + 50);
	}

	/** When the next request may leave: at once, or later if more requests wait than are left. */
	nextSendAt(inFlight: number, waiting: number): number {
		const spent = this.accepted + inFlight;
		const isSpread = spent < this.total && spent + waiting > this.total;
		if (this.windowMs === Infinity || !isSpread) return -Infinity;
		return this.startedAt + SPREAD * this.windowMs * (spent / this.total);
	}

	onSend(now: number): void {
		if (now >= this.endsAt) this.start(now);
	}

	onAccepted(): void {
		this.accepted++;
		if (this.accepted > this.total) this.total += this.step *= 2;
	}

	/** A request was refused. */
	onExceeded(sentAt: number): void {
		this.isExceeded = true;
		this.step = 1;
		// The window should have ended before, so its assumed length was too short.
		if (sentAt >= this.endsAt) this.windowMs = Infinity;
	}

	/** A window has started: the service accepts requests again, the first of them sent at this time. */
	renew(sentAt: number): void {
		if (this.isExceeded) {
			const elapsed = sentAt - this.startedAt;
			this.windowMs = COMMON_WINDOWS_MS.findLast((length) => length <= elapsed) ?? Infinity;
			this.total = Math.max(1, this.accepted);
		}
		if (this.isExceeded || !this.hasAccepted) this.start(sentAt);
		this.isExceeded = false;
	}

	private start(at: number): void {
		this.startedAt = at;
		this.accepted = 0;
	}
}
