import { type Answer, isDown } from './answer';
import { Fault } from './fault';
import { retryAfter, statedLimit } from './stated';
import { Again } from './turns';

/** A rate limit counts per minute of the clock: five waits from 2 s on outlast a full minute. */
const REFUSED_MS: [first: number, most: number] = [2_000, 60_000];
/** A fault is over sooner, or it is none that waiting mends. */
const FAULT_MS: typeof REFUSED_MS = [500, 8_000];
/** Nobody waits for the only one that fails: it outlasts a minute in which a part of the service is down. */
const ALONE_MS: typeof REFUSED_MS = [2_000, 32_000];

/** After each that a rate limit refused in vain the others rest, a quarter longer each time. */
const VAIN_MOST_MS = 15_000;
/** So many in a row: minutes in which all is refused. */
const MOST_IN_VAIN = 50;

/** A rate limit may refuse a request so often while others get through; then it is the request's own. */
const COINCIDENCES = 3;

/** What an answer is that may be another one in a moment. */
type Passing = 'limited' | 'down';

/**
 * Whether a request is sent again after this answer, and when.
 *
 * @param repeatable whether sending it twice does no harm
 * @param heard how many answers had arrived when it was sent
 * @returns undefined if the answer is final
 */
export type Repeat = (
	answer: Answer | Fault,
	repeatable: boolean,
	heard?: number,
) => Again | undefined;

/** Decides for all requests of a run which are sent again, and when. */
export class Retries {
	/** What the last request met for all its repeats: then the others do not wait for it too. */
	private inVain: Passing | undefined;
	/** How many in a row a rate limit has refused for the last time. */
	private vain = 0;
	/** Answers that are final for they would be the same again. */
	private answered = 0;
	/** So many answers of any kind have arrived. */
	heard = 0;
	/** How many had, with the last refusal in vain. */
	private heardInVain = 0;
	/** After so many of them the last request was sent that was answered for good. */
	private passedSince = 0;

	/** @param most how often a request is sent again at most */
	constructor(private readonly most: number) {}

	/** So many milliseconds nothing is sent after a request that is not sent again. */
	get restMs(): number {
		if (this.vain === 0 || this.hopeless) return 0;
		return Math.min(2 * 1.25 ** this.vain, VAIN_MOST_MS);
	}

	/** Whether so many were refused in a row that the others need not be sent. */
	get hopeless(): boolean {
		return this.vain >= MOST_IN_VAIN;
	}

	/**
	 * Begins to count the attempts of one request.
	 *
	 * A 429 says that nothing was done, and so does a refused connection: every request may follow it.
	 * After another fault, or a 502, 503 or 504, only a request that does no harm when repeated. While
	 * others get through a rate limit, it is no reason to give this request up, and its attempts
	 * count anew: a window may have opened and closed again while it waited. Nor do the others wait for
	 * a request that goes on to fail while they get through.
	 *
	 * @param telling whether its answer says something of other requests
	 */
	begin(telling = true): Repeat {
		let attempt = 0;
		let coincidences = 0;
		let { answered, heard: since } = this;
		let refusedSince = Infinity;
		return (answer, repeatable, heard = this.heard) => {
			const passing = passingOf(answer);
			this.heard++;
			const limited = passing === 'limited';
			const anew = limited && this.answered > answered;
			if (anew) attempt = 0;
			if (this.passedSince >= refusedSince) coincidences++;
			const alone = coincidences > (limited ? COINCIDENCES : 0);
			const again = passing && this.again(answer, attempt, repeatable, alone);
			if (!passing && telling) {
				this.answered++;
				this.passedSince = Math.max(this.passedSince, since);
			}
			const inVain = this.inVain === passing || (!alone && attempt >= this.most);
			if (!again) this.ended(inVain ? passing : undefined, heard);
			if (!anew) attempt++;
			answered = this.answered;
			refusedSince = since = this.heard;
			return again;
		};
	}

	/** Those that were open together count once: the others have not rested since. */
	private ended(inVain: Passing | undefined, heard: number): void {
		this.inVain = inVain;
		if (inVain !== 'limited') this.vain = 0;
		else if (heard >= this.heardInVain) this.vain++;
		else return;
		this.heardInVain = this.heard;
	}

	private again(
		answer: Answer | Fault,
		attempt: number,
		repeatable: boolean,
		alone: boolean,
	): Again | undefined {
		if (attempt >= this.most || passingOf(answer) === this.inVain) return undefined;
		return repeatable || undone(answer) ? wait(answer, attempt, alone) : undefined;
	}
}

function passingOf(answer: Answer | Fault): Passing | undefined {
	if (isDown(answer)) return 'down';
	return !(answer instanceof Fault) && answer.status === 429 ? 'limited' : undefined;
}

/** Whether a request has surely done nothing. */
function undone(answer: Answer | Fault): boolean {
	return answer instanceof Fault ? !answer.sent : answer.status === 429;
}

/** As long as the service asks for, but never less than its own measure. */
function wait(answer: Answer | Fault, attempt: number, alone: boolean): Again {
	const limited = passingOf(answer) === 'limited';
	const statedMs = answer instanceof Fault ? undefined : statedWait(answer);
	const own = backOff(limited ? REFUSED_MS : alone ? ALONE_MS : FAULT_MS, attempt);
	return new Again(Math.max(own, statedMs ?? 0), limited ? { statedMs } : undefined, alone);
}

/** What the service asks for, or says of the limit that has refused. */
function statedWait({ status, headers }: Answer): number | undefined {
	const { remaining, resetMs } = (status === 429 && statedLimit(headers)) || {};
	return retryAfter(headers) ?? (remaining === 0 ? resetMs : undefined);
}

/** Doubles with each attempt, and adds up to a quarter at random so that runs do not march in step. */
function backOff([firstMs, mostMs]: typeof REFUSED_MS, attempt: number): number {
	return Math.min(firstMs * 2 ** attempt, mostMs) * (1 + Math.random() / 4);
}
