import type { Moment } from './clock';

/** Answers may be late by half of what they take from a service at rest, but by 50 ms to 100 ms. */
const DELAY_PART = 0.5;
const DELAY_MS = 50;
const DELAY_MOST_MS = 100;
/** More only where the times of a service differ anyway, by so many times that. */
const SPREADS = 3;
/** Each round counts for so much of what is known of that. */
const FOLLOW = 0.1;
/** The first one for so much of what it shows. */
const BEGIN = 0.5;
/** A quarter are sooner than the one before by at least one part in so many, unless they stand in line. */
const SOONER = 6;

/** So many are open after the first answer, and later at any rate of answers unless they stand in line. */
export const FEW = 8;
/** So many where answers come within this: with fewer, n8n and the service take turns. */
const QUICK_FEW = 24;
const QUICK_MS = 20;

/** A run with so many open is neither more nor less patient. */
const USUAL = 16;
const LEAST_PATIENT = 0.5;
const MOST_PATIENT = 3;

/** What is known of the line at the service, all in milliseconds. */
export class Line {
	/** How long an answer takes from a service at rest, as far as it has been seen. */
	base = Infinity;
	/** How long nine of ten answers took lately: by then all that stand in line are answered. */
	drainMs = 0;
	/** The least that half the answers of a round took: the first answer may have been a lucky one. */
	least = Infinity;
	/** By how much the times of answers differ: from a quarter to three quarters of them. */
	private spread = 0;
	private soundedLast = 0;

	/** How long most answers take from a service at rest. */
	get usual(): number {
		return Math.max(this.least, this.base + this.spread);
	}

	/** How many are open at any rate of answers, unless they stand in line. */
	get few(): number {
		return this.base < QUICK_MS ? QUICK_FEW : FEW;
	}

	/**
	 * How much longer answers may take than from a service at rest.
	 *
	 * @param width how many a run has open: the fewer, the longer they may take, so that shares become
	 *   alike (as in Swift)
	 */
	allowed(width = USUAL): number {
		const patience = Math.min(MOST_PATIENT, Math.max(LEAST_PATIENT, Math.sqrt(USUAL / width)));
		const usual = Math.max(DELAY_MS, Math.min(DELAY_PART * this.base, DELAY_MOST_MS));
		return Math.max(patience * usual, Math.min(1, patience) * SPREADS * this.spread);
	}

	/** Takes note of how long the answers of a round took, each at its place in the order of sending. */
	seen(took: number[]): void {
		this.drainMs = part(took, 0.9);
		const spread = part(took, 3 / 4) - part(took, 1 / 4);
		if (this.least === Infinity) this.spread = BEGIN * disorder(took);
		else this.spread += FOLLOW * (spread - this.spread);
		this.least = Math.min(this.least, part(took, 1 / 2));
	}

	/** By how much an answer is late: only the part of it in which n8n had nothing to do. */
	late(took: number, waited: number): number {
		return (waited / took) * (took - this.base);
	}

	/** Whether answers take more than so many times as long as from a service at rest. */
	exceeds(times: number): boolean {
		return this.drainMs > times * this.base;
	}

	/**
	 * Takes note of how long an answer took while others paused. If the next takes as long, so does the
	 * service at rest.
	 *
	 * @param slower whether that is known at once
	 */
	sounded(took: number, slower: boolean): void {
		const least = slower ? took : Math.min(took, this.soundedLast);
		if (slower || least - this.base > this.allowed()) this.base = this.least = least;
		this.atMost(took);
		this.soundedLast = took;
	}

	/** An answer has taken this long from a service at rest, or less. */
	atMost(took: number): void {
		this.base = Math.min(this.base, took);
	}
}

/**
 * By how much those that were sent at once differ from the one before them: in a line, none is much
 * sooner than that.
 */
function disorder(latencies: number[]): number {
	const steps = latencies.map((ms, index) => ms - (latencies[index - 1] ?? ms));
	return Math.max(0, Math.min(part(steps.map(Math.abs), 3 / 4), -SOONER * part(steps, 1 / 4)));
}

/** Such a part of the answers came sooner. Those that are missing do not count. */
export function part(latencies: number[], below: number): number {
	const sorted = Object.values(latencies).sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) * below)];
}

/** A request under way: what was known when it was sent. */
export interface Sent extends Moment {
	answersBefore: number;
	/** Whether it took the last place. */
	full: boolean;
	/** Its place among those that were sent since the width changed. */
	order: number;
}

/** What has been seen of the answers since the width changed. */
export class Round {
	/** So many have been sent. */
	sent = 0;
	/** Whether all places were in use: only then is it known what more of them do. */
	full = false;
	/** How long the answers took, in the order of sending, and by how much they were late. */
	readonly took: number[] = [];
	readonly late: number[] = [];
	/** What the first answer belongs to. */
	began: Sent | undefined;
	/** The best rate at which answers came. */
	rate = 0;

	/**
	 * @param at when the width changed
	 * @param answers how many answers there had been
	 */
	constructor(
		readonly at = -Infinity,
		readonly answers = 0,
	) {}
}
