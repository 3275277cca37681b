import type { Answer } from '../../nodes/shared/operation';
import type { Fault } from '../../nodes/shared/transport/fault';
import { replyOf } from '../../nodes/shared/transport/reply';
import { backOffMs, nextStep, retriesFor, retryWaitMs } from '../../nodes/shared/transport/retry';
import { read } from '../../tools/repository';
import { answer, fault } from '../fixtures/answers';

/** By response or fault, what follows for a read, a delete or update, a findable create, and any other write. */
const RULES: Array<[string, Answer | Fault, string, string, string, string]> = [
	['200', answer(200), 'report', 'report', 'report', 'report'],
	['404', answer(404), 'report', 'report', 'report', 'report'],
	['422', answer(422), 'report', 'report', 'report', 'report'],
	['429', answer(429), 'retry', 'retry', 'retry', 'retry'],
	['500', answer(500), 'retry', 'report', 'lookUp', 'report'],
	['501', answer(501), 'report', 'report', 'report', 'report'],
	['502', answer(502), 'retry', 'retry', 'lookUpThenRetry', 'report'],
	['503', answer(503), 'retry', 'retry', 'lookUpThenRetry', 'report'],
	['504', answer(504), 'retry', 'retry', 'lookUpTwice', 'report'],
	['520', answer(520), 'retry', 'retry', 'lookUpThenRetry', 'report'],
	['524', answer(524), 'retry', 'retry', 'lookUpTwice', 'report'],
	['ECONNRESET', fault('ECONNRESET'), 'retry', 'retry', 'lookUpThenRetry', 'report'],
	['ECONNABORTED', fault('ECONNABORTED'), 'retry', 'retry', 'lookUpTwice', 'report'],
	['ECONNREFUSED', fault('ECONNREFUSED'), 'retry', 'retry', 'retry', 'retry'],
	['ENOTFOUND', fault('ENOTFOUND'), 'report', 'report', 'report', 'report'],
	['a certificate', fault('CERT_HAS_EXPIRED'), 'report', 'report', 'report', 'report'],
	['ERR_CANCELED', fault('ERR_CANCELED'), 'report', 'report', 'report', 'report'],
];

/** What follows for each repetition, in the order of the table. */
function stepsAfter(answered: Answer | Fault, tookMs: number): string[] {
	const { outcome } = replyOf(answered, tookMs);
	const repetitions = ['read', 'idempotent', 'findable', 'harmful'] as const;
	return repetitions.map((repetition) => nextStep(outcome, repetition));
}

it.each(RULES)('retries only harmless requests after %s', (_what, answered, ...steps) => {
	expect(stepsAfter(answered, 100)).toEqual(steps);
});

it.each(RULES)('treats a response that is lost after seconds like a timeout: %s', (...rule) => {
	const [, answered, ...steps] = rule;
	const late = steps.map((step) => (step === 'lookUpThenRetry' ? 'lookUpTwice' : step));
	expect(stepsAfter(answered, 1000)).toEqual(late);
});

it('waits longer with each retry, and more than a minute over five retries of a rate limit', () => {
	const waits = [0, 1, 2, 3, 4].map((retry) => backOffMs('rateLimited', retry));
	expect(waits).toEqual(waits.toSorted((one, other) => one - other));
	expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThanOrEqual(60_000);
});

it('retries after a fault for as long as docs/recipes.md says', () => {
	const [, seconds] = /retries for about (\d+) seconds/.exec(read('docs/recipes.md')) ?? [];
	const waits = [0, 1, 2, 3, 4].map((retry) => backOffMs('lost', retry) / 1000);
	expect(Math.abs(waits.reduce((sum, wait) => sum + wait) - Number(seconds))).toBeLessThan(3);
});

it('waits less for a fault than for a rate limit', () => {
	for (const retry of [0, 1, 2, 3, 4]) {
		expect(backOffMs('lost', retry)).toBeLessThan(backOffMs('rateLimited', retry));
	}
});

it('waits at least as long as an unavailable service asks for', () => {
	expect(retryWaitMs(replyOf(answer(503, '', { 'retry-after': '70' }), 0), 0)).toBe(70_000);
});

it('leaves the wait after a 429 to the rate limit of the run', () => {
	expect(retryWaitMs(replyOf(answer(429, '', { 'retry-after': '7' }), 0), 0)).toBeUndefined();
});

it('retries a read less often after a 500 than Max Retries allows, because a bug stays', () => {
	expect([0, 1].map((maxRetries) => retriesFor('serverError', maxRetries))).toEqual([0, 1]);
	expect(retriesFor('serverError', 20)).toBeLessThan(retriesFor('lost', 20));
});
