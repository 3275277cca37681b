import type { Line } from './line';

/** Soundings are that far apart at first, in milliseconds; later twice as far each time. */
const OFTEN_MS = 8_000;
/** And by so many times what stands in line takes: so they cost less than a tenth of the time. */
const SELDOM = 21;
/** Where answers take up to so many times as long as from a service at rest, nobody stands in line. */
const NO_LINE = 1.5;

/**
 * When a run looks how long an answer takes from a service at rest. Only when all who fill its line
 * pause can that be seen, and they know nothing of each other: so all pause at the same moments of the
 * clock, until the line is gone. (BBR does it every ten seconds.) Then each sends one request, and no
 * more until all have: they would wait in a new line.
 */
export class Soundings {
	private everyMs = OFTEN_MS;
	/** Up to when the clock has been looked at; a short run makes none. */
	private seenUntil: number | undefined;
	/** When all have sent theirs; 0 if none is under way. */
	endsAt = 0;

	/**
	 * @param doubt whether one is needed soon
	 * @param line how long it takes to answer what stands in it
	 * @returns until when to send nothing, if one is due: each at another moment, further apart where there
	 *   is a line, for those who send at the same time would see each other
	 */
	due(now: number, doubt: boolean, line: Line): number | undefined {
		const { drainMs } = line;
		this.seenUntil ??= now + OFTEN_MS / 2;
		if (doubt) this.everyMs = OFTEN_MS;
		let { everyMs } = this;
		while (everyMs < SELDOM * drainMs) everyMs *= 2;
		const moment = now - (now % everyMs);
		if (moment <= this.seenUntil) return undefined;
		this.seenUntil = now;
		if (now > moment + drainMs) return undefined;
		this.endsAt = moment + 2 * drainMs;
		const spread = line.exceeds(NO_LINE) ? 1 : 1 / 2;
		return moment + drainMs * (1 + spread * Math.random());
	}

	/** @param news whether the last one has said something new */
	heard(news: boolean): void {
		if (this.endsAt > 0) this.everyMs = news ? OFTEN_MS : 2 * this.everyMs;
		this.endsAt = 0;
	}
}
