import type { Moment } from './clock';
import { RateLimit, type Refusal } from './rateLimit';
import { Soundings } from './soundings';
import type { Stated } from './stated';
import { type Sent, Width } from './width';

/** If the one that goes alone is not answered in this time, another one goes beside it. */
const PATIENCE_MS = 10_000;

/**
 * How many requests of a run may be open, and when: its width, the rate limit, and the rests that
 * refusals ask for. Times go in; it has no clock of its own.
 *
 * The first request goes alone: a wrong token or address costs one request, not one per item. So
 * does the first one after a rest.
 */
export class Pace {
	private readonly width: Width;
	private readonly soundings = new Soundings();
	readonly limit = new RateLimit();
	private proven = false;
	private restsUntil = 0;
	/** Until then the one that goes alone may be answered. */
	private patientUntil = Infinity;

	/** @param most never more than this are open */
	constructor(private readonly most: number) {
		this.width = new Width(most);
	}

	/** How many may be open at this moment. */
	room(now: number, wanted: number): number {
		if (now < this.restsUntil) return 0;
		if (!this.proven)
			return Math.min(now < this.patientUntil ? 1 : 2, this.limit.room(now, wanted));
		return Math.min(this.width.current, this.limit.room(now, wanted));
	}

	/** How many may be open as far as the service's speed goes. */
	get wide(): number {
		return this.width.current;
	}

	/** Before that there is no room. */
	opensAt(now: number): number {
		const at = Math.max(this.restsUntil, this.limit.opensAt(now));
		return at > now || this.proven ? at : this.patientUntil;
	}

	/** @param open how many requests are open with this one */
	sent(now: Moment, open: number): Sent {
		return this.width.sent(now, open);
	}

	/**
	 * An answer that the service took its time for, be it what was asked for or not.
	 *
	 * @param stated what the service says of its rate limit
	 */
	answered(sent: Sent, now: Moment, stated?: Stated): void {
		this.limit.took(sent.at, now.at, stated);
		this.width.answered(sent, now);
		if (!this.proven && sent.at >= this.restsUntil) {
			this.proven = true;
			if (this.width.line.exceeds(this.wide)) this.restsUntil = this.soundings.endsAt;
			this.soundings.heard(this.width.sounded(now.at - sent.at, now.at));
		}
		const until = this.soundings.due(now.at, this.width.doubt, this.width.line);
		if (until !== undefined) this.rest(until);
	}

	/** The service had no room, or could not be had. */
	overloaded(sent: Sent, now: number): void {
		this.width.overloaded(sent, now);
	}

	/** A refusal by the rate limit: see RateLimit. */
	refused(sentAt: number, now: number, refusal: Refusal, waiting: number): void {
		this.limit.refused(sentAt, now, refusal, waiting);
	}

	/** Nothing is sent before, and then one alone. */
	rest(until: number): void {
		this.restsUntil = Math.max(this.restsUntil, until);
		if (this.most > 1) this.patientUntil = this.restsUntil + PATIENCE_MS;
		this.proven = false;
	}
}
