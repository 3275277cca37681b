import type { Capacity, RateLimit } from './settings';

/** Counts requests in windows aligned to the clock, as the family's limiter does. */
export class RequestWindow {
	private window = -1;
	private count = 0;

	/**
	 * Counts one request. Gives the milliseconds until the window ends where it is one too many,
	 * else 0.
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

/** Serves so many at a time; the others wait in line, up to a length. */
export class Line {
	private serving = 0;
	private readonly waiting: (() => void)[] = [];

	/** Waits for a turn and takes its time. Gives false at once where the line is full. */
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

	/** Hands the place on to the next in line, or frees it. */
	private release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.serving -= 1;
	}
}

/** Resolves after so many milliseconds, at once for 0. */
export async function pause(ms: number): Promise<void> {
	if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
