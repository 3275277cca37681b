import { checkResponse } from '../failure/checkResponse';
import type { Answer, Request, Send } from '../operation';
import { asksTooLong } from '../transport/reply';
import type { Permit } from '../transport/permit';
import { nextStep, Retries } from '../transport/retry';

/**
 * Sends the look-ups of one item. Each waits for its turn, so none leaves during a pause or after the run has
 * given up. A look-up only reads, so it is retried like any other read.
 */
export class LookUps {
	constructor(
		private readonly permit: Pick<Permit, 'acquireForLookUp' | 'acquireForRetry' | 'send'>,
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
			const isTurn = await this.permit.acquireForLookUp(firstWaitMs);
			firstWaitMs = 0;
			return isTurn ? await this.send(request) : undefined;
		};
	}

	private async send(request: Request): Promise<Answer | undefined> {
		const retries = new Retries(this.maxRetries);
		for (;;) {
			const reply = await this.permit.send(request);
			const { answer, outcome } = reply;
			if (!checkResponse(answer, { fields: [] })) return answer as Answer;
			const isFinal = asksTooLong(reply) || nextStep(outcome, 'read') === 'report';
			const retry = isFinal ? undefined : retries.next(reply);
			if (!retry) return undefined;
			// With a wait of 0, a retry leaves before all first attempts: what happened must be known first.
			if (!(await this.permit.acquireForRetry(retry.waitMs ?? 0))) return undefined;
		}
	}
}
