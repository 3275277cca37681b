import type { Moment } from './clock';
import { FEW, Line, part, Round, type Sent } from './line';

/** No more than this are open, whatever the service takes. */
export const MOST = 512;
/** While it starts, the width grows to so many times what was in use at the rate of answers seen. */
const START_GAIN = 6;
const CRUISE_GAIN = 2;
/** The rate of answers has to grow by so much for the width to go on growing. */
const WORTH = 1.25;
const NARROWER = 0.8;
/** Where answers are late by more than twice what they may, half of the width goes: a neighbour stands in the same line. */
const FAR_NARROWER = 0.5;
/** So many more for each latency, be the width small or large: so shares become alike. */
const STEP = 0.1;
/** The next one is so much longer where there is no line, and where there is a short one; a quarter at most. */
const LONGER = { none: 2, short: 1.25 };
/** If half the width leaves more than this of the time, the line is not the run's own. */
const RELIEF = 0.9;
/** A rate that has not been seen again counts less with each round. */
const FORGET = 0.95;
/** Fewer answers say little, and runs that have too little room each come back too soon. */
const ROUND = 16;
/** So many tell enough if they are late by so many times what they may. */
const FOREMOST = 4;
const FAR = 8;
/** If n8n is busy for more of the time, it is n8n that the answers wait for. */
const BUSY = 0.8;
/** n8n cannot answer more than when it is never idle. That may be more than it seems: so many times as many. */
const SPARE = 1.5;

/**
 * How many requests to have open. A state machine without a clock: times go in, the width comes out.
 *
 * Answers are judged in rounds of as many as may be open. At first the width follows the rate at
 * which answers come (as BBR does): it grows while more open requests bring more answers a second.
 * Afterwards it follows how long answers take (as LEDBAT does): it grows while they come as quickly
 * as from a service at rest, and shrinks when the requests stand in line there. All who use the
 * service see the same line, so that they share it. Of an answer's time only what n8n has waited
 * counts: for the rest, the answer may have waited for n8n. While n8n is busy the width does not grow.
 */
export class Width {
	private width = 1;
	private starting = true;
	private answers = 0;
	private round = new Round();
	private bestRate = 0;
	private fastest = Infinity;
	/** Which part of its time n8n has had something to do, as far as it is known. */
	private busy = 1;
	/** How many more are opened next. */
	private step = STEP;
	/** Where the width began to shrink, and how long answers took then. */
	private shrinking: { width: number; latency: number } | undefined;
	/** Whether shrinking has not helped: others fill the line, or the service has become slower. */
	doubt = false;
	readonly line = new Line();

	/** @param most never more than this */
	constructor(private readonly most: number) {}

	get current(): number {
		return Math.round(this.width);
	}

	/** @param open how many are open with this one */
	sent(now: Moment, open: number): Sent {
		const full = open >= this.current;
		return { answersBefore: this.answers, full, order: this.round.sent++, ...now };
	}

	/** An answer that is no refusal. */
	answered(sent: Sent, { at, idleMs }: Moment): void {
		this.answers++;
		const { line, round } = this;
		if (sent.at < round.at) return;
		round.full ||= sent.full;
		const began = (round.began ??= sent);
		const took = Math.max(1, at - sent.at);
		this.fastest = Math.min(this.fastest, took);
		round.rate = Math.max(round.rate, (this.answers - sent.answersBefore) / took);
		round.took[sent.order] = took;
		round.late.push(line.late(took, idleMs - sent.idleMs));
		if (this.bestRate === 0) return this.first(at);
		const { length } = round.late;
		const enough = Math.max(this.current, this.starting ? FEW : ROUND);
		// Those that were open at the change count as well: else some rounds are waited for twice.
		const complete = this.answers - round.answers >= enough && 4 * length >= enough;
		const far = FAR * line.allowed(this.width);
		if (!complete && (length % FOREMOST > 0 || part(round.late, 1 / 2) <= far)) return;
		line.seen(round.took);
		// Where more come of a time that was as full before, a profiler hides that n8n is idle.
		const hidden = this.busy > BUSY && round.rate >= WORTH * this.bestRate;
		this.busy = 1 - Math.min(1, (idleMs - began.idleMs) / Math.max(1, at - began.at));
		let next = this.width;
		if (round.full) next = this.starting ? this.start() : this.cruise();
		const telling = hidden || this.busy <= BUSY || this.width < line.few;
		this.change(telling ? next : Math.min(next, this.width), at);
	}

