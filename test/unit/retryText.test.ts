import fc from 'fast-check';

import { describeNoRetry, describeUnsent } from '../../nodes/shared/failure/retryText';

const LIMITS = { maxRetries: 5, maxRateLimitWaitMs: 300_000 };

it.each([
	[
		{ cause: 'rateLimit', retryAfterMs: 0 },
		LIMITS,
		/accepted no request for 300 seconds, so the node gave up\. .*'Max Wait for Rate Limit'/,
	],
	[
		{ cause: 'rateLimit', retryAfterMs: 0 },
		{ ...LIMITS, maxRateLimitWaitMs: 0 },
		/^The node did not wait for the rate limit, because 'Max Wait for Rate Limit' .* is 0\.$/,
	],
	[
		{ cause: 'outage', retryAfterMs: 0 },
		LIMITS,
		/unavailable for more than 90 seconds, so the node gave up/,
	],
	[
		{ cause: 'askedWait', retryAfterMs: 3_600_000 },
		LIMITS,
		/asks to wait 60 minutes\. Run this item again after that time/,
	],
] as const)('says why a request was not sent: %j', (reason, limits, why) => {
	const { message, description, topic } = describeUnsent(reason, limits);
	expect(message).toBe('Not sent: the requests before this one failed');
	expect(description).toMatch(why);
	expect(topic).toBe('Not sent');
});

it.each([
	['rateLimited', 0, 5, 'rateLimit', /^The service accepted no request for 300 seconds/],
	['rateLimited', 0, 5, 'outage', /^The service was unavailable for more than 90 seconds/],
	['rateLimited', 0, 5, 'askedWait', /^The service asks to wait 20 seconds/],
	['rateLimited', 0, 5, undefined, /its first attempt was more than 5\.5 minutes ago\.$/],
	['lost', 0, 5, undefined, /^It was retried 5 times\.$/],
	['lost', 900_000, 5, undefined, /^The service asks to wait 15 minutes/],
	['notRetryable', 900_000, 0, undefined, /^$/],
] as const)(
	'says why there was no retry after %s with a wait of %s ms, %s retries, and a run that gave up for: %s',
	(outcome, retryAfterMs, maxRetries, cause, why) => {
		const limits = { ...LIMITS, maxRetries };
		const reason = cause && { cause, retryAfterMs: cause === 'askedWait' ? 20_000 : 0 };
		const text = describeNoRetry({ outcome, retryAfterMs }, maxRetries, limits, false, reason);
		expect(text).toMatch(why);
	},
);

it('names no wait of 0, however long the service asked to wait and however long ago', () => {
	const ms = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1e9, noNaN: true }));
	fc.assert(
		fc.property(ms, fc.boolean(), (retryAfterMs, isUnclear) => {
			const reason = { cause: 'askedWait', retryAfterMs } as const;
			const attempt = { outcome: 'rateLimited', retryAfterMs: 0 } as const;
			for (const text of [
				describeUnsent(reason, LIMITS).description,
				describeNoRetry(attempt, 5, LIMITS, isUnclear, reason),
			])
				expect(text).not.toMatch(/\b0 (?:second|minute|hour)|\b1 (?:seconds|minutes|hours)\b/);
		}),
	);
});
