interface Event {
	at: number;
	order: number;
	happen: () => void;
}

/** A clock that stands still until something happens, and then jumps there. */
export class Clock {
	now: number;
	private order = 0;
	/** A binary heap, the next event at its top. */
	private readonly events: Event[] = [];

	/** @param start milliseconds since 1970: rate limits go by the clock */
	constructor(start: number) {
		this.now = start;
	}

	after(ms: number, happen: () => void): void {
		this.at(this.now + ms, happen);
	}

	at(time: number, happen: () => void): void {
		const { events } = this;
		const event = { at: Math.max(time, this.now), order: this.order++, happen };
		let place = events.push(event) - 1;
		while (place > 0 && sooner(event, events[(place - 1) >> 1])) {
			events[place] = events[(place - 1) >> 1];
			place = (place - 1) >> 1;
		}
		events[place] = event;
	}

	/** Lets everything happen, or all until then. */
	run(until = Infinity): void {
		while (this.events.length > 0 && this.events[0].at <= until) {
			const { at, happen } = this.take();
			this.now = at;
			happen();
		}
	}

	private take(): Event {
		const { events } = this;
		const [top] = events;
		const last = events.pop() as Event;
		if (events.length === 0) return top;
		let place = 0;
		for (;;) {
			let child = 2 * place + 1;
			if (child >= events.length) break;
			if (child + 1 < events.length && sooner(events[child + 1], events[child])) child++;
			if (!sooner(events[child], last)) break;
			events[place] = events[child];
			place = child;
		}
		events[place] = last;
		return top;
	}
}

function sooner(one: Event, other: Event): boolean {
	return one.at < other.at || (one.at === other.at && one.order < other.order);
}
