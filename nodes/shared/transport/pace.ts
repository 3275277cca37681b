import type { Moment } from './clock';
import { RateLimit } from './rateLimit';
import type { Sent } from './line';
import { Soundings } from './soundings';
import type { Stated } from './stated';
import type { Again } from './turns';
import { Width } from './width';
import { MANY } from './window';

/** If the one that goes alone is silent for so long, another one may go beside it. */
const PATIENCE_MS = 10_000;
/** And at least for so many times as long as the service has taken lately. */
const PATIENT = 2;
/** After so many that went alone in vain one goes that has not been refused. */
const DOUBTFUL = 2;

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
	private readonly limit = new RateLimit();
	private proven = false;
	private restsUntil = 0;
	/** When a request has been started or answered last; Infinity before the first answer. */
	private lastAt = Infinity;
	/** So long the next that goes alone waits for one that hangs: less where the service has just answered. */
	private besideMs: number;
	/** How many that went alone the service has not answered. */
	private inVain = 0;

	/**
	 * @param most never more than this are open
	 * @param patienceMs if the one that goes alone is silent for so long, another goes beside it
	 */
	constructor(
		private readonly most: number,
		private readonly patienceMs = PATIENCE_MS,
	) {
		this.width = new Width(most);
		this.besideMs = patienceMs;
	}

	/** How many may be open at this moment, where so many are and so many wait. */
	room(now: number, open: number, waiting: number): number {
		if (now < this.restsUntil) return 0;
		const room = this.limit.room(now, open + waiting);
		if (room <= 0) return room;
		const usual = this.alone ? 1 : Math.min(this.wide, room);
		return this.isSilent(now) ? Math.min(this.most, Math.max(usual, open + 1)) : usual;
	}

	/** How many may be open as far as the service's speed goes. */
	get wide(): number {
		return this.width.current;
	}

	/** Before that there is no room. */
	opensAt(now: number): number {
		const at = Math.max(this.restsUntil, this.limit.opensAt(now));
		if (at > now || (!this.alone && this.wide > 1)) return at;
		// Looked at often: each answer puts it off.
		return now + 250;
	}

	/** Whether one is next that has not been refused: it may be the same ones that are. */
	doubtful(waiting: number): boolean {
		return waiting >= MANY && this.inVain + Math.max(0, this.limit.looks) === DOUBTFUL;
	}

	/** A request takes its place. */
	starts(now: number): void {
		this.besideMs = this.patienceMs;
		if (this.lastAt < Infinity) this.lastAt = now;
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
		this.lastAt = now.at;
		this.besideMs = Math.min(PATIENCE_MS, this.besideMs);
		this.limit.took(sent.at, now.at, stated);
		this.width.answered(sent, now);
		if (!this.proven && sent.at >= this.restsUntil) {
			this.proven = true;
			this.inVain = 0;
			if (this.width.line.exceeds(this.wide)) this.restsUntil = this.soundings.endsAt;
			this.soundings.heard(this.width.sounded(now.at - sent.at, now.at));
		}
		const until = this.soundings.due(now.at, this.width.doubt, this.width.line);
		if (until === undefined) return;
		this.rest(until);
		this.besideMs = 0;
	}

	/** The service had no room, or could not be had. */
	overloaded(sent: Sent, now: number): void {
		this.lastAt = now;
		if (!this.proven && sent.at >= this.restsUntil) this.inVain++;
		this.width.overloaded(sent, now);
	}

	/** A request that has to be sent again, and what that means for the others. */
	again({ afterMs, limit, alone }: Again, sentAt: number, now: number, waiting: number): void {
		if (alone) return;
		this.lastAt = now;
		if (limit) this.limit.refused(sentAt, now, { waitMs: afterMs, ...limit }, waiting);
		else this.rest(now + afterMs);
		this.besideMs = limit ? 0 : PATIENCE_MS;
	}

	/** Nothing is sent before, and then one alone. */
	rest(until: number): void {
		this.restsUntil = Math.max(this.restsUntil, until);
		this.proven = false;
		this.besideMs = this.patienceMs;
	}

	/** Whether one request goes alone: after a rest, or to look whether a rate limit has opened. */
	private get alone(): boolean {
		return !this.proven || this.limit.looks >= 0;
	}

	/** Whether it has been waited for longer than for other answers. */
	private isSilent(now: number): boolean {
		const { lastAt, limit, restsUntil, width } = this;
		const since = Math.max(lastAt, restsUntil, limit.looks >= 0 ? limit.opensAt(now) : 0);
		return now - since >= Math.max(this.besideMs, PATIENT * width.line.drainMs);
	}
}
