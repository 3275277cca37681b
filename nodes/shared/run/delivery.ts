import type { IDataObject } from 'n8n-workflow';

import { describePossibleEffect } from '../failure/effectText';
import { Failure } from '../failure/failure';
import { checkResponse } from '../failure/checkResponse';
import { describeNoRetry } from '../failure/faultText';
import { isMissingRecord } from '../failure/responseSource';
import type {
	AddressedRequest,
	Response,
	Finding,
	Operation,
	Resolution,
	ResponseContext,
} from '../operation';
import type { Attempt } from '../transport/attempt';
import type { GiveUpReason } from '../transport/circuitBreaker';
import type { Fault } from '../transport/fault';
import type { Permit } from '../transport/permit';
import { nextStep, type RetrySafety, retrySafetyOf, Retries } from '../transport/retry';
import { SECOND_LOOK_UP_MS } from '../transport/waits';
import { LookUps } from './lookUps';
import type { Run } from './run';

/** The response that a request ends with, and the records in it. */
export interface DeliveredResponse extends Response {
	records: IDataObject[];
}

/** The part of a run that a delivery uses. */
type DeliveryRun = Pick<Run, 'giveUpLimits' | 'unclear' | 'succeeded' | 'deleted'>;

/**
 * One request of an item until its outcome is final: retries, look-ups after a lost response, and the
 * operation's own handling of a refusal.
 *
 *     attempt → success                  the response
 *             → retry                    after a wait, attempt again
 *             → look up                  ours: the record; older: the operation decides; absent: attempt again, or fail
 *                                        with nothing done (as unclear, if it may still be running); unknown: fail
 *             → report                   the failure, or what `recover` makes of it
 *
 * The table in `retry.ts` decides between the last three.
 */
export class Delivery {
	private readonly safety: RetrySafety;
	/** When the first attempt without a clear response was sent: what is newer may be its record. */
	private firstUnclearAt: number | undefined;
	private readonly retries: Retries;
	/** Why the run has given up on the service, if that kept the request from a retry. */
	private giveUpReason: GiveUpReason | undefined;
	private readonly lookUps: LookUps;

