import type { Answer } from '../transport/answer';
import { mayHaveText } from '../failure/effectText';
import { Failure } from '../failure/failure';
import { longWaitText } from '../failure/faultText';
import { failureOf, type Subject } from '../failure/failureOf';
import type { Fault } from '../transport/fault';
import type { Place } from '../transport/limiter';
import type { AddressedRequest, Finding, Operation, Send } from '../operation';
import { asksTooLong, type Reply } from '../transport/reply';
import { nextStep, type Repetition, retriesFor, retryWaitMs } from '../transport/retry';
import { SECOND_LOOK_UP_MS } from '../transport/waits';
import { saysRecordIsMissing } from '../failure/missingRecord';
import type { Run } from './run';

/** A request that may have been carried out although no response confirms it. */
export interface UnclearRequest {
	/** The failure that the user sees unless a look-up finds out more. */
	failure: Failure;
	/** When it was first sent, by the clock of this machine, in milliseconds since 1970. */
	sentAt: number;
	/** Whether the service may still be working on it. Then it is not retried. */
	mayBeRunning: boolean;
}

/** The part of a run that an exchange uses. */
type ExchangeRun = Pick<Run, 'maxRetries' | 'unclear' | 'done'>;

/**
 * One request of an item until its outcome is final: retries, look-ups after a lost response, and the
 * operation's own handling of a refusal.
 *
 *     attempt → success                  the response
 *             → retry                    after a wait, attempt again
 *             → look up                  found: the record; absent: attempt again or fail; unknown: fail
 *             → report                   the failure, or what `recover` makes of it
 *
 * The table in `retry.ts` decides between the last three.
 */
