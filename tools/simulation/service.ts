import type { ApiResponse } from '../../nodes/shared/operation';
import { RequestWindow } from '../sandbox/limits';
import type { Clock } from './clock';

/** A rate limiter. Returns how many milliseconds to wait, or 0 if it accepts the request. */
export type Gate = (now: number) => number;

export interface ServiceOptions {
	/** Duration of one request in milliseconds, which can depend on the time and on how many came before. */
	latencyMs: number | ((now: number, earlier: number) => number);
	/** The number of requests served at the same time, which can depend on the time. */
	threads?: number | ((now: number) => number);
	/** The length of the queue. Requests beyond it get 503, or the status below. */
	queue?: number;
	fullStatus?: number;
	gate?: Gate;
	/** Every nth request gets 503. */
	faultEach?: number;
	/** One item that always gets this status, after a delay and until a time. */
	refuses?: { item: number; status: number; afterMs: number; until?: number };
	/** Whether a 429 response has a Retry-After header. */
	tells?: boolean;
}

/** A service on a simulated clock. */
export class SimulatedService {
	private serving = 0;
	private requests = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(
		private readonly clock: Clock,
		private readonly options: ServiceOptions,
	) {}

	/** Responds to a request of an item. */
	async request(item?: number): Promise<ApiResponse> {
		const { queue = Infinity, faultEach = Infinity, gate, refuses, tells } = this.options;
		const { fullStatus = 503 } = this.options;
		if (refuses && item === refuses.item && this.clock.now < (refuses.until ?? Infinity)) {
			await this.pause(refuses.afterMs);
			return response(refuses.status);
		}
		const waitMs = gate?.(this.clock.now) ?? 0;
		if (waitMs > 0) {
			await this.pause(1);
			return response(429, tells ? { 'retry-after': String(Math.ceil(waitMs / 1000)) } : {});
		}
		const isFull = this.serving >= this.of('threads', Infinity);
		const isFault = ++this.requests % faultEach === 0;
		if (isFault || (isFull && this.waiting.length >= queue)) {
			await this.pause(1);
			return response(isFault ? 503 : fullStatus);
		}
		if (isFull) await new Promise<void>((resolve) => this.waiting.push(resolve));
		this.serving++;
		await this.pause(this.of('latencyMs', 0));
		this.serving--;
		while (this.waiting.length > 0 && this.serving < this.of('threads', Infinity)) {
			this.waiting.shift()?.();
			// The waiting request must start before the next check.
			await Promise.resolve();
		}
		return response(200);
	}

	private async pause(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.clock.after(ms, resolve));
	}

	private of(option: 'latencyMs' | 'threads', otherwise: number): number {
		const value = this.options[option] ?? otherwise;
		return typeof value === 'number' ? value : value(this.clock.now, this.requests - 1);
	}
}

function response(status: number, headers: ApiResponse['headers'] = {}): ApiResponse {
	return { status, headers, body: '' };
}

/** A limit per window, with windows aligned to the clock. */
export function fixedWindow(requests: number, windowMs: number): Gate {
	const window = new RequestWindow();
	return (now) => window.enter({ requests, windowMs }, now);
}

/** A limit per window. A window starts with the first request after the previous window. */
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

/** A limit for every period of this length. Refused requests don't count. */
export function slidingWindow(requests: number, windowMs: number): Gate {
	const times: number[] = [];
	return (now) => {
		while (times.length > 0 && times[0] <= now - windowMs) times.shift();
		if (times.length >= requests) return times[0] + windowMs - now;
		times.push(now);
		return 0;
	};
}

/** Refuses the first requests, and no others. */
export function refusingFirst(requests: number): Gate {
	let count = 0;
	return () => (++count > requests ? 0 : 1);
}