	/**
	 * @param permit whose turn has come
	 * @param address the address that the last attempt was sent to, with its account
	 */
	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & ResponseContext,
		private readonly permit: Pick<Permit, 'acquireForLookUp' | 'acquireForRetry' | 'send'>,
		private readonly run: DeliveryRun,
		private readonly item: number,
		private readonly address: () => string,
	) {
		this.safety = retrySafetyOf(operation, request);
		this.retries = new Retries(run.giveUpLimits.maxRetries);
		this.lookUps = new LookUps(permit, this.retries);
	}

	/**
	 * Sends the request until its outcome is final.
	 *
	 * @returns the response to continue with, with its records, or the failure
	 * @throws NotSent if the run has ended before a retry, or Failure if a response contains no list
	 */
	async result(): Promise<DeliveredResponse | Failure> {
		let result = await this.resume();
		while (!result) result = await this.attempt();
		if (result instanceof Failure) return result;
		if (this.isDelete) this.run.deleted.add(this.address());
		return { ...result, records: this.operation.records(result.body, this.request) };
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<Response | Failure | undefined> {
		const earlier = this.run.unclear.get(this.item);
		if (!earlier || this.safety === 'read' || this.safety === 'idempotent') return undefined;
		if (this.safety === 'never') return earlier.failure;
		this.firstUnclearAt = earlier.sentAt;
		const finding = await this.lookUp();
		const mayRetry = finding.kind === 'absent' && !earlier.mayBeRunning;
		return mayRetry
			? await this.retryNow(earlier.failure)
			: this.conclude(finding, earlier.failure);
	}

	/** Sends the request once. Returns undefined if it may be sent again. */
	private async attempt(): Promise<Response | Failure | undefined> {
		const attempt = await this.permit.send(this.request);
		const { response, outcome, sentAt } = attempt;
		this.retries.onAttempt(attempt);
		if (isMissing(response) && this.mayHaveDeleted) return DELETED;
		const failure = checkResponse(response, this.operation);
		if (!failure) return response as Response;
		if (failure.unclear) this.markUnclear(failure, sentAt, outcome === 'timedOut');
		switch (nextStep(outcome, this.safety)) {
			case 'retry': {
				const retry = this.retries.next(attempt);
				const mayBeSent = retry && (await this.acquireForRetry(retry));
				return mayBeSent ? undefined : this.withReason(failure, attempt);
			}
			case 'lookUpThenRetry':
				return await this.retryIfAbsent(failure, attempt);
			case 'lookUpTwice':
				return await this.lookUpTwice(failure, attempt);
			case 'lookUp': {
				// A service whose unique index refused the contact answers like this too.
				const finding = await this.lookUp({ isServerError: true });
				return this.conclude(finding, this.withReason(failure, attempt));
			}
			case 'report':
				return await this.recoverOrFail(failure, attempt);
		}
	}

	/** Waits for the turn of a retry. Returns whether it may still be sent then. */
	private async acquireForRetry(retry: { waitMs?: number }): Promise<boolean> {
		this.giveUpReason = await this.permit.acquireForRetry(retry.waitMs);
		return !this.giveUpReason && !this.retries.isTooLate();
	}

	private async retryIfAbsent(
		failure: Failure,
		attempt: Attempt,
	): Promise<Response | Failure | undefined> {
		const retry = this.retries.next(attempt);
		const finding = await this.lookUp({ waitMs: retry?.waitMs });
		if (retry && finding.kind === 'absent') return await this.retryNow(failure);
		return this.conclude(finding, this.withReason(failure, attempt));
	}

	/** Sends the request again, because a look-up has shown that it was not carried out. */
	private async retryNow(failure: Failure): Promise<Failure | undefined> {
		this.run.unclear.delete(this.item);
		return (await this.acquireForRetry({ waitMs: 0 })) ? undefined : this.withProof(failure);
	}

	private async lookUpTwice(failure: Failure, attempt: Attempt): Promise<Response | Failure> {
		const finding = await this.lookUp();
		const isFound = finding.kind === 'ours' || finding.kind === 'older';
		const last = isFound ? finding : await this.lookUp({ waitMs: SECOND_LOOK_UP_MS });
		return this.conclude(last, this.withReason(failure, attempt));
	}

	/** How an item ends after a look-up, if its request is not sent again. */
	private conclude(finding: Finding, failure: Failure): Response | Failure {
		if (finding.kind === 'ours') return finding.response;
		if (finding.kind === 'absent' && !this.run.unclear.get(this.item)?.mayBeRunning) {
			this.run.unclear.delete(this.item);
			return this.withProof(failure);
		}
		if (finding.kind !== 'older') return this.withAdvice(failure);
		// The older record has the unique values, so this request can't have made a second one.
		this.run.unclear.delete(this.item);
		const { record = 'record' } = this.operation.effect ?? {};
		const taken = new Failure(`A ${record} with these values already exists`, '');
		return resolve(finding.resolution, taken);
	}

	private async recoverOrFail(failure: Failure, attempt: Attempt): Promise<Response | Failure> {
		// An earlier attempt may have been carried out after its look-up, or this response confirms nothing.
		const finding = await this.lookUp();
		if (finding.kind === 'ours') return finding.response;
		const { recover } = this.request;
		const resolution = await recover?.(failure, this.request, this.lookUps.sender());
		return resolution ? resolve(resolution, failure) : this.withReason(failure, attempt);
	}

	/** Adds to a failure why the request is not retried, and what an earlier attempt may have done. */
	private withReason(failure: Failure, attempt: Attempt): Failure {
		const { effect } = this.operation;
		const isUnclear = effect !== undefined && failure.unclear;
		const { count } = this.retries;
		const { giveUpLimits } = this.run;
		const isEarlierUnclear = effect && !failure.unclear && this.isUnclear;
		const texts = [
			failure.description,
			describeNoRetry(attempt, count, giveUpLimits, isUnclear, this.giveUpReason),
			isEarlierUnclear && `${describePossibleEffect(effect)} by an earlier attempt.`,
		];
		return failure.withDescription(texts.filter(Boolean).join(' '));
	}

	/**
	 * Finds out whether an attempt without a clear response was carried out.
	 *
	 * @param waitMs how long to wait at least
	 * @param isServerError whether its response was a 500
	 */
	private async lookUp({ waitMs = 0, isServerError = false } = {}): Promise<Finding> {
		const { lookUp } = this.request;
		const { firstUnclearAt: sentAt } = this;
		if (!lookUp || sentAt === undefined) return { kind: 'unknown' };
		const isTaken = (id: unknown) => this.belongsToAnotherItem(id);
		const unclear = { sentAt, isTaken, isServerError };
		return await lookUp.find(unclear, this.request, this.lookUps.sender(waitMs));
	}

	/** Whether another item of the run has returned this record. Accounts can have the same IDs. */
	private belongsToAnotherItem(id: unknown): boolean {
		return [...this.run.succeeded].some(
			([item, { url, items }]) =>
				item !== this.item && url === this.request.url && items.some(({ json }) => json.id === id),
		);
	}

	/** Whether this item's earlier attempts, or an earlier item of the run, may have deleted the record. */
	private get mayHaveDeleted(): boolean {
		return this.isDelete && (this.isUnclear || this.run.deleted.has(this.address()));
	}

	private get isDelete(): boolean {
		return this.operation.ifRepeated === 'notFound';
	}

	private get isUnclear(): boolean {
		return this.run.unclear.has(this.item);
	}

	private markUnclear(failure: Failure, sentAt: number, mayBeRunning: boolean): void {
		this.firstUnclearAt ??= sentAt;
		this.run.unclear.set(this.item, { failure, sentAt: this.firstUnclearAt, mayBeRunning });
	}

	/** The failure of a request that was not carried out, as a look-up has shown. */
	private withProof(failure: Failure): Failure {
		const { record = 'record', done = 'made' } = this.operation.effect ?? {};
		const proof = `The node looked for the ${record}: it was not ${done}.`;
		const description = `${proof} ${failure.description}`.trim();
		return new Failure(failure.message, description, { ...failure, unclear: false });
	}

	/** Adds to a failure how to run the item again safely. */
	private withAdvice(failure: Failure): Failure {
		const { advice } = this.request.lookUp ?? {};
		return advice && failure.unclear
			? failure.withDescription(`${failure.description} ${advice}`)
			: failure;
	}
}

function resolve(resolution: Resolution, failure: Failure): Response | Failure {
	return 'response' in resolution
		? resolution.response
		: failure.withDescription(resolution.remedy, 'contact-already-exists');
}

/** The response that takes the place of a 404 if the run may have deleted the record. */
const DELETED: Response = { status: 200, headers: {}, body: '' };

function isMissing(response: Response | Fault): boolean {
	return 'status' in response && isMissingRecord(response);
}
