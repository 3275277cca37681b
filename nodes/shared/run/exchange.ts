import { type Answer, isLost } from '../transport/answer';
import { Failure } from '../failure/failure';
import { failureOf, type Subject } from '../failure/failureOf';
import { saysRecordIsMissing } from '../failure/missingRecord';
import type { Fault } from '../transport/fault';
import type { Again } from '../transport/turns';
import type { AddressedRequest, Exchange, Operation } from '../operation';
import type { Request } from '../transport/request';
import type { Retries } from '../transport/retry';
import type { Run } from './run';

/** What is to be done next, a request or a rest, until there is a result. */
type Steps<T> = Generator<Request | Again, T, Answer | Fault>;

/** What may have been carried out although no answer said so. */
export interface Unsure {
	/** What was said of it. */
	failure: Failure;
	/** When it left first, by the clock of this machine in milliseconds. */
	leftAt: number;
}

/**
 * All that one request of an item leads to: its repeats, and the look-ups of its operation where it
 * was refused or its answer was lost, now or when n8n tried the node before.
 *
 * @returns the answer to go on with, or why there is none
 */
export function* exchange(
	request: AddressedRequest,
	operation: Operation & Subject,
	{ retries, unsure }: Pick<Run, 'retries' | 'unsure'>,
	item: number,
): Steps<Answer | Failure> {
	const { heal, recover } = request;
	const repeat = retries.begin();
	const before = unsure.get(item);
	if (before && operation.unrepeatable) {
		if (!heal) return before.failure;
		const healed = yield* repeated(heal(before.failure, request, before.leftAt), retries);
		if (healed) return healed;
	}
	/** When the first attempt left whose answer was lost. */
	let leftAt = before?.leftAt;
	for (;;) {
		const sentAt = Date.now();
		const { heard } = retries;
		const answer = yield request;
		if (leftAt !== undefined && operation.deletes && isGone(answer)) return DELETED;
		const failure = failureOf(answer, operation) ?? noRecords(answer as Answer, request, operation);
		if (failure?.unclear) unsure.set(item, { failure, leftAt: leftAt ?? sentAt });
		const lost = isLost(answer);
		if (lost) leftAt ??= sentAt;
		const rest = repeat(answer, !operation.unrepeatable || heal !== undefined, heard);
		if (rest) yield rest;
		if (rest && !(lost && heal)) continue;
		if (!failure) return answer as Answer;
		if (leftAt !== undefined && heal) {
			const healed = yield* repeated(heal(failure, request, leftAt), retries);
			if (healed) return healed;
			unsure.delete(item);
			if (rest) continue;
			if (lost) return notDone(failure);
		}
		return recover ? yield* repeated(recover(failure, request), retries) : failure;
	}
}

/** What a read cannot make records of is a failure before anything follows it. */
function noRecords(
	{ body }: Answer,
	request: AddressedRequest,
	{ kind, records }: Operation & Subject,
): Failure | undefined {
	if (kind === 'write') return undefined;
	try {
		records(body, request);
		return undefined;
	} catch (error) {
		return error instanceof Failure ? error : new Failure(String(error), '');
	}
}

/** The look-ups of an operation: reads like any other, repeated as those are. */
function* repeated<T>(lookUps: Exchange<T>, retries: Retries): Steps<T> {
	let step = lookUps.next();
	while (!step.done) step = lookUps.next(yield* finalAnswer(step.value, retries));
	return step.value;
}

function* finalAnswer(lookUp: Request, retries: Retries): Steps<Answer | Fault> {
	const repeat = retries.begin(false);
	for (;;) {
		const { heard } = retries;
		const answer = yield lookUp;
		const rest = repeat(answer, true, heard);
		if (!rest) return answer;
		yield rest;
	}
}

/** A record that an attempt whose answer was lost has deleted. */
const DELETED: Answer = { status: 200, headers: {}, body: '' };

/** Whether the record is gone: a gateway's 404 proves nothing. */
function isGone(answer: Answer | Fault): boolean {
	return 'status' in answer && saysRecordIsMissing(answer);
}

function notDone({ message, httpCode }: Failure): Failure {
	return new Failure(message, 'It was looked for and is not there. Try again later.', { httpCode });
}
