/** Upper bound of the limit if the user sets none. */
export const DEFAULT_CEILING = 512;

/** The first limit. Slow responses alone do not lower it further. */
const INITIAL_LIMIT = 8;

/** At this ratio of the round trip time (RTT) to the lowest one, one request queues for every two being served. */
const TARGET_RATIO = 1.5;

/** Growth of the limit per sample at the lowest RTT: until requests queue, after that, and after a failure. */
const GROWTH = { start: 3, queued: 2, failed: 1.2 };

/** By how much each failure lowers the limit. */
const FAILURE_STEP = 4;

/** Each eighth sample is taken at half the limit, so that it shows the RTT without a queue. */
const SAMPLES_PER_MIN_RTT = 8;

/**
 * How many requests of a run may be in flight.
 *
 *     limit × 3 … 1                   if the RTT is 1 … 1.5 × the lowest one
 *     limit × 1.5 × lowest RTT / RTT  if it is longer: requests queue, in the service or in n8n
 *     limit - 4                       for each failure; then the limit grows by × 1.2 at most
 *
 * The RTT is the mean over the responses to half as many requests as the limit allows, all sent after the last change.
 * Each eighth sample replaces the lowest RTT, so that the limit follows a service that becomes slower. After it, the
 * limit may grow by × 2 again. Netflix's Gradient2 compares with a long mean of the RTT instead, because a minimum that is
 * never renewed stays at the quickest response ever seen. But a run is short: most of its mean would be time in the queue
 * that the run itself has caused.
 *
 * Source: Netflix concurrency-limits (gradient), and BBR congestion control (startup and probing of the RTT). All
 * times are milliseconds of the caller's clock.
 */
export class Concurrency {
	private current: number;
	private growth = GROWTH.start;
	private minRtt = Infinity;
	private samples = 0;
	private sample = { startedAt: -Infinity, responses: 0, totalRtt: 0 };

	/** @param ceiling upper bound of the limit */
	constructor(private readonly ceiling: number) {
		this.current = Math.min(INITIAL_LIMIT, ceiling);
	}

	get limit(): number {
		return Math.max(1, Math.round(this.isMeasuringMinRtt ? this.current / 2 : this.current));
	}

	/**
	 * The service responded, not with 429, and was not unavailable.
	 *
	 * @param inFlight with this one: if few are, the response doesn't show whether more would queue
	 */
	onResponse(sentAt: number, now: number, inFlight: number): void {
		const { sample } = this;
		if (sentAt < sample.startedAt || inFlight < this.limit / 2) return;
		sample.responses++;
		sample.totalRtt += now - sentAt;
		if (sample.responses < this.limit / 2) return;
		this.adapt(Math.max(1, sample.totalRtt / sample.responses));
		this.samples++;
		this.sample = { startedAt: now, responses: 0, totalRtt: 0 };
	}

	/** The service responded with 429, or was unavailable. */
	onFailure(): void {
		this.growth = GROWTH.failed;
		this.current = Math.max(1, this.current - FAILURE_STEP);
	}

	private get isMeasuringMinRtt(): boolean {
		return this.samples % SAMPLES_PER_MIN_RTT === SAMPLES_PER_MIN_RTT - 1;
	}

	private adapt(rtt: number): void {
		this.minRtt = this.isMeasuringMinRtt ? rtt : Math.min(rtt, this.minRtt);
		if (this.isMeasuringMinRtt) {
			this.growth = Math.max(this.growth, GROWTH.queued);
			return;
		}
		const ratio = rtt / this.minRtt;
		if (ratio > TARGET_RATIO) this.growth = Math.min(this.growth, GROWTH.queued);
		const available = (TARGET_RATIO - ratio) / (TARGET_RATIO - 1);
		const factor = available > 0 ? 1 + (this.growth - 1) * available : TARGET_RATIO / ratio;
		const wanted = factor * this.current;
		this.current = Math.min(Math.max(wanted, Math.min(this.current, INITIAL_LIMIT)), this.ceiling);
	}
}
