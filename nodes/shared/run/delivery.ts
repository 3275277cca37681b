import type { IDataObject } from 'n8n-workflow';

import { describePossibleEffect } from '../failure/effectText';
import { Failure } from '../failure/failure';
import { checkResponse, describeDoubt } from '../failure/checkResponse';
import { describeLongWait } from '../failure/faultText';
import { isMissingRecord } from '../failure/responseSource';
import type {
	AddressedRequest,
	Answer,
	Finding,
	Operation,
	Resolution,
	Subject,
} from '../operation';
import type { Fault } from '../transport/fault';
import { asksTooLong, type Reply } from '../transport/reply';
import type { Permit } from '../transport/permit';
import { nextStep, type Repetition, Retries } from '../transport/retry';
import { MAX_WAIT_MS, SECOND_LOOK_UP_MS } from '../transport/waits';
import { LookUps } from './lookUps';
import type { Run, UnclearRequest } from './run';

/** The response that a request ends with, and the records in it. */
export interface DeliveredAnswer extends Answer {
	records: IDataObject[];
}

/** The part of a run that a delivery uses. */
type DeliveryRun = Pick<Run, 'maxRetries' | 'unclear' | 'done'>;

/**
 * One request of an item until its outcome is final: retries, look-ups after a lost response, and the
 * operation's own handling of a refusal.
 *
 *     attempt → success                  the response
 *             → retry                    after a wait, attempt again
 *             → look up                  found: the record; absent: attempt again, or fail with nothing done; unknown: fail
 *             → report                   the failure, or what `recover` makes of it
 *
 * The table in `retry.ts` decides between the last three. Nothing is sent before its turn has come, look-ups
 * and retries included.
 */
export class Delivery {
	private readonly repetition: Repetition;
	private readonly lookUps: LookUps;
	/** When the first attempt without a clear response was sent: what is newer may be its record. */
	private lostAt: number | undefined;
	private readonly retries: Retries;

