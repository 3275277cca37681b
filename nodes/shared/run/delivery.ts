import type { IDataObject } from 'n8n-workflow';

import { checkResponse } from '../failure/checkResponse';
import { describePossibleEffect } from '../failure/effectText';
import { Failure } from '../failure/failure';
import { isMissingRecord } from '../failure/responseSource';
import { describeNoRetry, describeUnsent } from '../failure/retryText';
import type {
	AddressedRequest,
	Finding,
	Operation,
	Resolution,
	Response,
	ResponseContext,
	SendLookUp,
} from '../operation';
import type { Attempt } from '../transport/attempt';
import type { GiveUpReason } from '../transport/circuitBreaker';
import { Fault } from '../transport/fault';
import type { Permit } from '../transport/permit';
import {
	type LookUpStep,
	nextStep,
	type RetrySafety,
	retrySafetyOf,
	Retries,
} from '../transport/retry';
import { SECOND_LOOK_UP_MS } from '../transport/waits';
import { addressOf } from './results';
import type { Run } from './run';

/** The response that a request ends with, and the records in it. */
export interface DeliveredResponse extends Response {
	records: IDataObject[];
}

/** The response in place of a 404 if the run may have deleted the record. */
const DELETED: Response = { status: 200, headers: {}, body: '' };

/**
 * One request of an item until its outcome is final: retries, look-ups after a lost response, and the
 * operation's own handling of a refusal.
 *
 *     attempt → success    the response
 *             → retry      after a wait, attempt again
 *             → look up    ours: the record; older, or perhaps ours: the operation decides; absent: attempt again, or
 *                          fail with nothing done (as unclear, if it may still be running); unknown: fail as unclear
 *             → report     the failure, or what `recover` makes of it
 *
 * The table in `retry.ts` decides between the last three. Each method returns the response to continue with, or
 * nothing if the request is to be sent again, and throws the failure of the item.
 */
