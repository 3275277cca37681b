import { DEFAULT_CEILING } from '../../nodes/shared/limiter/concurrency';
import { Limiter } from '../../nodes/shared/limiter/limiter';
import { Permit } from '../../nodes/shared/limiter/permit';
import { OUTCOMES } from '../../nodes/shared/http/outcome';
import { DEFAULT_MAX_RETRIES } from '../../nodes/shared/http/retry';
import type { HttpClient } from '../../nodes/shared/http/sendOnce';
import { Tokens } from '../../nodes/shared/http/tokens';
import { DEFAULT_RATE_LIMIT_WAIT_S } from '../../nodes/shared/http/waits';
import type { Clock } from './clock';
import { sendItem } from './sendItem';
import type { SimulatedService } from './service';

export interface RunOptions {
	items: number;
	/** The highest number of requests in flight. */
	ceiling?: number;
	/** When the run starts, in milliseconds after the first one; by default the scenario says it. */
	startsAtMs?: number;
	/** When the execution is cancelled, in milliseconds after its start. */
	cancelAfterMs?: number;
}

const LIMITS = {
	maxRetries: DEFAULT_MAX_RETRIES,
	maxRateLimitWaitMs: DEFAULT_RATE_LIMIT_WAIT_S * 1000,
};

/** n8n's own processor time before and after each request, in milliseconds; it does one thing at a time. */
const ENGINE_MS = 0.75;

/** One run of a node: the real limiter and the real retry rules, on a simulated clock and service. */
export class SimulatedRun {
	/** Items by what became of them. */
	made = 0;
	failed = 0;
	notSent = 0;
	requests = 0;
	/** The most requests that were in flight at once. */
	peak = 0;
	/** How many requests had been sent when the first response came. */
	sentBeforeFirstResponse = 0;
	/** When the last item was made, and when the last one ended, in milliseconds after the start. */
	lastMadeMs = 0;
	endedMs = 0;
	/** Resolves when all items have ended. */
	readonly ended: Promise<unknown>;
	isOver = false;
	readonly startedAt: number;
	private readonly limiter: Limiter;
	private inFlight = 0;
	private busyUntil = 0;
	private hasResponse = false;

	constructor(
		private readonly clock: Clock,
		private readonly service: SimulatedService,
		{ items, ceiling = DEFAULT_CEILING, cancelAfterMs }: RunOptions,
	) {
		this.startedAt = clock.now;
		const execution = new AbortController();
		this.limiter = new Limiter(ceiling, LIMITS, execution.signal);
		if (cancelAfterMs !== undefined) clock.after(cancelAfterMs, () => execution.abort());
		this.ended = new Promise<void>((resolve) => clock.after(0, resolve)).then(async () => {
			await Promise.all(
				Array.from({ length: items }, async (_, item) => await this.sendItem(item)),
			);
			this.isOver = true;
		});
	}

	private async sendItem(item: number): Promise<void> {
		const client: HttpClient = async () => await this.request(item);
		const ended = await sendItem(new Permit(this.limiter, client, new Tokens()), LIMITS);
		if (!('outcome' in ended)) this.notSent++;
		else if (ended.outcome === OUTCOMES.accepted) {
			this.made++;
			this.lastMadeMs = this.clock.now - this.startedAt;
		} else this.failed++;
		this.endedMs = this.clock.now - this.startedAt;
	}

	private async request(item: number): ReturnType<HttpClient> {
		this.requests++;
		this.peak = Math.max(this.peak, ++this.inFlight);
		await this.processor();
		if (!this.hasResponse) this.sentBeforeFirstResponse++;
		const { status, headers } = await this.service.request(item);
		this.hasResponse = true;
		await this.processor();
		this.inFlight--;
		return { statusCode: status, headers, body: '' };
	}

	/** Resolves when n8n's processor was free and has done its part. */
	private async processor(): Promise<void> {
		this.busyUntil = Math.max(this.clock.now, this.busyUntil) + ENGINE_MS;
		await new Promise<void>((resolve) =>
			this.clock.after(this.busyUntil - this.clock.now, resolve),
		);
	}
}
