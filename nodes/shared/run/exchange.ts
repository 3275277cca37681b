import type { Answer } from '../transport/answer';
import { Failure } from '../failure/failure';
import { longWaitText } from '../failure/faultText';
import { failureOf, type Subject } from '../failure/failureOf';
import type { Fault } from '../transport/fault';
import type { Place } from '../transport/limiter';
import type { AddressedRequest, Finding, Operation, Send } from '../operation';
import {
	askedWaitMs,
	MAX_WAIT_MS,
	nextStep,
	outcomeOf,
	type Repetition,
	retriesFor,
	retryWaitMs,
} from '../transport/retry';
import { saysRecordIsMissing } from '../failure/missingRecord';
import type { Run } from './run';

/** A service that was still at work at the first look-up may be done at the second. */
const SECOND_LOOK_UP_MS = 5_000;

/** A request that may have been carried out although no response said so. */
export interface UnclearRequest {
	/** What the user is told. */
	failure: Failure;
	/** When it was sent first, by the clock of this machine, in milliseconds since 1970. */
	sentAt: number;
	/** Whether the service may still be at work on it: then it is not sent again. */
	mayBeRunning: boolean;
}

/** How an exchange reaches the service: from one place among the requests in flight. */
export interface Channel extends Pick<Place, 'retake'> {
	send: Send;
}

/** What an exchange needs of its run. */
type ExchangeRun = Pick<Run, 'maxRetries' | 'unclear' | 'done'>;

/**
 * All that one request of an item leads to: its retries, the look-ups after a lost response, and what its
 * operation can do about a refusal. What is retried stands in the table of `retry.ts`.
 */
export class Exchange {
	private readonly repetition: Repetition;
	/** How often the request has been sent again. */
	private retries = 0;

	constructor(
		private readonly request: AddressedRequest,
		private readonly operation: Operation & Subject,
		private readonly channel: Channel,
		private readonly run: ExchangeRun,
		private readonly item: number,
	) {
		this.repetition = repetitionOf(operation, request);
	}

	/**
	 * Sends the request until its outcome is final.
	 *
	 * @returns the response to go on with, or why there is none
	 * @throws NotSent if the run has ended before the request could be sent again
	 */
	async result(): Promise<Answer | Failure> {
		let result = await this.resume();
		while (!result) result = await this.attempt();
		return result;
	}

	/** When n8n tries the node again: finds out what has become of a request that was unclear. */
	private async resume(): Promise<Answer | Failure | undefined> {
		const earlier = this.run.unclear.get(this.item);
		if (!earlier || this.repetition === 'read' || this.repetition === 'idempotent')
			return undefined;
		if (this.repetition === 'harmful') return earlier.failure;
		const finding = await this.lookUp(earlier);
		if (finding.result) return finding.result;
		if (!finding.isAbsent || earlier.mayBeRunning) return this.advised(earlier.failure);
		return undefined;
	}

	/** Sends the request once. Returns undefined if it is to be sent again. */
	private async attempt(): Promise<Answer | Failure | undefined> {
		const sentAt = Date.now();
		const answer = await this.channel.send(this.request);
		if (this.operation.deletes && this.isUnclear && isMissing(answer)) return DELETED;
		const failure =
			failureOf(answer, this.operation, this.request) ?? this.noRecords(answer as Answer);
		if (!failure) return answer as Answer;
		const outcome = outcomeOf(answer);
		if (failure.unclear) this.note(failure, sentAt, outcome === 'timedOut');
		switch (nextStep(outcome, this.repetition)) {
			case 'retry':
				return (await this.waitForRetry(answer)) ? undefined : withLongWait(failure, answer);
			case 'lookUpThenRetry':
				return await this.retryIfAbsent(failure, answer);
			case 'lookUpTwice':
				return await this.findTwice(failure);
			case 'lookUp':
				return await this.find(failure);
			case 'report':
				return await this.report(failure, answer);
		}
	}

	/** Waits for the next retry. Returns false if there is none. */
	private async waitForRetry(answer: Answer | Fault): Promise<boolean> {
		const outcome = outcomeOf(answer);
		if (this.retries >= retriesFor(outcome, this.run.maxRetries)) return false;
		return await this.channel.retake(retryWaitMs(answer, this.retries++));
	}

