/** The functions of this process that tell or take time. */
interface Timers {
	setTimeout: typeof globalThis.setTimeout;
	clearTimeout: typeof globalThis.clearTimeout;
	performanceNow: typeof performance.now;
	dateNow: typeof Date.now;
}

interface Event {
	at: number;
	happen: () => void;
}

/** A clock that stands still until the next event, and then jumps there. */
export class Clock {
	now: number;
	/** What is to happen, soonest first; at one time, what was planned first. */
	private readonly events: Event[] = [];

	/** @param start milliseconds since 1970: rate limits go by the clock */
	constructor(start: number) {
		this.now = start;
	}

	/** Plans an event; returns what cancels it. */
	after(ms: number, happen: () => void): () => void {
		const event = { at: this.now + Math.max(0, ms), happen };
		const earlier = this.events.findLastIndex(({ at }) => at <= event.at);
		this.events.splice(earlier + 1, 0, event);
		return () => {
			const index = this.events.indexOf(event);
			if (index >= 0) this.events.splice(index, 1);
		};
	}

	/** Lets all events happen until a time, with this clock in place of the real one. */
	async run(until = Infinity): Promise<void> {
		const real = this.install();
		try {
			// Promises that are resolved already come before the next event.
			await settled();
			while (this.events.length > 0 && this.events[0].at <= until) {
				const [{ at, happen }] = this.events.splice(0, 1);
				this.now = at;
				happen();
				await settled();
			}
		} finally {
			restore(real);
		}
	}

	private install(): Timers {
		const { setTimeout, clearTimeout } = globalThis;
		const real = {
			setTimeout,
			clearTimeout,
			performanceNow: performance.now,
			dateNow: Date.now,
		};
		globalThis.setTimeout = ((happen: () => void, ms = 0) =>
			this.after(ms, happen)) as unknown as typeof setTimeout;
		globalThis.clearTimeout = ((cancel?: () => void) => cancel?.()) as typeof clearTimeout;
		performance.now = () => this.now;
		Date.now = () => this.now;
		return real;
	}
}

function restore({ setTimeout, clearTimeout, performanceNow, dateNow }: Timers): void {
	Object.assign(globalThis, { setTimeout, clearTimeout });
	performance.now = performanceNow;
	Date.now = dateNow;
}

async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
