/** A clock that stands still until something happens, and then jumps there. */
export class Clock {
	now: number;
	/** What is to happen, soonest first; at one time, what was planned first. */
	private readonly events: { at: number; happen: () => void }[] = [];

	/** @param start milliseconds since 1970: rate limits go by the clock */
	constructor(start: number) {
		this.now = start;
	}

	after(ms: number, happen: () => void): void {
		this.at(this.now + ms, happen);
	}

	at(time: number, happen: () => void): void {
		const at = Math.max(time, this.now);
		const before = this.events.findLastIndex((event) => event.at <= at);
		this.events.splice(before + 1, 0, { at, happen });
	}

	/** Lets everything happen, or all until then. */
	run(until = Infinity): void {
		while (this.events.length > 0 && this.events[0].at <= until) {
			const [{ at, happen }] = this.events.splice(0, 1);
			this.now = at;
			happen();
		}
	}
}
