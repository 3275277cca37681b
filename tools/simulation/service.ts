import { RequestWindow } from '../sandbox/limits';
import type { Clock } from './clock';

/** Lets so many requests through in a time; says when the next may come, 0 for now. */
export type Gate = (now: number) => number;

export interface ServiceOptions {
	/** How long one request takes, in milliseconds; may change with time. */
	latencyMs: number | ((now: number) => number);
	/** How many are served at once; may change with time. */
	threads?: number | ((now: number) => number);
	/** So many more may stand in line; the others get a 503. */
	queue?: number;
	gate?: Gate;
	/** Each so manieth request gets a 503, whatever else there is to do. */
	faultEach?: number;
	/** An item that gets this status each time until then, after so many milliseconds. */
	refuses?: { item: number; status: number; afterMs: number; until?: number };
	/** Whether a 429 has Retry-After. */
	tells?: boolean;
}

export interface SimulatedAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** A service that is simulated on a clock. */
export class SimulatedService {
	serving = 0;
	private requests = 0;
	private readonly line: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		private readonly options: ServiceOptions,
	) {}

	request(answer: (answer: SimulatedAnswer) => void, item?: number): void {
		const { queue = Infinity, faultEach = Infinity, gate, refuses, tells } = this.options;
		if (refuses && item === refuses.item && this.clock.now < (refuses.until ?? Infinity)) {
			const { status, afterMs } = refuses;
			return this.clock.after(afterMs, () => answer({ status, headers: {}, body: '' }));
		}
		const waitMs = gate?.(this.clock.now) ?? 0;
		if (waitMs > 0) {
			const headers = tells ? { 'retry-after': String(Math.ceil(waitMs / 1000)) } : undefined;
			return this.clock.after(1, () => answer({ status: 429, headers: headers ?? {}, body: '' }));
		}
		const serve = () => {
			this.serving++;
			this.clock.after(this.of('latencyMs', 0), () => {
				this.serving--;
				while (this.line.length > 0 && this.serving < this.of('threads', Infinity)) {
					this.line.shift()?.();
				}
				answer({ status: 200, headers: {}, body: '' });
			});
		};
		const fails = ++this.requests % faultEach === 0;
		if (!fails && this.serving < this.of('threads', Infinity)) return serve();
		if (!fails && this.line.length < queue) return void this.line.push(serve);
		this.clock.after(1, () => answer({ status: 503, headers: {}, body: '' }));
	}

	private of(option: 'latencyMs' | 'threads', usual: number): number {
		const value = this.options[option] ?? usual;
		return typeof value === 'number' ? value : value(this.clock.now);
	}
}

/** Windows by the clock, as in most services. */
export function fixedWindow(requests: number, windowMs: number): Gate {
	const window = new RequestWindow();
	return (now) => window.enter({ requests, windowMs }, now);
}

/** Windows that begin with the first request after the one before. */
export function windowFromFirst(requests: number, windowMs: number): Gate {
	let openedAt = -Infinity;
	let count = 0;
	return (now) => {
		if (now >= openedAt + windowMs) {
			openedAt = now;
			count = 0;
		}
		return ++count > requests ? openedAt + windowMs - now : 0;
	};
}

/** No more than so many in any time of that length; refusals do not count. */
export function slidingWindow(requests: number, windowMs: number): Gate {
	const times: number[] = [];
	return (now) => {
		while (times.length > 0 && times[0] <= now - windowMs) times.shift();
		if (times.length >= requests) return times[0] + windowMs - now;
		times.push(now);
		return 0;
	};
}

/** So many a second on average, and so many at once after a pause. */
export function tokenBucket(perSecond: number, burst: number): Gate {
	let tokens = burst;
	let filledAt = 0;
	return (now) => {
		tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
		filledAt = now;
		if (tokens < 1) return ((1 - tokens) / perSecond) * 1000;
		tokens--;
		return 0;
	};
}
