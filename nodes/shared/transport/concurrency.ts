/** The ceiling where the user sets none: more than this many requests are never in flight. */
export const DEFAULT_CEILING = 512;

/** Requests in flight after the first response, and the lower bound as long as nothing is overloaded. */
const INITIAL_LIMIT = 8;

/** Requests in flight per request that the response rate needs: twice as many, so that a higher rate can show. */
const MIN_GAIN = 2;
/** The gain while the response rate keeps growing by more than that. */
const MAX_GAIN = 4;

/** What is left of the best response rate after a sample window that did not reach it. */
const RATE_DECAY = 0.95;

/** Growth of the limit per sample window once the service has been overloaded. */
const RECOVERY_GAIN = 1.25;

/**
 * How many requests of a run may be in flight.
 *
 *     limit = gain × best response rate × lowest RTT      (Little's law; at least 8)
 *     limit = limit / 2                                   after an overload
 *
 * The rate and the RTT are means of a sample window, which is as many responses as may be in flight.
 * The limit grows as long as more requests in flight bring more responses per second. It stops where
 * they only queue, whether at the service or in n8n.
 *
 * Source: BBR congestion control (Cardwell et al., 2016), and Netflix concurrency-limits. All times are
 * milliseconds of one monotonic clock, which the caller has.
 */
export class Concurrency {
	private current = 1;
	private bestRate = 0;
	private minRtt = Infinity;
	private maxGrowth = Infinity;
	private sample = { startedAt: -Infinity, responses: 0, totalRtt: 0 };

	/** @param ceiling the limit never exceeds it */
	constructor(private readonly ceiling: number) {}

	get limit(): number {
		return Math.round(this.current);
	}

	/** A response arrived, whatever its status, unless the service was overloaded. */
	onResponse(sentAt: number, now: number): void {
		const { sample } = this;
		sample.responses++;
		sample.totalRtt += now - sentAt;
		if (sample.responses < this.limit || sentAt < sample.startedAt) return;
		// The first response alone says nothing: it may have come from a cache, or woken a worker.
		if (sample.startedAt === -Infinity) return this.setLimit(INITIAL_LIMIT, now);
		const rate = sample.responses / Math.max(1, now - sample.startedAt);
		const gain = Math.min(MAX_GAIN, Math.max(MIN_GAIN, rate / this.bestRate));
		this.bestRate = Math.max(rate, RATE_DECAY * this.bestRate);
		this.minRtt = Math.min(this.minRtt, sample.totalRtt / sample.responses);
		const wanted = Math.max(INITIAL_LIMIT, gain * this.bestRate * this.minRtt);
		this.setLimit(Math.min(wanted, this.maxGrowth * this.current), now);
	}

	/** The service had no capacity or did not answer. Requests that were in flight together count once. */
	onOverload(sentAt: number, now: number): void {
		if (sentAt < this.sample.startedAt) return;
		this.maxGrowth = RECOVERY_GAIN;
		this.setLimit(this.current / 2, now);
	}

	private setLimit(limit: number, now: number): void {
		this.current = Math.min(Math.max(1, limit), this.ceiling);
		this.sample = { startedAt: now, responses: 0, totalRtt: 0 };
	}
}