	/** @param permit whose turn has come */
	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & Subject,
		private readonly permit: Pick<Permit, 'acquireForLookUp' | 'acquireForRetry' | 'send'>,
		private readonly run: DeliveryRun,
		private readonly item: number,
	) {
		this.repetition = repetitionOf(operation, request);
		this.lookUps = new LookUps(permit, run.maxRetries);
		this.retries = new Retries(run.maxRetries);
	}

	/**
	 * Sends the request until its outcome is final.
	 *
	 * @returns the response to continue with, with its records, or the failure
	 * @throws NotSent if the run has ended before a retry, or Failure if a response contains no list
	 */
	async result(): Promise<DeliveredAnswer | Failure> {
		let result = await this.resume();
		while (!result) result = await this.attempt();
		if (result instanceof Failure) return result;
		return { ...result, records: this.operation.records(result.body, this.request) };
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<Answer | Failure | undefined> {
		const earlier = this.run.unclear.get(this.item);
		if (!earlier || this.repetition === 'read' || this.repetition === 'idempotent')
			return undefined;
		if (this.repetition === 'harmful') return earlier.failure;
		this.lostAt = earlier.sentAt;
		const finding = await this.lookUp(earlier);
		const mayRetry = finding.kind === 'absent' && !earlier.mayBeRunning;
		return mayRetry
			? await this.retryNow(earlier.failure)
			: this.concluded(finding, earlier.failure);
	}

	/** Sends the request once. Returns undefined if it has to be sent again. */
	private async attempt(): Promise<Answer | Failure | undefined> {
		const sentAt = Date.now();
		const reply = await this.permit.send(this.request);
		const { answer, outcome } = reply;
		if (this.operation.deletes && this.isUnclear && isMissing(answer)) return DELETED;
		const failure = checkResponse(answer, this.operation);
		if (!failure) return answer as Answer;
		if (failure.unclear) this.markUnclear(failure, sentAt, outcome === 'timedOut');
		if (asksTooLong(reply)) return this.advised(this.final(failure, reply));
		switch (nextStep(outcome, this.repetition)) {
			case 'retry':
				return (await this.acquireForRetry(reply)) ? undefined : this.final(failure, reply);
			case 'lookUpThenRetry':
				return await this.retryIfAbsent(failure, reply);
			case 'lookUpTwice':
				return await this.lookUpTwice(failure);
			case 'lookUp':
				return this.concluded(await this.lookUp(this.unclear(failure)), failure);
			case 'report':
				return await this.report(failure, reply);
		}
	}

	/** Whether the request may be sent again, now that it has waited for its turn. */
	private async acquireForRetry(reply: Reply): Promise<boolean> {
		const retry = this.retries.next(reply);
		return retry !== undefined && (await this.permit.acquireForRetry(retry.waitMs));
	}

	private async retryIfAbsent(
		failure: Failure,
		reply: Reply,
	): Promise<Answer | Failure | undefined> {
		const retry = this.retries.next(reply);
		const finding = await this.lookUp(this.unclear(failure), retry?.waitMs);
		if (!retry || finding.kind !== 'absent') return this.concluded(finding, failure);
		return await this.retryNow(failure);
	}

	/** Sends the request again, because a look-up has shown that it was not carried out. */
	private async retryNow(failure: Failure): Promise<Failure | undefined> {
		this.run.unclear.delete(this.item);
		return (await this.permit.acquireForRetry(0)) ? undefined : this.disproved(failure);
	}

	private async lookUpTwice(failure: Failure): Promise<Answer | Failure> {
		const lost = this.unclear(failure);
		const finding = await this.lookUp(lost);
		const isFound = finding.kind === 'ours' || finding.kind === 'older';
		return this.concluded(isFound ? finding : await this.lookUp(lost, SECOND_LOOK_UP_MS), failure);
	}

	/** How an item ends after a look-up, if its request is not sent again. */
	private concluded(finding: Finding, failure: Failure): Answer | Failure {
		if (finding.kind === 'ours') return finding.answer;
		if (finding.kind === 'absent' && !this.unclear(failure).mayBeRunning) {
			this.run.unclear.delete(this.item);
			return this.disproved(failure);
		}
		if (finding.kind !== 'older') return this.advised(failure);
		// The older record has the unique values, so this request can't have made another one.
		this.run.unclear.delete(this.item);
		const { record = 'record' } = this.operation.effect ?? {};
		const taken = new Failure(`A ${record} with these values already exists`, '');
		return resolved(finding.resolution, taken);
	}

	private async report(failure: Failure, reply: Reply): Promise<Answer | Failure> {
		const made = await this.madeBefore();
		if (made) return made;
		const { recover } = this.request;
		const resolution = await recover?.(failure, this.request, this.lookUps.sender());
		return resolution ? resolved(resolution, failure) : this.final(failure, reply);
	}

	/** The record of an earlier attempt, which the service made after it was looked up. */
	private async madeBefore(): Promise<Answer | undefined> {
		if (this.lostAt === undefined) return undefined;
		const finding = await this.lookUp({ sentAt: this.lostAt });
		return finding.kind === 'ours' ? finding.answer : undefined;
	}

	/** A failure that nothing follows: it says how long to wait, and what an earlier attempt may have done. */
	private final(failure: Failure, reply: Reply): Failure {
		const { effect } = this.operation;
		const isAboutMore = reply.outcome === 'final' || (effect && failure.unclear);
		const ended =
			reply.askedMs > MAX_WAIT_MS
				? failure.withDescription(
						describeLongWait(reply.askedMs, isAboutMore ? failure.description : undefined),
					)
				: failure;
		if (!effect || ended.unclear || !this.isUnclear) return ended;
		const doubt = `${describePossibleEffect({ effect })} by an earlier attempt.`;
		return ended.withDescription(`${ended.description} ${doubt}`.trim());
	}

	/**
	 * Finds out whether a request was carried out.
	 *
	 * @param waitMs how long to wait at least
	 */
	private async lookUp({ sentAt }: Pick<UnclearRequest, 'sentAt'>, waitMs = 0): Promise<Finding> {
		const { lookUp } = this.request;
		if (!lookUp) return { kind: 'unknown' };
		const isTaken = (id: unknown) => this.belongsToAnotherItem(id);
		return await lookUp.find({ sentAt, isTaken }, this.request, this.lookUps.sender(waitMs));
	}

	/** Whether another item of the run has returned this record. Accounts can have the same IDs. */
	private belongsToAnotherItem(id: unknown): boolean {
		return [...this.run.done].some(
			([item, { url, items }]) =>
				item !== this.item && url === this.request.url && items.some(({ json }) => json.id === id),
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

	/** The failure of a request that was not carried out, as a look-up has shown. */
	private disproved(failure: Failure): Failure {
		const { record = 'record', done = 'made' } = this.operation.effect ?? {};
		const proof = `The node looked for the ${record}: it was not ${done}.`;
		const description = failure.description.replace(describeDoubt(this.operation), proof);
		return new Failure(failure.message, description, { ...failure, unclear: false });
	}

	/** Adds to a failure how to run the item again safely. */
	private advised(failure: Failure): Failure {
		const { advice } = this.request.lookUp ?? {};
		return advice && failure.unclear
			? failure.withDescription(`${failure.description} ${advice}`)
			: failure;
	}
}

function resolved(resolution: Resolution, failure: Failure): Answer | Failure {
	return 'answer' in resolution
		? resolution.answer
		: failure.withDescription(resolution.remedy, 'contact-already-exists');
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
	return 'status' in answer && isMissingRecord(answer);
}