	private async retryIfAbsent(
		failure: Failure,
		answer: Answer | Fault,
	): Promise<Answer | Failure | undefined> {
		const isRetry = await this.waitForRetry(answer);
		const finding = await this.lookUp(this.unclear(failure));
		if (finding.result) return finding.result;
		if (!isRetry || !finding.isAbsent) return this.advised(failure);
		this.run.unclear.delete(this.item);
		return undefined;
	}

	private async findTwice(failure: Failure): Promise<Answer | Failure> {
		const { result } = await this.lookUp(this.unclear(failure));
		if (result) return result;
		const isOpen = await this.channel.retake(SECOND_LOOK_UP_MS);
		return isOpen ? await this.find(failure) : this.advised(failure);
	}

	private async find(failure: Failure): Promise<Answer | Failure> {
		const { result } = await this.lookUp(this.unclear(failure));
		return result ?? this.advised(failure);
	}

	private async report(failure: Failure, answer: Answer | Fault): Promise<Answer | Failure> {
		const { recover } = this.request;
		if (recover) return await recover(failure, this.request, this.sendLookUp);
		return withLongWait(failure, answer);
	}

	/** Looks whether a request was carried out. */
	private async lookUp({ failure, sentAt }: UnclearRequest): Promise<Finding> {
		const { lookUp } = this.request;
		if (!lookUp) return { isAbsent: false };
		const isTaken = (id: unknown) => this.isOfAnotherItem(id);
		const lost = { failure, sentAt, isTaken };
		return await lookUp.find(lost, this.request, this.sendLookUp);
	}

	/** A look-up only reads, so it is retried like any other read. */
	private readonly sendLookUp: Send = async (request) => {
		for (let retry = 0; ; retry++) {
			const answer = await this.channel.send(request);
			const outcome = outcomeOf(answer);
			const isFinal = nextStep(outcome, 'read') === 'report';
			if (isFinal || retry >= retriesFor(outcome, this.run.maxRetries)) return answer;
			// Before all that wait for their first turn: nothing follows until it is known what happened.
			if (!(await this.channel.retake(retryWaitMs(answer, retry) ?? 0))) return answer;
		}
	};

	/** Whether another item of the run came to this record. */
	private isOfAnotherItem(id: unknown): boolean {
		return [...this.run.done].some(
			([item, records]) => item !== this.item && records.some(({ json }) => json.id === id),
		);
	}

	private get isUnclear(): boolean {
		return this.run.unclear.has(this.item);
	}

	private note(failure: Failure, sentAt: number, mayBeRunning: boolean): void {
		const first = this.run.unclear.get(this.item)?.sentAt ?? sentAt;
		this.run.unclear.set(this.item, { failure, sentAt: first, mayBeRunning });
	}

	private unclear(failure: Failure): UnclearRequest {
		return this.run.unclear.get(this.item) ?? { failure, sentAt: Date.now(), mayBeRunning: true };
	}

	/** The failure with what makes running the item again safe. */
	private advised(failure: Failure): Failure {
		const { advice } = this.request.lookUp ?? {};
		return advice ? failure.withDescription(`${failure.description} ${advice}`) : failure;
	}

	/** A response of a read in which there are no records is a failure before anything follows it. */
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

function repetitionOf(operation: Operation, request: AddressedRequest): Repetition {
	if (operation.kind === 'read') return 'read';
	if (!operation.unrepeatable) return 'idempotent';
	return request.lookUp ? 'findable' : 'harmful';
}

/** What comes out for a record that an attempt without a response has deleted. */
const DELETED: Answer = { status: 200, headers: {}, body: '' };

function isMissing(answer: Answer | Fault): boolean {
	return 'status' in answer && saysRecordIsMissing(answer);
}

/** Says how long the service asks to wait where that is too long to be waited for. */
function withLongWait(failure: Failure, answer: Answer | Fault): Failure {
	const askedMs = askedWaitMs(answer);
	return askedMs > MAX_WAIT_MS ? failure.withDescription(longWaitText(askedMs)) : failure;
}
