import { checkResponse } from '../failure/checkResponse';
import { describeFault } from '../failure/faults';
import { Failure, type Sentence } from '../response/failure';
import { isMissingRecord } from '../response/classify';
import {
	describeAbsence,
	describeLookUp,
	describeNoRetry,
	describePossibleEffect,
	describeUnsent,
} from '../failure/verdict';
import type {
	AddressedRequest,
	LookUpResult,
	Operation,
	ApiRequest,
	ApiResponse,
	ResponseContext,
	Safety,
	SendLookUp,
	Success,
} from '../operation';
import type { Attempt } from '../http/attempt';
import type { GiveUpReason } from '../limiter/circuitBreaker';
import type { Permit } from '../limiter/permit';
import { Fault } from '../http/fault';
import { LookUpRetries, type Next, Retries } from '../http/retry';
import { LOOK_UP_TIMEOUT_MS, SECOND_LOOK_UP_MS } from '../http/waits';
import type { ItemState } from './itemStates';
import type { Run } from './run';

/**
 * One request of an item until its outcome is final. `retry.ts` says what is retried, and what is looked for. A create
 * with a unique value continues so, by how its last attempt ended and by what the look-up finds:
 *
 *                                   a record to return   another record   certainly none   perhaps none
 *     429, or it never arrived      sent again without a look-up
 *     lost, or a 500                returns it           fails            sent again (1)   fails as unclear
 *     lost late, a timeout, 504     returns it           fails            looks again (2)  looks again (2)
 *     refused, as a duplicate is    returns it           fails            fails (3)        fails (3)
 *     else, but unclear             returns it           fails            fails (3)        fails (3)
 *     else                          fails without a look-up
 *
 * (1) Without a retry left it fails, and was not created. (2) After five seconds; then it fails as unclear, because the
 * service may still be at work. (3) As without the look-up.
 *
 * `Contact/lookUp.ts` says which record is returned. If a look-up shows that the record is absent, or clearly older, the
 * message no longer says that it may have been created. A later try of the node looks first all the same.
 *
 * `resume`, `attempt` and `decideByLookUp` return the response to continue with, or nothing if the request is to be sent
 * again, and throw the failure of the item.
 */
