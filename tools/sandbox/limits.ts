import type { Capacity, RateLimit } from './settings';

/** Counts requests in time windows aligned to the clock, as upstream's rate limiter does. */
export class RequestWindow {
	private window = -1;
	private count = 0;

	/**
	 * Counts one request.
	 *
	 * @returns 0 if it is within the limit, otherwise the milliseconds until the window ends
	 */
	enter({ requests, windowMs }: RateLimit, now: number): number {
		const window = Math.floor(now / windowMs);
		if (window !== this.window) {
			this.window = window;
			this.count = 0;
		}
		this.count += 1;
		return this.count > requests ? (window + 1) * windowMs - now : 0;
	}
}

/** Serves a limited number of requests at a time. Others wait in a queue of limited length. */
export class RequestQueue {
	private serving = 0;
	private readonly waiting: (() => void)[] = [];

	/** Waits for a free place and serves the request. Returns false at once if the queue is full. */
	async serve({ concurrent, serviceMs, queue }: Capacity): Promise<boolean> {
		if (this.serving >= concurrent) {
			if (this.waiting.length >= queue) return false;
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.serving += 1;
		}
		await pause(serviceMs);
		this.release();
		return true;
	}

	/** Passes the place to the next request in the queue, or frees it. */
	private release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.serving -= 1;
	}
}

/** Waits for a number of milliseconds; 0 doesn't wait. */
export async function pause(ms: number): Promise<void> {
	if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
