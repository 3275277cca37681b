import type { Answer } from '../../nodes/shared/transport/answer';
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

/** A service that is simulated on a clock. */
export class SimulatedService {
	private serving = 0;
	private requests = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		private readonly options: ServiceOptions,
	) {}

	/** Answers one request of an item. */
	async request(item?: number): Promise<Answer> {
		const { queue = Infinity, faultEach = Infinity, gate, refuses, tells } = this.options;
		if (refuses && item === refuses.item && this.clock.now < (refuses.until ?? Infinity)) {
			await this.pause(refuses.afterMs);
			return answer(refuses.status);
		}
		const waitMs = gate?.(this.clock.now) ?? 0;
		if (waitMs > 0) {
			await this.pause(1);
			return answer(429, tells ? { 'retry-after': String(Math.ceil(waitMs / 1000)) } : {});
		}
		const isFull = this.serving >= this.of('threads', Infinity);
		if (++this.requests % faultEach === 0 || (isFull && this.waiting.length >= queue)) {
			await this.pause(1);
			return answer(503);
		}
		if (isFull) await new Promise<void>((resolve) => this.waiting.push(resolve));
		this.serving++;
		await this.pause(this.of('latencyMs', 0));
		this.serving--;
		while (this.waiting.length > 0 && this.serving < this.of('threads', Infinity)) {
			this.waiting.shift()?.();
			// The one that waited takes its place before the next is asked.
			await Promise.resolve();
		}
		return answer(200);
	}

	private async pause(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.clock.after(ms, resolve));
	}

	private of(option: 'latencyMs' | 'threads', otherwise: number): number {
		const value = this.options[option] ?? otherwise;
		return typeof value === 'number' ? value : value(this.clock.now);
	}
}

function answer(status: number, headers: Answer['headers'] = {}): Answer {
	return { status, headers, body: '' };
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
