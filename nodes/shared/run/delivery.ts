import type { IDataObject } from 'n8n-workflow';

import { checkResponse } from '../failure/checkResponse';
import { Failure, type Sentence } from '../failure/failure';
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
	Safety,
	SendLookUp,
	TakenResult,
} from '../operation';
import type { Attempt } from '../http/attempt';
import type { GiveUpReason } from '../limiter/circuitBreaker';
import { Fault } from '../http/fault';
import type { Permit } from '../limiter/permit';
import { LookUpRetries, type Next, Retries } from '../http/retry';
import { LOOK_UP_TIMEOUT_MS, SECOND_LOOK_UP_MS } from '../http/waits';
import type { Doubt, ItemState } from './itemStates';
import type { Run } from './run';

/** The response that a request ends with, and the records in it. */
export interface DeliveredResponse extends Response {
	records: IDataObject[];
}

/** The response in place of a 404 if an earlier attempt may have deleted the record. */
const DELETED: Response = { status: 200, headers: {}, body: '' };

/**
 * One request of an item until its outcome is final: retries, and the look-ups of a create.
 *
 *     attempt → success        the response
 *             → retry          after a wait, attempt again
 *             → lookUp         after a wait. Absent: attempt again; without a retry left, fail with nothing done
 *             → lookUpTwice    absent: fail as unclear
 *             → report         fail, unless a look-up finds a record to continue with
 *
 * The table in `retry.ts` decides between all but the first. If a look-up finds a record, that is the response, or the
 * item fails because its value is taken. If it is undecided, the item fails as unclear.
 *
 * That a record is absent ends the doubt of an unclear attempt. A later refusal that may be about a duplicate opens it
 * again, because the record may have come to light only now; then only a record that is found ends it.
 *
 * Each method returns the response to continue with, or nothing if the request is to be sent again, and throws the
 * failure of the item.
 */
