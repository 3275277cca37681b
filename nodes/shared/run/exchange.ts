import { type Answer, isLost, isPage } from '../transport/answer';
import { Failure } from '../failure/failure';
import { failureOf, type Subject } from '../failure/verdict';
import type { Fault } from '../transport/fault';
import { Again } from '../transport/limiter';
import type { AddressedRequest, Exchange, Operation } from '../operation';
import type { Request } from '../transport/request';

/** What is to be done next, a request or a rest, until there is a result. */
type Steps<T> = Generator<Request | Again, T, Answer | Fault>;

/** Whether a request is sent again after the answer to an attempt, counted from 0, and when. */
export type Repeat = (
	answer: Answer | Fault,
	attempt: number,
	repeatable: boolean,
) => Again | undefined;

/**
 * All that one request of an item leads to: its repeats, and the look-ups of its operation where it
 * was refused or its answer was lost.
 *
 * @returns the answer to go on with, or why there is none
 */
export function* exchange(
	request: AddressedRequest,
	operation: Operation & Subject,
	repeat: Repeat,
): Steps<Answer | Failure> {
	const { heal, recover } = request;
	const leftAt = Date.now();
	let anyLost = false;
	for (let attempt = 0; ; attempt++) {
		const answer = yield request;
		if (anyLost && operation.deletes && isGone(answer)) return DELETED;
		const lost = isLost(answer);
		anyLost ||= lost;
		const rest = repeat(answer, attempt, !operation.unrepeatable || heal !== undefined);
		if (rest) yield rest;
		if (rest && !(lost && heal)) continue;
		const failure = failureOf(answer, operation);
		if (!failure) return answer as Answer;
		if (anyLost && heal) {
			const healed = yield* repeated(heal(failure, request, leftAt), repeat);
			if (healed) return healed;
			if (rest) continue;
			if (lost) return notDone(failure);
		}
		return recover ? yield* repeated(recover(failure, request), repeat) : failure;
	}
}

/** The look-ups of an operation: reads like any other, repeated as those are. */
function* repeated<T>(lookUps: Exchange<T>, repeat: Repeat): Steps<T> {
	let step = lookUps.next();
	while (!step.done) step = lookUps.next(yield* finalAnswer(step.value, repeat));
	return step.value;
}

function* finalAnswer(lookUp: Request, repeat: Repeat): Steps<Answer | Fault> {
	for (let attempt = 0; ; attempt++) {
		const answer = yield lookUp;
		const rest = repeat(answer, attempt, true);
		if (!rest) return answer;
		yield rest;
	}
}

/** A record that an attempt whose answer was lost has deleted. */
const DELETED: Answer = { status: 200, headers: {}, body: '' };

function isGone(answer: Answer | Fault): boolean {
	return 'status' in answer && answer.status === 404 && !isPage(answer);
}

function notDone({ message, httpCode }: Failure): Failure {
	return new Failure(message, 'It was looked for and is not there. Try again later.', httpCode);
}
