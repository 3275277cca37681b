/** Upper bound of the limit if the user sets none. */
export const DEFAULT_CEILING = 512;

/** The first limit, and its lower bound until the service is overloaded. */
const INITIAL_LIMIT = 8;

/** The limit is at least twice what the response rate needs, so that a higher rate can be discovered. */
const MIN_GAIN = 2;
/** Upper bound of the gain, while the response rate is more than twice the best one so far. */
const MAX_GAIN = 4;

/** Factor for the best response rate after each sample window that does not reach it. */
const RATE_DECAY = 0.95;

/** By how much each overload lowers the limit. If it is smaller, more requests fail at the capacity limit. */
const OVERLOAD_STEP = 4;

/** Maximum growth of the limit per sample window, once the service has been overloaded. */
const RECOVERY_GAIN = 1.25;

/**
 * How many requests of a run may be in flight.
 *
 *     limit = gain × best response rate × lowest RTT      (Little's law; at least 8)
 *     limit = limit - 4                                   for each request for which the service was unavailable
 *
 * The rate and the RTT are means over a sample window of `limit` responses. The limit grows as long as
 * more requests in flight lead to more responses per second. It stops growing when additional requests
 * only queue, whether in the service or in n8n.
 *
 * Source: BBR congestion control (Cardwell et al., 2016), and Netflix concurrency-limits. All times are
 * milliseconds of the caller's monotonic clock.
 */
export class Concurrency {
	private current: number;
	private bestRate = 0;
	private minRtt = Infinity;
	private maxGrowth = Infinity;
	private sample = { startedAt: -Infinity, responses: 0, totalRtt: 0 };

	/** @param ceiling upper bound of the limit */
	constructor(private readonly ceiling: number) {
		this.current = Math.min(INITIAL_LIMIT, ceiling);
	}

	get limit(): number {
		return Math.round(this.current);
	}

	/** A response arrived. Not called for a 429, which says nothing about the capacity of the service. */
	onResponse(sentAt: number, now: number): void {
		const { sample } = this;
		// The first response is no sample: it may have come from a cache, or after a cold start.
		if (sample.startedAt === -Infinity) return this.startSample(now);
		sample.responses++;
		sample.totalRtt += now - sentAt;
		if (sample.responses < this.limit || sentAt < sample.startedAt) return;
		const rate = sample.responses / Math.max(1, now - sample.startedAt);
		const gain = Math.min(MAX_GAIN, Math.max(MIN_GAIN, rate / this.bestRate));
		this.bestRate = Math.max(rate, RATE_DECAY * this.bestRate);
		this.minRtt = Math.min(this.minRtt, sample.totalRtt / sample.responses);
		const wanted = Math.max(INITIAL_LIMIT, gain * this.bestRate * this.minRtt);
		this.current = Math.min(wanted, this.maxGrowth * this.current, this.ceiling);
		this.startSample(now);
	}

	/** The service was unavailable or did not respond to a request. */
	onOverload(): void {
		this.maxGrowth = RECOVERY_GAIN;
		this.current = Math.max(1, this.current - OVERLOAD_STEP);
	}

	private startSample(now: number): void {
		this.sample = { startedAt: now, responses: 0, totalRtt: 0 };
	}
}
