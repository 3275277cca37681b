import type { IDataObject } from 'n8n-workflow';

import { checkResponse } from '../failure/checkResponse';
import { Failure } from '../failure/failure';
import { isMissingRecord } from '../failure/judge';
import { describeFault } from '../failure/topics';
import { describeNoRetry, describePossibleEffect, describeUnsent } from '../failure/verdict';
import type {
	AddressedRequest,
	LookUpResult,
	Operation,
	Request,
	Response,
	ResponseContext,
	SendLookUp,
	SentCreate,
} from '../operation';
import type { Attempt } from '../http/attempt';
import type { GiveUpReason } from '../limiter/circuitBreaker';
import { Fault } from '../http/fault';
import type { Permit } from '../limiter/permit';
import { type LookUpStep, type RetrySafety, retrySafetyOf, Retries } from '../http/retry';
import { LOOK_UP_TIMEOUT_MS, SECOND_LOOK_UP_MS } from '../http/waits';
import { addressOf } from './results';
import type { Run, UnclearOutcome } from './run';

/** The response that a request ends with, and the records in it. */
export interface DeliveredResponse extends Response {
	records: IDataObject[];
}

/** The response in place of a 404 if the run may have deleted the record. */
const DELETED: Response = { status: 200, headers: {}, body: '' };

/**
 * One request of an item until its outcome is final: retries, and the look-ups of a create.
 *
 *     attempt → success            the response
 *             → retry              after a wait, attempt again
 *             → lookUpThenRetry    absent: attempt again; without a retry left, fail with nothing done
 *             → lookUp             absent: fail with nothing done
 *             → lookUpTwice        absent: fail as unclear
 *             → report             fail, unless a look-up finds a record to continue with
 *
 * The table in `retry.ts` decides between all but the first. If a look-up finds a record, that is the response, or the
 * item fails because its value is taken. If it is undecided, the item fails as unclear. With a retry left, the back-off
 * comes before the look-up.
 *
 * Each method returns the response to continue with, or nothing if the request is to be sent again, and throws the
 * failure of the item.
 */
