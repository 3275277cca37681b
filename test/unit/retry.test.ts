import type { Answer } from '../../nodes/shared/operation';
import type { Fault } from '../../nodes/shared/transport/fault';
import { replyOf } from '../../nodes/shared/transport/reply';
import { backOffMs, nextStep, Retries } from '../../nodes/shared/transport/retry';
import { answer, fault } from '../fixtures/answers';

const EFFECTS = ['read', 'idempotent', 'findable', 'harmful'] as const;

/** Responses and faults after which the request was certainly not carried out, and may succeed later. */
const NOT_DONE: Array<Answer | Fault> = [answer(425), answer(429), fault('ECONNREFUSED')];

/** Those after which it may have been carried out: another attempt may succeed, if it does no harm. */
const LOST: Array<Answer | Fault> = [
	...[408, 502, 503, 520, 521, 522, 523].map((status) => answer(status)),
	fault('ECONNRESET'),
];
const TIMED_OUT: Array<Answer | Fault> = [answer(504), answer(524), fault('ECONNABORTED')];

/** Those that another attempt would not change. */
const FINAL: Array<Answer | Fault> = [
	...[200, 201, 301, 400, 401, 403, 404, 409, 422, 501, 525].map((status) => answer(status)),
	...['ENOTFOUND', 'CERT_HAS_EXPIRED', 'ERR_CANCELED'].map((code) => fault(code)),
];

/** What follows for each effect of sending twice. */
function stepsAfter(answered: Answer | Fault, tookMs = 100): string[] {
	const { outcome } = replyOf(answered, tookMs);
	return EFFECTS.map((effect) => nextStep(outcome, effect));
}

it('retries everything that was certainly not carried out', () => {
	for (const answered of NOT_DONE) {
		expect(new Set(stepsAfter(answered))).toEqual(new Set(['retry']));
	}
});

it('retries what may have been carried out only if that does no harm, or a look-up shows the way', () => {
	for (const answered of LOST) {
		expect(stepsAfter(answered)).toEqual(['retry', 'retry', 'lookUpThenRetry', 'report']);
	}
});

it('never sends again what may still be running, if that could do harm', () => {
	const late = [...LOST, ...TIMED_OUT].map((answered): [Answer | Fault, number] => [
		answered,
		1000,
	]);
	const early = TIMED_OUT.map((answered): [Answer | Fault, number] => [answered, 100]);
	for (const [answered, tookMs] of [...late, ...early]) {
		expect(stepsAfter(answered, tookMs)).toEqual(['retry', 'retry', 'lookUpTwice', 'report']);
	}
});

it('repeats only reads after a 500, and looks up what became of a create', () => {
	expect(stepsAfter(answer(500))).toEqual(['retry', 'report', 'lookUp', 'report']);
});

it('reports everything else', () => {
	for (const answered of FINAL) expect(new Set(stepsAfter(answered))).toEqual(new Set(['report']));
});

it('waits longer with each pause for a rate limit, up to 16 seconds', () => {
	const waits = [0, 1, 2, 3, 4].map((retry) => backOffMs('rateLimited', retry));
	expect(waits.slice(0, 4)).toEqual(waits.slice(0, 4).toSorted((one, other) => one - other));
	expect(Math.max(...waits)).toBeLessThan(18_000);
});

it('retries a fault for about 15 seconds', () => {
	const waits = [0, 1, 2, 3, 4].map((retry) => backOffMs('lost', retry));
	const seconds = waits.reduce((sum, wait) => sum + wait) / 1000;
	expect([seconds > 15, seconds < 18]).toEqual([true, true]);
});

it('waits less for a fault than for a rate limit', () => {
	for (const retry of [0, 1, 2, 3, 4]) {
		expect(backOffMs('lost', retry)).toBeLessThan(backOffMs('rateLimited', retry));
	}
});

/** How often this response is retried. */
function retriesAfter(status: number, maxRetries: number): number {
	const retries = new Retries(maxRetries);
	let count = 0;
	while (count < 100 && retries.next(replyOf(answer(status), 0))) count++;
	return count;
}

it('waits at least as long as an unavailable service asks for', () => {
	const asking = replyOf(answer(503, '', { 'retry-after': '70' }), 0);
	expect(new Retries(1).next(asking)).toEqual({ waitMs: 70_000 });
});

it('leaves the wait after a 429 to the circuit breaker of the run', () => {
	expect(new Retries(1).next(replyOf(answer(429, '', { 'retry-after': '7' }), 0))).toEqual({});
});

it('retries a 429 as long as the run has patience, but not with a Max Retries of 0', () => {
	expect([0, 1].map((maxRetries) => retriesAfter(429, maxRetries))).toEqual([0, 100]);
});

it('retries a read less often after a 500 than Max Retries allows, because a bug stays', () => {
	expect([0, 1, 20].map((maxRetries) => retriesAfter(500, maxRetries))).toEqual([0, 1, 2]);
	expect(retriesAfter(503, 20)).toBe(20);
});