export class Delivery {
	private readonly safety: RetrySafety;
	private readonly retries: Retries;
	/** When the first attempt without a clear response was sent: what is newer may be its record. */
	private firstUnclearAt: number | undefined;
	/** Why the run has given up on the service, if that kept the request from a retry. */
	private giveUpReason: GiveUpReason | undefined;

	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & ResponseContext,
		private readonly permit: Pick<Permit, 'acquire' | 'acquireForLookUp' | 'send'>,
		private readonly run: Pick<Run, 'accounts' | 'giveUpLimits' | 'unclear' | 'results'>,
		private readonly item: number,
	) {
		this.safety = retrySafetyOf(operation, request);
		this.retries = new Retries(run.giveUpLimits.maxRetries);
	}

	/**
	 * Sends the request until its outcome is final.
	 *
	 * @throws Failure if it fails, and NotSent if the run has ended before
	 */
	async deliver(): Promise<DeliveredResponse> {
		const gaveUp = await this.permit.acquire();
		if (gaveUp) throw describeUnsent(gaveUp, this.run.giveUpLimits);
		let response = await this.resume();
		while (!response) response = await this.attempt();
		return { ...response, records: this.operation.records(response.body, this.request) };
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<Response | undefined> {
		const earlier = this.run.unclear.get(this.item);
		if (!earlier || this.safety === 'read' || this.safety === 'idempotent') return undefined;
		if (this.safety === 'never') throw earlier.failure;
		this.firstUnclearAt = earlier.sentAt;
		const step = earlier.outcome === 'timedOut' ? 'lookUpTwice' : 'lookUpThenRetry';
		return await this.decideByLookUp(step, earlier.failure, { waitMs: 0 });
	}

	private async attempt(): Promise<Response | undefined> {
		const attempt = await this.permit.send(this.request);
		const { response, outcome } = attempt;
		if (isMissing(response) && this.mayHaveDeleted) return DELETED;
		const failure = checkResponse(response, this.operation);
		if (!failure) return response as Response;
		if (failure.unclear) this.markUnclear(failure, attempt);
		const retry = this.retries.next(attempt);
		const step = nextStep(outcome, this.safety);
		switch (step) {
			case 'retry':
				if (retry && (await this.acquireForRetry(this.retries, retry.waitMs))) return undefined;
				throw this.withReason(failure, attempt);
			case 'report':
				return await this.recover(failure, attempt);
			default:
				return await this.decideByLookUp(step, this.withReason(failure, attempt), retry);
		}
	}

	/** Waits for the turn of a retry. Returns whether it may still be sent then. */
	private async acquireForRetry(retries: Retries, waitMs?: number): Promise<boolean> {
		this.giveUpReason = await this.permit.acquire(waitMs);
		return !this.giveUpReason && !retries.isTooLate();
	}

	/** Looks for the record of an attempt without a clear response, and decides what that means for the item. */
	private async decideByLookUp(
		step: LookUpStep,
		failure: Failure,
		retry?: { waitMs?: number },
	): Promise<Response | undefined> {
		const { unclear } = this.run;
		const mayRetry = step === 'lookUpThenRetry' && retry !== undefined;
		let finding = await this.lookUp(mayRetry ? retry.waitMs : 0);
		const isFound = finding.kind === 'ours' || 'resolution' in finding;
		if (step === 'lookUpTwice' && !isFound) finding = await this.lookUp(SECOND_LOOK_UP_MS);
		if (finding.kind === 'ours') return finding.response;
		if ('resolution' in finding) {
			// It has the unique values, so this request can't have made a second one.
			if (finding.kind === 'older') unclear.delete(this.item);
			const { record = 'record' } = this.operation.effect ?? {};
			const taken = new Failure(`A ${record} with these values already exists`, '');
			return resolve(finding.resolution, taken);
		}
		// After a timeout, the service may still be working on the request.
		if (finding.kind === 'unknown' || step === 'lookUpTwice') throw this.withAdvice(failure);
		unclear.delete(this.item);
		if (mayRetry && (await this.acquireForRetry(this.retries, 0))) return undefined;
		throw this.withProof(failure);
	}

	/** Asks the operation what it makes of a failure, before it is reported. */
	private async recover(failure: Failure, attempt: Attempt): Promise<Response> {
		// An earlier attempt may have been carried out after its look-up, or this one although it is not confirmed.
		const finding = await this.lookUp();
		if (finding.kind === 'ours') return finding.response;
		const { recover } = this.request;
		const resolution = await recover?.(failure, this.request, this.lookUpSender());
		if (resolution) return resolve(resolution, failure);
		throw this.withReason(failure, attempt);
	}

	/**
	 * Looks for the record of an attempt without a clear response.
	 *
	 * @param waitMs how long to wait at least
	 */
	private async lookUp(waitMs = 0): Promise<Finding> {
		const { finder } = this.request;
		const { firstUnclearAt: sentAt } = this;
		if (!finder || sentAt === undefined) return { kind: 'unknown' };
		const isServerError = this.run.unclear.get(this.item)?.outcome === 'serverError';
		const isTaken = (id: unknown) => this.run.results.hasReturned(this.address, id);
		const unclear = { sentAt, isTaken, isServerError };
		return await finder.find(unclear, this.request, this.lookUpSender(waitMs));
	}

	/**
	 * Makes the function that sends look-ups, retried like any other read: at once if the request still holds its
	 * permit. During a pause, a look-up waits for a turn of its own.
	 *
	 * @param waitMs how long the first one waits at least
	 */
	private lookUpSender(waitMs = 0): SendLookUp {
		let firstWaitMs = waitMs;
		return async (request) => {
			if (await this.permit.acquireForLookUp(firstWaitMs)) return undefined;
			firstWaitMs = 0;
			const retries = this.retries.forLookUp();
			for (;;) {
				const attempt = await this.permit.send(request);
				const { response } = attempt;
				if (!checkResponse(response, { fields: [] })) return response as Response;
				const retry = retries.next(attempt);
				if (!retry || !(await this.acquireForRetry(retries, retry.waitMs))) return undefined;
			}
		};
	}

	/** Where the request went: what other items have written there, this one may meet. */
	private get address(): string {
		return addressOf(this.run.accounts.get(this.item), this.request.url);
	}

	/** Whether this item's earlier attempts, or another item of the run, may have deleted the record. */
	private get mayHaveDeleted(): boolean {
		if (this.operation.ifRepeated !== 'notFound') return false;
		const { unclear, results } = this.run;
		return unclear.has(this.item) || results.hasWritten(this.address);
	}

	private markUnclear(failure: Failure, { sentAt, outcome }: Attempt): void {
		this.firstUnclearAt ??= sentAt;
		this.run.unclear.set(this.item, { failure, sentAt: this.firstUnclearAt, outcome });
	}

	/** Adds to a failure why the request is not retried, and what an earlier attempt may have done. */
	private withReason(failure: Failure, attempt: Attempt): Failure {
		const { effect } = this.operation;
		const { giveUpLimits, unclear } = this.run;
		const isUnclear = effect !== undefined && failure.unclear;
		const isEarlierUnclear = effect && !failure.unclear && unclear.has(this.item);
		const { count } = this.retries;
		return failure.with([
			failure.description,
			describeNoRetry(attempt, count, giveUpLimits, isUnclear, this.giveUpReason),
			isEarlierUnclear && `${describePossibleEffect(effect)} by an earlier attempt.`,
		]);
	}

	/** The failure of a request that was not carried out, as a look-up has shown. */
	private withProof(failure: Failure): Failure {
		const { record = 'record', done = 'made' } = this.operation.effect ?? {};
		const proof = `The node looked for the ${record}: it was not ${done}.`;
		return failure.with([proof, failure.description], { unclear: false });
	}

	/** Adds to a failure how to run the item again safely. */
	private withAdvice(failure: Failure): Failure {
		return failure.with([failure.description, failure.unclear && this.request.finder?.advice]);
	}
}

function resolve(resolution: Resolution, failure: Failure): Response {
	if ('response' in resolution) return resolution.response;
	throw failure.with([resolution.remedy], { help: 'contact-already-exists' });
}

function isMissing(response: Response | Fault): boolean {
	return !(response instanceof Fault) && isMissingRecord(response);
}