export class Delivery {
	private readonly safety: RetrySafety;
	private readonly retries: Retries;
	/** What the attempts without a clear response leave open. */
	private unclearSoFar: UnclearOutcome | undefined;
	/** Why the run has given up on the service, if that kept the request from a retry. */
	private giveUpReason: GiveUpReason | undefined;

	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & ResponseContext,
		private readonly permit: Pick<Permit, 'acquire' | 'acquireForLookUp' | 'send'>,
		private readonly run: Pick<Run, 'accounts' | 'giveUpLimits' | 'unclearItems' | 'results'>,
		private readonly item: number,
	) {
		this.safety = retrySafetyOf(operation, request);
		this.retries = new Retries(this.safety, run.giveUpLimits.maxRetries);
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
		return response;
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<DeliveredResponse | undefined> {
		const earlier = this.run.unclearItems.get(this.item);
		if (!earlier || this.safety === 'read' || this.safety === 'idempotent') return undefined;
		if (this.safety === 'never') throw earlier.failure;
		this.unclearSoFar = earlier;
		const step = earlier.outcome === 'timedOut' ? 'lookUpTwice' : 'lookUpThenRetry';
		return await this.decideByLookUp(step, earlier.failure, { waitMs: 0 });
	}

	private async attempt(): Promise<DeliveredResponse | undefined> {
		const attempt = await this.send(this.request);
		const { response, sentAt } = attempt;
		if (isMissing(response) && this.mayHaveDeleted) return this.success(DELETED, sentAt);
		const failure = checkResponse(response, this.operation);
		if (!failure) return this.success(response as Response, sentAt);
		if (failure.unclear) this.markUnclear(failure, attempt);
		const { step, retry } = this.retries.next(attempt);
		switch (step) {
			case 'retry':
				if (retry && (await this.acquireForRetry(this.retries, retry.waitMs))) return undefined;
				throw this.withReason(failure, attempt);
			case 'report':
				return await this.report(failure, attempt);
			default:
				return await this.decideByLookUp(step, this.withReason(failure, attempt), retry);
		}
	}

	/** The response with its records. A create also says whether its record is new. */
	private success(response: Response, sentAt: number): DeliveredResponse {
		const { operation, request, unclearSoFar } = this;
		const records = operation.records(response.body, request);
		const { lookUp } = request;
		const { done } = operation.effect ?? {};
		if (!lookUp || !done) return { ...response, records };
		const [record] = records;
		const sent = this.sentCreate(unclearSoFar?.sentAt ?? sentAt);
		const isOld = lookUp.isOlder(record, response, sent);
		return isOld
			? { ...response, records: [{ ...record, [done]: false }] }
			: { ...response, records };
	}

	/**
	 * Sends one request of the item, or a look-up.
	 *
	 * @throws Failure if the credential has changed: an item stays in the account of its first request
	 */
	private async send(request: Request, isLookUp = false): Promise<Attempt> {
		const attempt = await this.permit.send(request, isLookUp);
		const { response } = attempt;
		if (!(response instanceof Fault) || response.kind !== 'credentialChanged') return attempt;
		const failure = describeFault(response);
		throw failure.with([failure.description], { unclear: this.run.unclearItems.has(this.item) });
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
	): Promise<DeliveredResponse | undefined> {
		let result = await this.lookUp(undefined, retry?.waitMs);
		const isThere = result.kind === 'found' || result.kind === 'taken';
		if (step === 'lookUpTwice' && !isThere)
			result = await this.lookUp(undefined, SECOND_LOOK_UP_MS);
		if (result.kind === 'found') return found(result.record);
		if (result.kind === 'taken') throw this.taken(failure, result.remedy);
		// After a timeout, the service may still be working on the request.
		if (result.kind === 'undecided' || step === 'lookUpTwice') throw this.withAdvice(failure);
		this.run.unclearItems.delete(this.item);
		if (retry && (await this.acquireForRetry(this.retries, 0))) return undefined;
		throw this.withAbsence(failure);
	}

	/** Reports a failure, unless there is a record to continue with: an earlier attempt may have made it since. */
	private async report(failure: Failure, attempt: Attempt): Promise<DeliveredResponse> {
		const result = await this.lookUp(failure);
		if (result.kind === 'found') return found(result.record);
		// An earlier look-up may have ended the doubt, but this one doesn't.
		if (this.unclearSoFar && result.kind !== 'absent')
			this.run.unclearItems.set(this.item, this.unclearSoFar);
		if (result.kind === 'taken') throw this.taken(failure, result.remedy);
		throw this.withReason(failure, attempt);
	}

	/**
	 * Looks for the record of a create.
	 *
	 * @param refusal the response that the create ended with, if there is one
	 * @param waitMs how long to wait at least
	 */
	private async lookUp(refusal?: Failure, waitMs = 0): Promise<LookUpResult> {
		const { request, unclearSoFar } = this;
		if (!request.lookUp) return { kind: 'undecided' };
		const isServerError = unclearSoFar?.outcome === 'serverError';
		const create = {
			refusal,
			unclear: unclearSoFar && { ...this.sentCreate(unclearSoFar.sentAt), isServerError },
		};
		return await request.lookUp.find(create, request, this.lookUpSender(waitMs));
	}

	private sentCreate(sentAt: number): SentCreate {
		const { address, run } = this;
		return { sentAt, isOfOtherItem: (id) => run.results.hasReturned(address, id) };
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
				const attempt = await this.send({ ...request, maxTimeoutMs: LOOK_UP_TIMEOUT_MS }, true);
				const { response } = attempt;
				if (!checkResponse(response, { fields: [] })) return response as Response;
				const { retry } = retries.next(attempt);
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
		const { unclearItems, results } = this.run;
		return unclearItems.has(this.item) || results.hasWritten(this.address);
	}

	private markUnclear(failure: Failure, { sentAt, outcome }: Attempt): void {
		// What is newer than the first of these attempts may be its record.
		this.unclearSoFar = { sentAt: this.unclearSoFar?.sentAt ?? sentAt, failure, outcome };
		this.run.unclearItems.set(this.item, this.unclearSoFar);
	}

	/** The failure of a create whose value another record has; after a lost response, that may be its own record. */
	private taken(failure: Failure, remedy: string): Failure {
		const { record = 'record', done = 'made' } = this.operation.effect ?? {};
		const headline = `A ${record} with these values already exists`;
		const refusal = failure.unclear ? new Failure(headline, '') : failure;
		const doubt = this.unclearSoFar && `This request may have ${done} the ${record}.`;
		return refusal.with([remedy, doubt], { topic: 'Contact already exists' });
	}

	/** Adds to a failure why the request is not retried, and what an earlier attempt may have done. */
	private withReason(failure: Failure, attempt: Attempt): Failure {
		const { effect } = this.operation;
		const { giveUpLimits, unclearItems } = this.run;
		const isUnclear = effect !== undefined && failure.unclear;
		const isEarlierUnclear = effect && !failure.unclear && unclearItems.has(this.item);
		const { count } = this.retries;
		const noRetry = describeNoRetry(attempt, count, giveUpLimits, isUnclear, this.giveUpReason);
		const isCount = typeof noRetry === 'object';
		return failure.with(
			[
				failure.description,
				!isCount && noRetry,
				isEarlierUnclear && `${describePossibleEffect(effect)} by an earlier attempt.`,
			],
			isCount ? { general: [...failure.general, noRetry.general] } : {},
		);
	}

	/** The failure of a create whose record a look-up has not found. */
	private withAbsence(failure: Failure): Failure {
		const { record = 'record' } = this.operation.effect ?? {};
		const absence = `The node looked for the ${record} and found none.`;
		return failure.with([absence, failure.description], { unclear: false });
	}

	/** Adds to a failure how to run the item again safely. */
	private withAdvice(failure: Failure): Failure {
		return failure.with([failure.description, failure.unclear && this.request.lookUp?.advice]);
	}
}

/** The response in place of one that was lost or refused, with the record that a look-up has found. */
function found(record: IDataObject): DeliveredResponse {
	return { status: 200, headers: {}, body: record, records: [record] };
}

function isMissing(response: Response | Fault): boolean {
	return !(response instanceof Fault) && isMissingRecord(response);
}
