import { type Attempt, isFailure } from './attempt';
import { Pace } from './pace';
import { backOffMs } from './retry';
import { LONG_WAIT_MS, UNAVAILABLE_PATIENCE_MS } from './waits';

type State = 'probing' | 'flowing' | 'paused' | 'givenUp';

/** The settings of the user that decide how long a run waits. */
export interface Patience {
	/** How often a request is retried: so many failures in a row are normal while the service is unavailable. */
	maxRetries: number;
	/** How long 429s may last without an accepted request. */
	maxRateLimitWaitMs: number;
}

/**
 * Whether requests of a run may be sent at the moment. The states are those of a circuit breaker: half-open,
 * closed and open.
 *
 *     probing    one request is sent, and its result decides. A run starts here.
 *     flowing    requests are sent, at the pace of the rate limit if there was a 429.
 *     paused     nothing is sent before `pausedUntil`.
 *     givenUp    all requests that wait or are retried fail. One that comes later is sent after `pausedUntil`.
 *
 *     probing → paused             a failure
 *     flowing → paused             two failures in a row, or one that asks for a wait
 *     paused, givenUp → probing    the pause is over, and a request is sent
 *     any → flowing                a request that was sent after the last failure is accepted
 *     any → givenUp                the patience is over: see `isPatienceOver`
 *
 * A failure is a 429, or a request for which the service is unavailable. Requests that were in flight when a failure
 * came back failed for the same reason, so they count as one: they only extend a pause, if they ask for it.
 *
 * All times are milliseconds of the monotonic clock.
 */
export class CircuitBreaker {
	state: State = 'probing';
	pausedUntil = -Infinity;
	failuresInARow = 0;
	/** Whether the last failure was a 429. */
	isRateLimited = false;
	private lastFailureAt = -Infinity;
	/** When the first 429, and the first failure of another kind, since the last accepted request came back. */
	private rateLimitedSince: number | undefined;
	private unavailableSince: number | undefined;
	private readonly pace = new Pace();

	constructor(private readonly patience: Patience) {}

	/** When the next request may be sent; a time in the past means now. */
	nextSendAt(inFlight: number, waiting: number): number {
		return this.state === 'flowing' ? this.pace.nextSendAt(inFlight, waiting) : this.pausedUntil;
	}

	/** Whether the service asks for a pause that is longer than the patience. */
	isPauseTooLong(now: number): boolean {
		const { maxRateLimitWaitMs } = this.patience;
		const maxMs = this.isRateLimited ? maxRateLimitWaitMs : LONG_WAIT_MS;
		return this.state !== 'flowing' && this.pausedUntil - now > maxMs;
	}

	onSend(): void {
		if (this.state !== 'flowing') this.state = 'probing';
	}

	/** A request was accepted, and its item has decided what the response means. */
	onAccepted(sentAt: number, now: number): void {
		const isNew = sentAt > this.lastFailureAt;
		if (isNew && this.state !== 'flowing' && this.isRateLimited) this.pace.restart(now);
		this.pace.onAccepted(now);
		if (!isNew && this.state !== 'flowing') return;
		this.state = 'flowing';
		this.failuresInARow = 0;
		this.rateLimitedSince = this.unavailableSince = undefined;
	}

	/** A request was refused with 429, or the service was unavailable for it. */
	onFailure({ outcome, retryAfterMs, sentAt }: Attempt, now: number): void {
		if (!isFailure(outcome)) return;
		const isNew = sentAt > this.lastFailureAt;
		if (isNew) {
			this.failuresInARow++;
			this.lastFailureAt = now;
			this.isRateLimited = outcome === 'rateLimited';
			if (this.isRateLimited) this.rateLimitedSince ??= now;
			else this.unavailableSince ??= now;
		}
		const isPause = isNew && (this.state !== 'flowing' || this.failuresInARow > 1);
		const backOff = isPause ? backOffMs(outcome, this.failuresInARow - 1) : 0;
		const isOver = this.isPatienceOver(outcome === 'rateLimited', isNew, retryAfterMs, now);
		const restMs = isOver ? Infinity : this.patienceEndsAt(outcome === 'rateLimited') - now;
		// The last probe is sent when the patience ends.
		this.pause(Math.max(retryAfterMs, Math.min(backOff, restMs)), now);
		if (isOver) this.state = 'givenUp';
	}

	private patienceEndsAt(isRateLimited: boolean): number {
		if (!isRateLimited) return Infinity;
		return (this.rateLimitedSince ?? this.lastFailureAt) + this.patience.maxRateLimitWaitMs;
	}

	/**
	 *     429            they have lasted for the maximum wait, or the service asks for a later time
	 *     unavailable    for 90 s and for more requests in a row than Max Retries, or the service asks for a long wait
	 */
	private isPatienceOver(
		isRateLimited: boolean,
		isNew: boolean,
		askedMs: number,
		now: number,
	): boolean {
		if (isRateLimited) {
			const endsAt = this.patienceEndsAt(true);
			return askedMs > 0 ? now + askedMs > endsAt : isNew && now >= endsAt;
		}
		const lastedMs = now - (this.unavailableSince ?? now);
		const isLong = isNew && this.failuresInARow > this.patience.maxRetries;
		return askedMs > LONG_WAIT_MS || (isLong && lastedMs >= UNAVAILABLE_PATIENCE_MS);
	}

	private pause(ms: number, now: number): void {
		if (ms <= 0 || now + ms <= this.pausedUntil) return;
		this.state = 'paused';
		this.pausedUntil = now + ms;
	}
}
