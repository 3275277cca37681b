import type { RateLimit } from './settings';

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

/** Waits for a number of milliseconds; 0 doesn't wait. */
export async function pause(ms: number): Promise<void> {
	if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
