import { checkResponse } from '../failure/checkResponse';
import type { Answer, Request, Send } from '../operation';
import { asksTooLong } from '../transport/reply';
import { nextStep, retriesFor, retryWaitMs } from '../transport/retry';
import type { Slot } from '../transport/slot';

/**
 * Sends the look-ups of one item. Each waits for its turn, so none leaves during a pause or after the run has
 * given up. A look-up only reads, so it is retried like any other read.
 */
export class LookUps {
	constructor(
		private readonly slot: Pick<Slot, 'acquireForLookUp' | 'acquireForRetry' | 'send'>,
		private readonly maxRetries: number,
	) {}

	/**
	 * Makes a function that sends look-ups.
	 *
	 * @param waitMs how long the first of them waits at least
	 */
	sender(waitMs = 0): Send {
		let firstWaitMs = waitMs;
		return async (request) => {
			const isTurn = await this.slot.acquireForLookUp(firstWaitMs);
			firstWaitMs = 0;
			return isTurn ? await this.send(request) : undefined;
		};
	}

	private async send(request: Request): Promise<Answer | undefined> {
		for (let retry = 0; ; retry++) {
			const reply = await this.slot.send(request);
			const { answer, outcome } = reply;
			if (!checkResponse(answer, { fields: [] })) return answer as Answer;
			const isFinal = asksTooLong(reply) || nextStep(outcome, 'read') === 'report';
			if (isFinal || retry >= retriesFor(outcome, this.maxRetries)) return undefined;
			// With a wait of 0, a retry leaves before all first attempts: what happened must be known first.
			if (!(await this.slot.acquireForRetry(retryWaitMs(reply, retry) ?? 0))) return undefined;
		}
	}
}
