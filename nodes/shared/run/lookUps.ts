import { checkResponse } from '../failure/checkResponse';
import type { Request, Response, SendLookUp } from '../operation';
import type { Permit } from '../transport/permit';
import { nextStep, type Retries } from '../transport/retry';

/**
 * Sends the look-ups that find out what became of a request: at once if the request still holds its permit. During a
 * pause, or after the run has given up, a look-up waits for a turn of its own. It only reads, so it is retried like any
 * other read.
 */
export class LookUps {
	/** Whether one got no usable response, so that no other one is sent. */
	private hasFailed = false;

	/** @param retries of the request: those of its look-ups end at the same time */
	constructor(
		private readonly permit: Pick<Permit, 'acquireForLookUp' | 'acquireForRetry' | 'send'>,
		private readonly retries: Retries,
	) {}

	/** @param waitMs how long the first look-up waits at least */
	sender(waitMs = 0): SendLookUp {
		let firstWaitMs = waitMs;
		return async (request) => {
			if (this.hasFailed || (await this.permit.acquireForLookUp(firstWaitMs))) return undefined;
			firstWaitMs = 0;
			const response = await this.send(request);
			this.hasFailed = response === undefined;
			return response;
		};
	}

	private async send(request: Request): Promise<Response | undefined> {
		const retries = this.retries.forLookUp();
		for (;;) {
			const attempt = await this.permit.send(request);
			const { response, outcome } = attempt;
			if (!checkResponse(response, { fields: [] })) return response as Response;
			const retry = nextStep(outcome, 'read') === 'report' ? undefined : retries.next(attempt);
			if (!retry || (await this.permit.acquireForRetry(retry.waitMs))) return undefined;
			if (retries.isTooLate()) return undefined;
		}
	}
}