export class Delivery {
	private readonly state: ItemState;
	private readonly safety: Safety;
	private readonly retries: Retries;
	/** What the attempts without a clear response leave open. */
	private unclearSoFar: Doubt | undefined;
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
	async deliver(): Promise<DeliveredResponse> {
		const gaveUp = await this.permit.acquire();
		if (gaveUp) throw describeUnsent(gaveUp, this.run.giveUpLimits);
		let response = await this.resume();
		while (!response) response = await this.attempt();
		return response;
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<DeliveredResponse | undefined> {
		const earlier = this.state.doubt;
		if (!earlier || this.safety === 'read' || this.safety === 'idempotent') return undefined;
		if (this.safety === 'never') throw earlier.failure;
		this.unclearSoFar = earlier;
		const step = earlier.outcome === 'timedOut' ? 'lookUpTwice' : 'lookUp';
		return await this.decideByLookUp({ step, waitMs: 0, mayRetry: true }, earlier.failure);
	}

	private async attempt(): Promise<DeliveredResponse | undefined> {
		const attempt = await this.send(this.request);
		const { response } = attempt;
		if (isMissing(response) && this.mayHaveDeleted) return this.success(DELETED);
		const failure = checkResponse(response, this.operation);
		if (!failure) return this.success(response as Response);
		if (failure.unclear) this.markUnclear(failure, attempt);
		const next = this.retries.next(attempt);
		if (next.step === 'report') return await this.report(failure, attempt);
		if (next.step !== 'retry') return await this.decideByLookUp(next, failure, attempt);
		const hasFallback = this.request.hasFallback && attempt.outcome === 'serverError';
		if (next.mayRetry && !hasFallback && (await this.acquireForRetry(next.waitMs)))
			return undefined;
		throw failure.with(this.reasons(failure, attempt));
	}

	/** The response with its records. A create also says whether another item has made its record before. */
	private success(response: Response): DeliveredResponse {
		const { operation, request } = this;
		const records = operation.records(response.body, request);
		const [record] = records;
		const { done } = operation.effect ?? {};
		const isOld = request.lookUp && done && this.isOfOtherItem(record.id);
		return { ...response, records: isOld ? [{ ...record, [done]: false }] : records };
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
		throw failure.with([failure.description], { unclear: this.state.doubt !== undefined });
	}

	/** Waits for the turn of a retry. Returns whether it may still be sent then. */
	private async acquireForRetry(waitMs?: number): Promise<boolean> {
		this.giveUpReason = await this.permit.acquire(waitMs);
		return !this.giveUpReason && !this.retries.isTooLate();
	}

	/** Looks for the record of an attempt without a clear response, and decides what that means for the item. */
	private async decideByLookUp(
		{ step, waitMs, mayRetry }: Next,
		failure: Failure,
		attempt?: Attempt,
	): Promise<DeliveredResponse | undefined> {
		let result = await this.lookUp(undefined, waitMs);
		const isThere = result.kind === 'found' || result.kind === 'taken';
		if (step === 'lookUpTwice' && !isThere)
			result = await this.lookUp(undefined, SECOND_LOOK_UP_MS);
		if (result.kind === 'found') return found(result.record);
		if (result.kind === 'taken') throw this.taken(failure, result);
		// After a timeout, the service may still be working on the request.
		if (result.kind === 'undecided' || step === 'lookUpTwice')
			throw failure.with([
				this.describeLookUp(result),
				...this.reasons(failure, attempt),
				failure.unclear && this.request.lookUp && { general: this.request.lookUp.advice },
			]);
		this.state.doubt = undefined;
		if (mayRetry && (await this.acquireForRetry(0))) return undefined;
		const sentences = [this.describeAbsence(), ...this.reasons(failure, attempt, 0)];
		throw failure.with(sentences, { unclear: false });
	}

	/** Reports a failure, unless there is a record to continue with. */
	private async report(failure: Failure, attempt: Attempt): Promise<DeliveredResponse> {
		const { lookUp } = this.request;
		const isOpen = failure.unclear || lookUp?.mayBeDuplicate(failure);
		if (!lookUp || !isOpen) throw failure.with(this.reasons(failure, attempt));
		this.state.doubt = this.unclearSoFar;
		const result = await this.lookUp(failure);
		if (result.kind === 'found') return found(result.record);
		if (result.kind === 'taken') throw this.taken(failure, result);
		throw failure.with([
			...this.reasons(failure, attempt),
			this.unclearSoFar && { general: lookUp.advice },
		]);
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
		const unclear = unclearSoFar && {
			sentAt: unclearSoFar.sentAt,
			isServerError: unclearSoFar.outcome === 'serverError',
			isOfOtherItem: (id: unknown) => this.isOfOtherItem(id),
		};
		return await request.lookUp.find({ refusal, unclear }, request, this.lookUpSender(waitMs));
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
				if (!checkResponse(response, { fields: [] })) return response as Response;
				const retryMs = retries.next(attempt);
				if (retryMs === undefined) return undefined;
				this.giveUpReason = await this.permit.acquire(retryMs);
			}
			return undefined;
		};
	}

	/** Whether another item has returned the record with this ID. */
	private isOfOtherItem(id: unknown): boolean {
		return this.run.items.hasReturned(this.state.account, id);
	}

	/** Whether an earlier attempt of this item may have deleted the record. */
	private get mayHaveDeleted(): boolean {
		return this.request.method === 'DELETE' && this.state.doubt !== undefined;
	}

	private markUnclear(failure: Failure, { sentAt, outcome }: Attempt): void {
		// What is newer than the first of these attempts may be its record.
		this.unclearSoFar = { sentAt: this.unclearSoFar?.sentAt ?? sentAt, failure, outcome };
		this.state.doubt = this.unclearSoFar;
	}

	/** The failure of a create whose value another record has; after an unclear response, that may be its own record. */
	private taken(failure: Failure, { remedy, isOlder }: TakenResult): Failure {
		const { record = 'record', done = 'made' } = this.operation.effect ?? {};
		const headline = `A ${record} with these values already exists`;
		const refusal = failure.unclear ? new Failure(headline, '') : failure;
		// After a timeout, the service may still make another one.
		if (isOlder && this.unclearSoFar?.outcome !== 'timedOut') this.state.doubt = undefined;
		const doubt = this.state.doubt && `This request may have ${done} the ${record}.`;
		return refusal.with([remedy, doubt], { topic: 'Contact already exists' });
	}

	/**
	 * The description of a failure, why the request is not retried, and what an earlier attempt may have done.
	 *
	 * @param retries how many to name
	 */
	private reasons(
		failure: Failure,
		attempt?: Attempt,
		retries = this.retries.attempts - 1,
	): Array<Sentence | false | undefined> {
		const { effect } = this.operation;
		const { giveUpLimits } = this.run;
		const isUnclear = effect !== undefined && failure.unclear;
		const isEarlierUnclear = effect && !failure.unclear && this.state.doubt;
		return [
			failure.description,
			attempt && describeNoRetry(attempt, retries, giveUpLimits, isUnclear, this.giveUpReason),
			isEarlierUnclear && `${describePossibleEffect(effect)} by an earlier attempt.`,
		];
	}

	private describeLookUp({ kind }: LookUpResult): string | undefined {
		const { record = 'record' } = this.operation.effect ?? {};
		if (this.giveUpReason) return undefined;
		return kind === 'absent'
			? `The node looked for the ${record} twice and found none.`
			: `The node looked for the ${record}, but may have missed it.`;
	}

	private describeAbsence(): string {
		const { record = 'record', done = 'made' } = this.operation.effect ?? {};
		const { attempts } = this.retries;
		const sent = attempts > 1 ? ` sent the request ${attempts} times, then` : '';
		return `The node${sent} looked for the ${record} and found none, so it was not ${done}.`;
	}
}

/** The response in place of one that was lost or refused, with the record that a look-up has found. */
function found(record: IDataObject): DeliveredResponse {
	return { status: 200, headers: {}, body: record, records: [record] };
}

function isMissing(response: Response | Fault): boolean {
	return !(response instanceof Fault) && isMissingRecord(response);
}