export class Delivery {
	private readonly state: ItemState;
	private readonly safety: Safety;
	private readonly retries: Retries;
	/** Why the run has given up on the service, if that kept the request from a retry or a look-up. */
	private giveUpReason: GiveUpReason | undefined;

	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & ResponseContext,
		private readonly permit: Pick<Permit, 'acquire' | 'acquireForLookUp' | 'send'>,
		private readonly run: Pick<Run, 'giveUpLimits' | 'items'>,
		item: number,
	) {
		this.state = run.items.of(item);
		const { safety } = operation;
		this.safety = safety === 'lookUp' && !request.lookUp ? 'never' : safety;
		this.retries = new Retries(this.safety, run.giveUpLimits.maxRetries);
	}

	/**
	 * Sends the request until its outcome is final.
	 *
	 * @throws Failure if it fails, and NotSent if the run has ended before
	 */
	async deliver(): Promise<Success> {
		const gaveUp = await this.permit.acquire('last');
		if (gaveUp) throw describeUnsent(gaveUp, this.run.giveUpLimits);
		let response = await this.resume();
		while (!response) response = await this.attempt();
		return response;
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<Success | undefined> {
		const earlier = this.state.unclear;
		if (!earlier || this.safety === 'read' || this.safety === 'idempotent') return undefined;
		if (this.safety === 'never') throw earlier.failure;
		const step = earlier.outcome === 'timedOut' ? 'lookUpTwice' : 'lookUp';
		const next: Next = { step, place: 'first', waitMs: 0, mayRetry: true };
		return await this.decideByLookUp(next, earlier.failure);
	}

	private async attempt(): Promise<Success | undefined> {
		const attempt = await this.send(this.request);
		const { response } = attempt;
		// An earlier attempt may have deleted the record.
		if (isMissing(response) && this.isUnclear && this.request.method === 'DELETE')
			return this.success('');
		const failure = checkResponse(response, this.operation);
		if (!failure) return this.success((response as ApiResponse).body);
		if (failure.isUnclear) this.markUnclear(failure, attempt);
		const next = this.retries.next(attempt);
		if (next.step !== 'retry' && this.mayBeThere(failure))
			return await this.decideByLookUp(next, failure, attempt);
		const hasFallback = this.request.hasFallback && attempt.outcome === 'serverError';
		if (next.mayRetry && !hasFallback && (await this.acquireForRetry(next.place, next.waitMs)))
			return undefined;
		throw failure.with(this.reasons(failure, attempt));
	}

	/** Whether a look-up may find the record of a failed create, or the one that it is a duplicate of. */
	private mayBeThere(failure: Failure): boolean {
		const { lookUp } = this.request;
		return lookUp !== undefined && (failure.isUnclear || lookUp.mayBeDuplicate(failure));
	}

	/** The body of a response with its records. A create also says whether another item has made its record before. */
	private success(body: unknown): Success {
		const { operation, request } = this;
		const records = operation.records(body, request);
		const [record] = records;
		const { done } = operation.effect ?? {};
		const isOld = request.lookUp && done && this.isOfOtherItem(record.id);
		return { body, records: isOld ? [{ ...record, [done]: false }] : records };
	}

	/**
	 * Sends one request of the item, or a look-up.
	 *
	 * @throws Failure if the credential has changed: an item stays in the account of its first request
	 */
	private async send(request: ApiRequest, isLookUp = false): Promise<Attempt> {
		const attempt = await this.permit.send(request, isLookUp);
		const { response } = attempt;
		if (!(response instanceof Fault) || response.kind !== 'credentialChanged') return attempt;
		const failure = describeFault(response);
		throw failure.with([failure.description], { isUnclear: this.isUnclear });
	}

	/** Waits for the turn of a retry. Returns whether it may still be sent then. */
	private async acquireForRetry(place: Next['place'], waitMs = 0): Promise<boolean> {
		this.giveUpReason = await this.permit.acquire(place, waitMs);
		return !this.giveUpReason && !this.retries.isTooLate();
	}

	/** Looks for the record of a create that did not succeed, and decides what that means for the item. */
	private async decideByLookUp(
		{ step, waitMs, mayRetry }: Next,
		failure: Failure,
		attempt?: Attempt,
	): Promise<Success | undefined> {
		const { unclear } = this.state;
		if (unclear) unclear.isResolved = false;
		let result = await this.lookUp(failure, waitMs);
		const isThere = result.kind === 'found' || result.kind === 'taken';
		if (step === 'lookUpTwice' && !isThere) result = await this.lookUp(failure, SECOND_LOOK_UP_MS);
		if (result.kind === 'found') return { body: result.record, records: [result.record] };
		if (result.kind === 'taken') throw this.taken(failure, result.remedy, result.mayBeOwn);
		if (step === 'lookUp' && result.kind === 'absent') {
			if (unclear) unclear.isResolved = true;
			if (mayRetry && (await this.acquireForRetry('first'))) return undefined;
			const absence = describeAbsence(this.operation, this.retries.countedFailures, failure);
			throw failure.with([absence, ...this.reasons(failure, attempt, 0)], { isUnclear: false });
		}
		const isSaid = step !== 'report' && !this.giveUpReason;
		throw failure.with([
			...this.reasons(failure, attempt),
			isSaid && describeLookUp(this.operation, result.kind === 'absent'),
			unclear && this.request.lookUp && { general: this.request.lookUp.advice },
		]);
	}

	/** @param waitMs how long to wait at least */
	private async lookUp({ httpCode, fields }: Failure, waitMs: number): Promise<LookUpResult> {
		const { request, state } = this;
		if (!request.lookUp) return { kind: 'undecided' };
		const create = {
			httpCode,
			fields,
			unclearSince: state.unclear?.sentAt,
			isServerError: state.unclear?.outcome === 'serverError',
			mayBeRunning: state.unclear?.outcome === 'timedOut',
			isOfOtherItem: (id: unknown) => this.isOfOtherItem(id),
		};
		return await request.lookUp.find(create, request, this.lookUpSender(waitMs));
	}

	/**
	 * Makes the function that sends the requests of one look-up: at once if the create still holds its permit. During a
	 * pause, a look-up waits for a turn of its own.
	 *
	 * @param waitMs how long the first one waits at least
	 */
	private lookUpSender(waitMs: number): SendLookUp {
		const retries = new LookUpRetries(this.run.giveUpLimits.maxRetries);
		let firstWaitMs = waitMs;
		return async (request) => {
			this.giveUpReason = await this.permit.acquireForLookUp(firstWaitMs);
			firstWaitMs = 0;
			while (!this.giveUpReason) {
				const attempt = await this.send({ ...request, maxTimeoutMs: LOOK_UP_TIMEOUT_MS }, true);
				const { response } = attempt;
				if (!checkResponse(response, { fields: [] })) return response as ApiResponse;
				const retryMs = retries.next(attempt);
				if (retryMs === undefined) return undefined;
				this.giveUpReason = await this.permit.acquire('first', retryMs);
			}
			return undefined;
		};
	}

	/** Whether another item has returned the record with this ID. */
	private isOfOtherItem(id: unknown): boolean {
		return this.run.items.hasReturned(this.state.account, id);
	}

	/** Whether an attempt of this item may have been carried out, although no response shows it. */
	private get isUnclear(): boolean {
		return this.state.unclear?.isResolved === false;
	}

	private markUnclear(failure: Failure, { sentAt, outcome }: Attempt): void {
		// What is newer than the first of these attempts may be its record.
		const since = this.state.unclear?.sentAt ?? sentAt;
		this.state.unclear = { sentAt: since, failure, outcome, isResolved: false };
	}

	/** The failure of a create whose value another record has; after an unclear response, that may be its own record. */
	private taken(failure: Failure, remedy: string, mayBeOwn: boolean): Failure {
		const { record = 'record' } = this.operation.effect ?? {};
		const headline = `A ${record} with these values already exists`;
		const refusal = failure.isUnclear ? new Failure(headline, '') : failure;
		if (this.state.unclear) this.state.unclear.isResolved = !mayBeOwn;
		return refusal.with([remedy], { topic: 'Contact already exists' });
	}

	/**
	 * The description of a failure, why the request is not retried, and what an earlier attempt may have done.
	 *
	 * @param retries how many to name
	 */
	private reasons(
		failure: Failure,
		attempt?: Attempt,
		retries = this.retries.countedFailures - 1,
	): Array<Sentence | false | undefined> {
		const { effect } = this.operation;
		const { giveUpLimits } = this.run;
		const isUnclear = effect !== undefined && failure.isUnclear;
		const isEarlierUnclear = effect && !failure.isUnclear && this.isUnclear;
		return [
			failure.description,
			attempt && describeNoRetry(attempt, retries, giveUpLimits, isUnclear, this.giveUpReason),
			isEarlierUnclear && `${describePossibleEffect(effect)} by an earlier attempt.`,
		];
	}
}

function isMissing(response: ApiResponse | Fault): boolean {
	return !(response instanceof Fault) && isMissingRecord(response);
}