export class Exchange {
	private readonly repetition: Repetition;
	/** When the first attempt without a clear response was sent: what is newer may be its record. */
	private lostAt: number | undefined;
	/** How often the request has been retried. */
	private retries = 0;

	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & Subject,
		private readonly place: Place,
		private readonly run: ExchangeRun,
		private readonly item: number,
	) {
		this.repetition = repetitionOf(operation, request);
	}

	/**
	 * Sends the request until its outcome is final.
	 *
	 * @returns the response to continue with, or the failure
	 * @throws NotSent if the run has ended before a retry
	 */
	async result(): Promise<Answer | Failure> {
		let result = await this.resume();
		while (!result) result = await this.attempt();
		return result;
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<Answer | Failure | undefined> {
		const earlier = this.run.unclear.get(this.item);
		if (!earlier || this.repetition === 'read' || this.repetition === 'idempotent')
			return undefined;
		if (this.repetition === 'harmful') return earlier.failure;
		this.lostAt = earlier.sentAt;
		const finding = await this.lookUp(earlier);
		if ('result' in finding) return finding.result;
		const mayRetry = finding.kind === 'absent' && !earlier.mayBeRunning;
		return mayRetry ? undefined : this.advised(earlier.failure);
	}

	/** Sends the request once. Returns undefined if it has to be sent again. */
	private async attempt(): Promise<Answer | Failure | undefined> {
		const sentAt = Date.now();
		const reply = await this.place.send(this.request);
		const { answer, outcome } = reply;
		if (this.operation.deletes && this.isUnclear && isMissing(answer)) return DELETED;
		const failure =
			failureOf(answer, this.operation, this.request) ?? this.noRecords(answer as Answer);
		if (!failure) return answer as Answer;
		if (failure.unclear) this.markUnclear(failure, sentAt, outcome === 'timedOut');
		if (asksTooLong(reply)) return this.advised(this.final(failure, reply));
		switch (nextStep(outcome, this.repetition)) {
			case 'retry':
				return (await this.waitForRetry(reply)) ? undefined : this.final(failure, reply);
			case 'lookUpThenRetry':
				return await this.retryIfAbsent(failure, reply);
			case 'lookUpTwice':
				return await this.findTwice(failure);
			case 'lookUp':
				return (await this.find(failure)) ?? this.advised(failure);
			case 'report':
				return await this.report(failure, reply);
		}
	}

	/** Whether the request may be sent again, now that it has waited for its turn. */
	private async waitForRetry(reply: Reply): Promise<boolean> {
		return this.hasRetry(reply) && (await this.place.retake(retryWaitMs(reply, this.retries++)));
	}

	private hasRetry({ outcome }: Reply): boolean {
		return this.retries < retriesFor(outcome, this.run.maxRetries);
	}

	private async retryIfAbsent(
		failure: Failure,
		reply: Reply,
	): Promise<Answer | Failure | undefined> {
		const hasRetry = this.hasRetry(reply);
		// If the run has given up on the service, a look-up must not be sent either.
		if (hasRetry && !(await this.waitForRetry(reply))) return this.advised(failure);
		const finding = await this.lookUp(this.unclear(failure));
		if ('result' in finding) return finding.result;
		if (!hasRetry || finding.kind !== 'absent') return this.advised(failure);
		this.run.unclear.delete(this.item);
		return undefined;
	}

	private async findTwice(failure: Failure): Promise<Answer | Failure> {
		const found = await this.find(failure);
		if (found) return found;
		const again = (await this.place.retake(SECOND_LOOK_UP_MS)) && (await this.find(failure));
		return again || this.advised(failure);
	}

	/** What a look-up finds; undefined if it is absent or unknown. */
	private async find(failure: Failure): Promise<Answer | Failure | undefined> {
		const finding = await this.lookUp(this.unclear(failure));
		return 'result' in finding ? finding.result : undefined;
	}

	private async report(failure: Failure, reply: Reply): Promise<Answer | Failure> {
		const made = await this.madeBefore(failure);
		if (made) return made;
		const { recover } = this.request;
		if (recover) return await recover(failure, this.request, this.sendLookUp);
		return this.final(failure, reply);
	}

	/** The record of an earlier attempt, which the service made after it was looked up. */
	private async madeBefore(failure: Failure): Promise<Answer | undefined> {
		if (this.lostAt === undefined || !this.request.lookUp) return undefined;
		const lost = { failure, sentAt: this.lostAt, mayBeRunning: false };
		const finding = await this.lookUp(lost);
		return finding.kind === 'ours' ? finding.result : undefined;
	}

	/** A failure that nothing follows: it says how long to wait, and what an earlier attempt may have done. */
	private final(refusal: Failure, reply: Reply): Failure {
		const { effect } = this.operation;
		const mayBeDone = effect && refusal.unclear ? refusal.description : undefined;
		const failure = asksTooLong(reply)
			? refusal.withDescription(longWaitText(reply.askedMs, mayBeDone))
			: refusal;
		if (!effect || failure.unclear || !this.isUnclear) return failure;
		const doubt = `${mayHaveText({ effect })} by an earlier attempt.`;
		return failure.withDescription(`${failure.description} ${doubt}`.trim());
	}

	/** Finds out whether a request was carried out. */
	private async lookUp({ failure, sentAt }: UnclearRequest): Promise<Finding> {
		const { lookUp } = this.request;
		if (!lookUp) return { kind: 'unknown' };
		const isTaken = (id: unknown) => this.belongsToAnotherItem(id);
		const lost = { failure, sentAt, isTaken };
		return await lookUp.find(lost, this.request, this.sendLookUp);
	}

	/** Sends a look-up. It only reads, so it is retried like any other read. */
	private readonly sendLookUp: Send = async (request) => {
		for (let retry = 0; ; retry++) {
			const reply = await this.place.send(request);
			const { answer, outcome } = reply;
			const isFinal = nextStep(outcome, 'read') === 'report';
			if (isFinal || retry >= retriesFor(outcome, this.run.maxRetries)) return answer;
			// With a wait of 0, a retry leaves before all first attempts: what happened must be known first.
			if (!(await this.place.retake(retryWaitMs(reply, retry) ?? 0))) return answer;
		}
	};

	/** Whether another item of the run has returned this record. */
	private belongsToAnotherItem(id: unknown): boolean {
		return [...this.run.done].some(
			([item, records]) => item !== this.item && records.some(({ json }) => json.id === id),
		);
	}

	private get isUnclear(): boolean {
		return this.run.unclear.has(this.item);
	}

	private markUnclear(failure: Failure, sentAt: number, mayBeRunning: boolean): void {
		this.lostAt ??= sentAt;
		this.run.unclear.set(this.item, { failure, sentAt: this.lostAt, mayBeRunning });
	}

	private unclear(failure: Failure): UnclearRequest {
		return this.run.unclear.get(this.item) ?? { failure, sentAt: Date.now(), mayBeRunning: true };
	}

	/** Adds to a failure how to run the item again safely. */
	private advised(failure: Failure): Failure {
		const { advice } = this.request.lookUp ?? {};
		return advice && failure.unclear
			? failure.withDescription(`${failure.description} ${advice}`)
			: failure;
	}

	/** The failure of a read whose response contains no list. It is found here, before another request leaves. */
	private noRecords({ body }: Answer): Failure | undefined {
		if (this.operation.kind !== 'read') return undefined;
		try {
			this.operation.records(body, this.request);
			return undefined;
		} catch (error) {
			return error instanceof Failure ? error : new Failure(String(error), '');
		}
	}
}

/** What happens if a request is carried out twice, by the kind of its operation. */
function repetitionOf(operation: Operation, request: AddressedRequest): Repetition {
	if (operation.kind === 'read') return 'read';
	if (!operation.unrepeatable) return 'idempotent';
	return request.lookUp ? 'findable' : 'harmful';
}

/** The response that takes the place of a 404 if an earlier attempt may have deleted the record. */
const DELETED: Answer = { status: 200, headers: {}, body: '' };

function isMissing(answer: Answer | Fault): boolean {
	return 'status' in answer && saysRecordIsMissing(answer);
}
