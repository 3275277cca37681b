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
import type { Outcome } from '../http/outcome';
import { LookUpRetries, Retries } from '../http/retry';
import { LOOK_UP_TIMEOUT_MS, SECOND_LOOK_UP_MS, UNAVAILABLE_LIMIT_MS } from '../http/waits';
import type { ItemState } from './itemStates';
import type { Run } from './run';

/** The result of a step: the item is done, the request is sent again, or the item has failed. */
type Step =
	| { kind: 'done'; success: Success }
	| { kind: 'again' }
	| { kind: 'failed'; failure: Failure };

const AGAIN: Step = { kind: 'again' };

/** When to look for the record of a create, and whether the create may be sent again after that. */
interface LookUpPlan {
	waitMs: number;
	mayRetry: boolean;
	/** How often to look. The second look-up comes five seconds after the first. */
	times: 1 | 2;
	/** Whether a record that is `absent` each time proves that the create had no effect. */
	isProof: boolean;
}

/**
 * The look-ups of an unclear create: two if the service may still be working on it, and no proof if that may be for minutes.
 * Only if its absence is proved, the create is sent again; otherwise the item fails as unclear. What each look-up finds is
 * a row of `RESULTS` in `Contact/lookUp.ts`.
 */
function lookUpsAfter({ runsOnFor }: Outcome): Pick<LookUpPlan, 'times' | 'isProof'> {
	return { times: runsOnFor ? 2 : 1, isProof: runsOnFor !== 'minutes' };
}

/** A look-up of a create that was refused, perhaps as a duplicate, or isn't sent again. */
const ONLY_LOOK: LookUpPlan = { times: 1, isProof: false, waitMs: 0, mayRetry: false };

/**
 * One request of an item, until the item is done or has failed. `http/outcome.ts` says what follows an attempt, and
 * `lookUpsAfter` how a create is looked up.
 *
 * A create is also looked up, once, if it fails for another reason, but is unclear or may have been refused as a
 * duplicate. It is not sent again then.
 *
 * Once a look-up has ruled a create out, its message drops "may have been created". Retry On Fail still looks first.
 */
