import type { Moment } from '../../nodes/shared/transport/clock';
import { Pace } from '../../nodes/shared/transport/pace';
import { type Repeat, Retries } from '../../nodes/shared/transport/retry';
import { Turns } from '../../nodes/shared/transport/turns';
import { MOST } from '../../nodes/shared/transport/width';
import type { Clock } from './clock';
import type { SimulatedAnswer, SimulatedService } from './service';

export interface RunOptions {
	items: number;
	/** The ceiling that the user has set. */
	most?: number;
	/** n8n's own processor time per request: one at a time, half before it and half after it. */
	ownMs?: number;
	/** Which part of n8n's idle time is measured: a profiler in the process hides most of it. */
	idleSeen?: number;
	maxRetries?: number;
	/** How long the others wait for one that goes alone. */
	patienceMs?: number;
}

/** One run of a node on a simulated clock: what the limiter does, without promises. */
export class SimulatedRun {
	made = 0;
	lost = 0;
	requests = 0;
	peak = 0;
	/** When each was sent that was refused with 429. */
	readonly refusals: number[] = [];
	readonly widths: Array<[at: number, width: number]> = [];
	startedAt: number;
	endedAt = 0;
	lastMadeAt = 0;
	private open = 0;
	private busyUntil = 0;
	private busyMs = 0;
	private alarmAt = 0;
	private readonly turns = new Turns<() => void>();
	private readonly pace: Pace;
	private readonly retries: Retries;

	constructor(
		private readonly clock: Clock,
		private readonly service: SimulatedService,
		private readonly options: RunOptions,
	) {
		this.startedAt = clock.now;
		this.pace = new Pace(options.most ?? MOST, options.patienceMs);
		this.retries = new Retries(options.maxRetries ?? 5);
		for (let item = 0; item < options.items; item++) this.turns.queue(item, () => this.begin(item));
		this.start();
	}

	get tookMs(): number {
		return this.endedAt - this.startedAt;
	}

	private start(): void {
		const { now } = this.clock;
		while (this.hasRoom(now)) {
			const next = this.turns.next(now, this.pace.doubtful(this.turns.waiting));
			if (!next) break;
			this.open++;
			this.pace.starts(now);
			this.peak = Math.max(this.peak, this.open);
			next();
		}
		const opensAt = this.hasRoom(now) ? now : this.pace.opensAt(now);
		const at = Math.max(opensAt, this.turns.readyAt);
		if (at === this.alarmAt) return;
		this.alarmAt = at;
		if (at <= now || at === Infinity) return;
		this.clock.at(at, () => {
			if (at !== this.alarmAt) return;
			this.alarmAt = 0;
			this.start();
		});
	}

	private hasRoom(now: number): boolean {
		return this.open < this.pace.room(now, this.open, this.turns.waiting);
	}

	private begin(item: number): void {
		if (this.retries.hopeless) return this.unsent();
		this.send(item, this.retries.begin());
	}

	private send(item: number, repeat: Repeat): void {
		const sentAt = this.clock.now;
		this.requests++;
		this.process(() => {
			const sent = this.pace.sent(this.moment, this.open);
			this.clock.after(this.ownMs, () =>
				this.service.request(
					(answer) =>
						this.process(() => {
							const { now } = this.clock;
							if (answer.status === 503) this.pace.overloaded(sent, now);
							else if (answer.status !== 429) this.pace.answered(sent, this.moment);
							this.settle(item, answer, repeat, sentAt);
						}),
					item,
				),
			);
		});
	}

	private settle(item: number, answer: SimulatedAnswer, repeat: Repeat, sentAt: number): void {
		const { now } = this.clock;
		if (answer.status === 429) this.refusals.push(sentAt);
		const again = repeat(answer, true);
		this.open--;
		if (again) {
			this.pace.again(again, sentAt, now, this.turns.waiting);
			this.turns.repeat(item, now, again.afterMs, () => this.send(item, repeat));
		} else if (answer.status === 200) {
			this.made++;
			this.lastMadeAt = now;
		} else this.lost++;
		if (!again && this.retries.restMs > 0) this.pace.rest(now + this.retries.restMs);
		this.endedAt = now;
		this.widths.push([now, this.pace.wide]);
		this.start();
	}

	private unsent(): void {
		this.open--;
		this.lost++;
		this.endedAt = this.clock.now;
	}

	private get moment(): Moment {
		const { now } = this.clock;
		const idleMs = now - this.busyMs + Math.max(0, this.busyUntil - now);
		return { at: now, idleMs: (this.options.idleSeen ?? 1) * idleMs };
	}

	private get ownMs(): number {
		return (this.options.ownMs ?? 1.5) / 2;
	}

	/** Does something when the processor is free, and takes it. */
	private process(work: () => void): void {
		const at = Math.max(this.clock.now, this.busyUntil);
		this.busyUntil = at + this.ownMs;
		this.busyMs += this.ownMs;
		this.clock.at(at, work);
	}
}