	/** A refusal for want of room, a time-out or a lost connection: half as many from now on. */
	overloaded(sent: Sent, at: number): void {
		if (sent.at < this.round.at) return;
		this.starting = false;
		this.change(this.width / 2, at);
	}

	/**
	 * An answer to a request that had the service to itself, as far as it is up to the runs that use it.
	 *
	 * @returns whether it says something new
	 */
	sounded(took: number, at: number): boolean {
		const { doubt, line, shrinking: before } = this;
		const allowed = line.allowed();
		const late = took - line.base;
		const news = doubt || Math.abs(late) > allowed;
		const slower = doubt && before !== undefined && before.latency - took <= allowed;
		line.sounded(took, slower);
		this.doubt = false;
		this.shrinking = undefined;
		if (slower) this.change(before.width, at);
		else if (doubt || (news && late < 0)) this.change((this.width * line.base) / line.drainMs, at);
		return news;
	}

	private first(at: number): void {
		this.bestRate = this.round.rate;
		this.line.base = this.line.drainMs = this.fastest;
		this.change(FEW, at);
	}

	private start(): number {
		const { line, round } = this;
		line.atMost(part(round.took, 1 / 4));
		const late = part(round.late, 1 / 2);
		const allowed = line.allowed();
		const useful = late < (round.rate >= WORTH * this.bestRate ? allowed : allowed / 2);
		this.bestRate = Math.max(round.rate, this.bestRate);
		const few = late < allowed / 4 ? line.few : 0;
		// Less where a line begins to show, and where answers come soon: a round costs little there.
		const none = late < Math.max(allowed / 2, line.base / 4);
		const spare = SPARE * Math.min(1, line.base / allowed);
		const gain = Math.min(none ? START_GAIN : CRUISE_GAIN, spare / this.busy);
		const takes = none ? this.fastest : line.usual;
		const wider = Math.max(few, gain * this.bestRate * takes);
		if (useful && wider > this.width) return wider;
		this.starting = false;
		return Math.min(this.width, this.enough());
	}

	private cruise(): number {
		const { line, round } = this;
		const latency = part(round.took, 1 / 2);
		line.atMost(latency);
		this.bestRate = Math.max(round.rate, FORGET * this.bestRate);
		const late = part(round.late, 1 / 2);
		const allowed = line.allowed(this.width);
		if (late > allowed) {
			this.step = STEP;
			const far = late > 2 * Math.max(allowed, line.allowed());
			return this.shrink(latency, far ? FAR_NARROWER : NARROWER);
		}
		if (!this.doubt) this.shrinking = undefined;
		const longer = late < allowed / 4 ? LONGER.none : LONGER.short;
		this.step = Math.min(longer * this.step, this.width / 4);
		const wider = this.width + this.step * Math.max(1, ROUND / this.width);
		return Math.max(this.width, Math.min(wider, this.enough()));
	}

	/** More are of no use at the rate of answers that has been seen. */
	private enough(): number {
		return Math.max(this.line.few, CRUISE_GAIN * this.bestRate * this.line.usual);
	}

	/** Down to half, and further only if that helps: else it is in doubt, until the next sounding. */
	private shrink(latency: number, to: number): number {
		if (this.doubt) return this.width;
		const before = (this.shrinking ??= { width: this.width, latency });
		if (this.width <= Math.max(1, before.width / 2)) {
			this.doubt = latency >= RELIEF * before.latency;
			if (this.doubt) return this.width;
			this.shrinking = undefined;
		}
		return this.width * to;
	}

	private change(width: number, at: number): void {
		this.width = Math.max(1, Math.min(width, this.most));
		this.round = new Round(at, this.answers);
	}
}