export class Delivery {
	private readonly state: ItemState;
	private readonly safety: Safety;
	private readonly retries: Retries;
	/** Why the run has given up on the service, if that kept the request from a retry or a look-up. */
	private giveUpReason: GiveUpReason | undefined;
	/** Why the last look-up failed, if it did. */
	private failedLookUp: Failure | undefined;

	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & ResponseContext,
		private readonly permit: Pick<Permit, 'acquire' | 'acquireForLookUp' | 'send'>,
		private readonly run: Pick<Run, 'retrySettings' | 'items'>,
		item: number,
	) {
		this.state = run.items.of(item);
		const { safety } = operation;
		this.safety = safety === 'lookUp' && !request.lookUp ? 'once' : safety;
		this.retries = new Retries(this.safety, run.retrySettings.maxRetries);
	}

	/**
	 * Sends the request until it succeeds or has failed.
	 *
	 * @throws Failure if it fails, and NotSent if the run has ended before
	 */
	async deliver(): Promise<Success> {
		const gaveUp = await this.permit.acquire('normal');
		if (gaveUp) throw describeUnsent(gaveUp, this.run.retrySettings);
		let step = await this.resume();
		while (step.kind === 'again') step = await this.attempt();
		if (step.kind === 'failed') throw step.failure;
		return step.success;
	}

	/** If Retry On Fail runs the node again: finds out what happened to a request that was unclear before. */
	private async resume(): Promise<Step> {
		const earlier = this.state.lastUnclear;
		if (!earlier || this.safety === 'safe' || this.safety === 'idempotent') return AGAIN;
		const { failure, outcome } = earlier;
		if (this.safety === 'once') return { kind: 'failed', failure };
		const plan = { ...lookUpsAfter(outcome), waitMs: 0, mayRetry: true };
		return await this.decideByLookUp(plan, failure);
	}

	private async attempt(): Promise<Step> {
		const attempt = await this.send(this.request);
		const { response, outcome } = attempt;
		// An earlier attempt may have deleted the record.
		if (isMissing(response) && this.isUnclear && this.request.method === 'DELETE')
			return this.done('');
		const failure = checkResponse(attempt, this.operation);
		if (!failure) return this.done((response as ApiResponse).body);
		if (failure.isUnclear) this.markUnclear(failure, attempt);
		const next = this.retries.next(attempt);
		if (next.action === 'lookUp')
			return await this.decideByLookUp({ ...lookUpsAfter(outcome), ...next }, failure, attempt);
		if (next.action === 'report' && this.mayBeThere(failure))
			return await this.decideByLookUp(ONLY_LOOK, failure, attempt);
		const hasFallback = this.request.hasFallback && outcome.service === 'failing';
		const mayRetry = next.action === 'retry' && !hasFallback;
		if (mayRetry && (await this.acquireForRetry(next.priority, next.waitMs))) return AGAIN;
		return { kind: 'failed', failure: failure.withDescription(this.reasons(failure, attempt)) };
	}

	/** Whether a look-up may find the record of a failed create, or the one that it is a duplicate of. */
	private mayBeThere(failure: Failure): boolean {
		const { lookUp } = this.request;
		return lookUp !== undefined && (failure.isUnclear || lookUp.mayBeDuplicate(failure));
	}

	/** The records in the body of a response. A create also says whether another item has made its record before. */
	private done(body: unknown): Step {
		const { operation, request } = this;
		const records = operation.records(body, request);
		const [record] = records;
		const { done } = operation.effect ?? {};
		const isOld = request.lookUp && done && this.isOfOtherItem(record.id);
		const success = { body, records: isOld ? [{ ...record, [done]: false }] : records };
		return { kind: 'done', success };
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
		const failure = describeFault(response, attempt.outcome);
		throw failure.withDescription([failure.description], { isUnclear: this.isUnclear });
	}

	/** Waits for the turn of a retry, and returns whether it may still be sent then. */
	private async acquireForRetry(priority: 'retry' | 'normal', waitMs = 0): Promise<boolean> {
		this.giveUpReason = await this.permit.acquire(priority, waitMs);
		return !this.giveUpReason && !this.retries.isTooLate();
	}

	/** Looks for the record of a create that did not succeed, and decides what that means for the item. */
	private async decideByLookUp(
		{ times, isProof, waitMs, mayRetry }: LookUpPlan,
		failure: Failure,
		attempt?: Attempt,
	): Promise<Step> {
		const { lastUnclear: unclear } = this.state;
		if (unclear) unclear.isRuledOut = false;
		let result = await this.findRecord(failure, waitMs);
		if (times === 2 && (result.kind === 'absent' || result.kind === 'inconclusive')) {
			const first = result.kind;
			result = await this.findRecord(failure, SECOND_LOOK_UP_MS);
			if (result.kind === 'absent') result = { kind: first };
		}
		if (result.kind === 'found')
			return { kind: 'done', success: { body: result.record, records: [result.record] } };
		if (result.kind === 'taken') return { kind: 'failed', failure: this.taken(failure, result) };
		if (isProof && result.kind === 'absent') {
			if (unclear) unclear.isRuledOut = true;
			if (mayRetry && (await this.acquireForRetry('retry'))) return AGAIN;
			const absence = describeAbsence(this.operation, this.retries.countedFailures, failure);
			const reasons = [absence, ...this.reasons(failure, attempt, 0)];
			return { kind: 'failed', failure: failure.withDescription(reasons, { isUnclear: false }) };
		}
		const { failedLookUp } = this;
		const saysSo = !this.giveUpReason && (times === 2 || isProof || failedLookUp);
		const looked = describeLookUp(this.operation, result.kind === 'absent', failedLookUp);
		// After a refusal, the headline doesn't say that the node has looked.
		const sentence = failure.isUnclear ? { optional: looked } : looked;
		const reasons = [...this.reasons(failure, attempt), saysSo && sentence];
		return { kind: 'failed', failure: failure.withDescription(reasons) };
	}

	/** @param waitMs how long to wait at least */
	private async findRecord({ httpCode, fields }: Failure, waitMs: number): Promise<LookUpResult> {
		const { request, state } = this;
		this.failedLookUp = undefined;
		if (!request.lookUp) return { kind: 'inconclusive' };
		const create = {
			httpCode,
			fields,
			unclearSince: state.lastUnclear?.unclearSince,
			isServerError: state.lastUnclear?.outcome.service === 'failing',
			mayBeRunning: state.lastUnclear?.outcome.runsOnFor !== undefined,
			isOfOtherItem: (id: unknown) => this.isOfOtherItem(id),
		};
		const isNeeded = request.lookUp.returnsExisting || state.lastUnclear !== undefined;
		return await request.lookUp.find(create, request, this.lookUpSender(waitMs, isNeeded));
	}

	/**
	 * Makes the function that sends the requests of one look-up: at once if the create still holds its permit. During a
	 * pause, a look-up waits for a turn of its own.
	 *
	 * @param waitMs how long the first one waits at least
	 * @param isNeeded whether the item depends on it. If not, an outage is not waited out.
	 */
	private lookUpSender(waitMs: number, isNeeded: boolean): SendLookUp {
		const { maxRetries } = this.run.retrySettings;
		const retries = new LookUpRetries(maxRetries, isNeeded ? UNAVAILABLE_LIMIT_MS : 0);
		let firstWaitMs = waitMs;
		return async (request) => {
			this.giveUpReason = await this.permit.acquireForLookUp(firstWaitMs);
			firstWaitMs = 0;
			while (!this.giveUpReason) {
				const attempt = await this.send({ ...request, maxTimeoutMs: LOOK_UP_TIMEOUT_MS }, true);
				const failure = checkResponse(attempt, { fields: [] });
				if (!failure) return attempt.response as ApiResponse;
				const retryMs = retries.next(attempt);
				if (retryMs === undefined) {
					this.failedLookUp = failure;
					return undefined;
				}
				this.giveUpReason = await this.permit.acquire('retry', retryMs);
			}
			return undefined;
		};
	}

	/** Whether another item has returned the record with this ID. */
	private isOfOtherItem(id: unknown): boolean {
		return this.run.items.hasReturned(this.state.account, id);
	}

	/** Whether an attempt of this item is unclear. */
	private get isUnclear(): boolean {
		return this.state.lastUnclear?.isRuledOut === false;
	}

	private markUnclear(failure: Failure, { sentAt, outcome }: Attempt): void {
		// A record that is newer than the first of these attempts may be its own.
		const since = this.state.lastUnclear?.unclearSince ?? sentAt;
		const { lookUp } = this.request;
		this.state.lastUnclear = { unclearSince: since, failure, outcome, lookUp, isRuledOut: false };
	}

	/** The failure of a create with a value that a record has. After an unclear response, that may be its own record. */
	private taken(
		failure: Failure,
		{ remedy, mayBeOwn }: Extract<LookUpResult, { kind: 'taken' }>,
	): Failure {
		const { record = 'record' } = this.operation.effect ?? {};
		const headline = `A ${record} with these values already exists`;
		const refusal = failure.isUnclear ? new Failure(headline, '') : failure;
		if (this.state.lastUnclear) this.state.lastUnclear.isRuledOut = !mayBeOwn;
		return refusal.withDescription([remedy], { topic: 'Contact already exists' });
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
		const { retrySettings } = this.run;
		const isUnclear = effect !== undefined && failure.isUnclear;
		const isEarlierUnclear = effect && !failure.isUnclear && this.isUnclear;
		return [
			failure.description,
			attempt && describeNoRetry(attempt, retries, retrySettings, isUnclear, this.giveUpReason),
			isEarlierUnclear && `${describePossibleEffect(effect)} by an earlier attempt.`,
			isEarlierUnclear && this.request.lookUp?.advice,
		];
	}
}

function isMissing(response: ApiResponse | Fault): boolean {
	return !(response instanceof Fault) && isMissingRecord(response);
}
