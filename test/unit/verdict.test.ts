import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CASES } from '../../cases';
import { createContact } from '../../nodes/Contact/operations/create';
import { lookUpOf } from '../../nodes/Contact/lookUp';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { Failure, type Sentence } from '../../nodes/shared/response/failure';
import {
	VERDICTS,
	chooseVerdict,
	describeNoRetry,
	describePlace,
	describeProgress,
	describeUnclear,
	describeUnsent,
} from '../../nodes/shared/failure/verdict';
import type { LookUp, Operation } from '../../nodes/shared/operation';
import { OUTCOMES } from '../../nodes/shared/http/outcome';
import { filesIn, read } from '../../tools/repository';
import { oneOf } from '../fixtures/arbitraries';
import { attemptWith, failureOf, PAGE, fault, response } from '../fixtures/responses';

const operation = oneOf(CASES.map((one) => one.operation));

/** Any response, or a fault in its place. */
const result = fc.oneof(
	fc
		.tuple(fc.integer({ min: 300, max: 599 }), fc.constantFrom('', { error: 'No' }, '<p>No</p>'))
		.map(([status, body]) => response(status, body)),
	fc
		.constantFrom('ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'EPROTO')
		.map((code) => fault(code)),
);

it('says that an item can be run again later only if the cause passes and repeating is safe', () => {
	fc.assert(
		fc.property(result, operation, (received, its) => {
			const failure = failureOf(received, its) as Failure;
			const said = chooseVerdict(failure, its, failure.isUnclear);
			const isOver = attemptWith(received).outcome.isTransient;
			const isUnknown = its.safety !== 'safe' && failure.isUnclear;
			expect(said.includes(VERDICTS.unclear)).toBe(isUnknown);
			expect(said.includes(VERDICTS.later)).toBe(
				isOver && !(isUnknown && its.checkFirst !== undefined),
			);
		}),
	);
});

it('says after each failed write that its outcome is unknown, unless the status is a refusal', () => {
	const statuses = fc.oneof(fc.integer({ min: 300, max: 599 }), fc.constantFrom(303, 408));
	const writes = operation.filter(({ safety }) => safety !== 'safe');
	const bodies = fc.constantFrom<unknown>('', 'Gone', { error: 'Not now' }, '<p>Not now</p>');
	fc.assert(
		fc.property(statuses, bodies, writes, (status, body, its) => {
			const failure = failureOf(response(status, body), its) as Failure;
			// 303: the response is at another address. 408: the service may have read the request.
			const isRefusal = status < 500 && status !== 303 && status !== 408;
			expect(chooseVerdict(failure, its, failure.isUnclear).includes(VERDICTS.unclear)).toBe(
				!isRefusal,
			);
			expect(describeUnclear(failure, its)).toContain('may have been');
		}),
	);
});

it.each(['3600', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
	'says nothing of later if the service asks to wait until %s',
	(wait) => {
		const busy = response(429, '', { 'retry-after': wait });
		for (const { operation: its } of CASES) {
			expect(chooseVerdict(failureOf(busy, its) as Failure, its, false)).toBe('');
		}
	},
);

it('has sentences that are part of no other text', () => {
	const files = ['nodes', 'credentials']
		.flatMap(filesIn)
		.filter((file) => file.endsWith('.ts') && !file.endsWith('failure/verdict.ts'));
	for (const sentence of Object.values(VERDICTS)) {
		expect(files.filter((file) => read(file).includes(sentence.slice(0, -1)))).toEqual([]);
	}
});

function items(
	indexes: number[],
	json: IDataObject = {},
): Array<[number, Array<{ json: IDataObject }>]> {
	return indexes.map((index) => [index, [{ json }]]);
}

it.each<[made: number[], existing: number[], unclear: number[], text: string]>([
	[
		[3, 0, 1, 2, 5],
		[10],
		[1, 4, 8],
		'Created: the 1st to 4th and 6th. Existed before: the 11th. May have been created: the 2nd and 5th.',
	],
	[[20, 22, 24, 26, 28, 29], [], [], 'Created: the 21st, 23rd, 25th and 3 others.'],
	[[], [], [], 'No contact was created.'],
	// Another sentence says that the failed item itself may have been created.
	[[], [], [8], 'No other contact was created.'],
])('says what a run has done that its ninth item ends', (made, existing, unclear, text) => {
	const done = new Map([...items(made), ...items(existing, { created: false })]);
	expect(describeProgress(createContact, 8, done, unclear)).toBe(text);
});

it.each<[IDataObject, text: string]>([
	[{}, ''],
	[
		{ row_number: 14, Email: 'ann@example.com', name: 'Ann' },
		' (row_number: 14, Email: ann@example.com)',
	],
	[{ Name: 'Ann', 'Phone Number': '+15551234567' }, ' (Phone Number: +15551234567)'],
	[{ email: '', name: 'Ann' }, ' (name: Ann)'],
	[{ name: 'x'.repeat(61), email: { a: 1 } }, ''],
])('names the failed item by its place and the first of its names: %j', (data, text) => {
	expect(describePlace(12, 50, data)).toBe(`The 13th of 50 items failed${text}.`);
});

it('names a few items of a run of any size, counts the others, and leaves none out', () => {
	const fate = fc.constantFrom('made', 'existing', 'unclear', 'failed');
	const parts = fc.tuple(fate, fc.integer({ min: 1, max: 30 }));
	const fates = fc.array(parts, { maxLength: 300, size: 'max' });
	fc.assert(
		fc.property(fates, (parts) => {
			const all = parts.flatMap(([each, count]) => Array<string>(count).fill(each));
			const of = (wanted: string) => all.flatMap((each, index) => (each === wanted ? [index] : []));
			const done = new Map([...items(of('made')), ...items(of('existing'), { created: false })]);
			const unclear = of('unclear');
			const text = describeProgress(createContact, -1, done, unclear);
			for (const [wanted, words] of [
				['made', 'Created'],
				['existing', 'Existed before'],
				['unclear', 'May have been created'],
			]) {
				const [, list = ''] = new RegExp(`${words}: the ([^.]*)`).exec(text) ?? [];
				const [, others = '0'] = /(\d+) others?/.exec(list) ?? [];
				const numbers = list
					.replace(/(?: and )?\d+ others?$/, '')
					.split(/, | and /)
					.filter(Boolean)
					.flatMap((range) => {
						const [first, last = first] = range.split(' to ').map((place) => parseInt(place));
						return Array.from({ length: last - first + 1 }, (_, index) => first + index - 1);
					});
				expect(numbers).toEqual(of(wanted).slice(0, numbers.length));
				expect(numbers.length + Number(others)).toBe(of(wanted).length);
			}
		}),
		{ numRuns: 50 },
	);
});

it.each<[Operation, text: string]>([
	[
		createContact,
		'The contact may have been created. Search for it before you run this item again.',
	],
	[
		updateAutomationRule,
		'The automation rule may have been updated. Running this item again does no harm.',
	],
	[
		deleteLabel,
		"The label may have been deleted. If so, running this item again gives 'could not be found'.",
	],
	[searchContacts, ''],
])(
	'says what a request without a clear response may have done, and what to do',
	(operation, text) => {
		expect(describeUnclear(new Failure('', ''), operation)).toBe(text);
	},
);

function textOf(sentence: Sentence): string {
	return typeof sentence === 'string' ? sentence : sentence.optional;
}

describe('an unclear create', () => {
	const CREATE = createContact;
	const values = { email: 'ann@b.example' };
	const LOST = failureOf(response(503), CREATE) as Failure;
	const ODD = failureOf(response(200, PAGE), CREATE) as Failure;

	it.each<[string, Failure, LookUp | undefined, advice: string, verdict: string]>([
		[
			'that continues, if the cause passes',
			LOST,
			lookUpOf(values, true),
			'',
			'The outcome is unknown. Where duplicates are refused, as in Chatwoot, it is safe to run this item again later.',
		],
		[
			'that continues',
			ODD,
			lookUpOf(values, true),
			' Where duplicates are refused, as in Chatwoot, it is safe to run this item again.',
			'The outcome is unknown.',
		],
		[
			'that fails with an existing contact',
			LOST,
			lookUpOf(values, false),
			" To run it again safely, set 'If the Contact Exists' to 'Return It Unchanged'.",
			'The outcome is unknown.',
		],
		[
			'without a unique value',
			LOST,
			undefined,
			' Search for it before you run this item again.',
			'The outcome is unknown.',
		],
	])('%s has one piece of advice', (_which, failure, lookUp, advice, verdict) => {
		expect(describeUnclear(failure, CREATE, lookUp)).toBe(
			`The contact may have been created.${advice}`,
		);
		expect(chooseVerdict(failure, CREATE, true, lookUp)).toBe(verdict);
		expect(verdict).not.toContain(VERDICTS.later);
	});
});

const LIMITS = { maxRetries: 5, maxRateLimitWaitMs: 300_000 };

const NO_WAIT = { ...LIMITS, maxRateLimitWaitMs: 0 };

it.each([
	['rateLimit', 0, { ...LIMITS, maxRateLimitWaitMs: 1000 }, /accepted no request for 1 second\./],
	['rateLimit', 0, LIMITS, /accepted no request for 300 seconds\. .*'Max Wait \(Seconds\)'/],
	['rateLimit', 0, NO_WAIT, /^The node did not wait .*'Max Wait \(Seconds\)' .* is 0\.$/],
	['outage', 0, LIMITS, /unavailable for more than 90 seconds/],
	['askedWait', 3_600_000, LIMITS, /asks to wait 60 minutes\. Run this item again after that time/],
	// Its verdict is 'Run this item again later.'
	['askedWait', 58_000, NO_WAIT, /^The service asks to wait 58 seconds\.$/],
] as const)('says why a request was not sent: %s, %s ms', (cause, retryAfterMs, limits, why) => {
	expect(describeUnsent({ cause, retryAfterMs }, limits)).toMatchObject({
		message: 'Not sent: the requests before this one failed',
		description: expect.stringMatching(why) as string,
		topic: 'Not sent',
	});
});

it.each([
	['rateLimited', 0, 5, 'rateLimit', /^The service accepted no request for 300 seconds/],
	['rateLimited', 0, 5, 'outage', /^The service was unavailable for more than 90 seconds/],
	['rateLimited', 0, 5, 'askedWait', /^The service asks to wait 20 seconds/],
	['rateLimited', 0, 5, undefined, /its first attempt was more than 5\.5 minutes ago\.$/],
	['lost', 0, 5, undefined, /^It was retried 5 times\.$/],
	['lost', 900_000, 5, undefined, /^The service asks to wait 15 minutes/],
	['rejected', 900_000, 0, undefined, /^$/],
] as const)(
	'says why there was no retry after %s with a wait of %s ms, %s retries, and a run that gave up for: %s',
	(outcome, retryAfterMs, maxRetries, cause, why) => {
		const limits = { ...LIMITS, maxRetries };
		const reason = cause && { cause, retryAfterMs: cause === 'askedWait' ? 20_000 : 0 };
		const attempt = { outcome: OUTCOMES[outcome], retryAfterMs };
		const said = describeNoRetry(attempt, maxRetries, limits, false, reason);
		expect(textOf(said)).toMatch(why);
	},
);

it('names no wait of 0, however long the service asked to wait and however long ago', () => {
	const ms = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1e9, noNaN: true }));
	fc.assert(
		fc.property(ms, fc.boolean(), (retryAfterMs, isUnclear) => {
			const reason = { cause: 'askedWait', retryAfterMs } as const;
			const attempt = { outcome: OUTCOMES.rateLimited, retryAfterMs: 0 };
			for (const text of [
				describeUnsent(reason, LIMITS).description,
				textOf(describeNoRetry(attempt, 5, LIMITS, isUnclear, reason)),
			])
				expect(text).not.toMatch(/\b0 (?:second|minute|hour)|\b1 (?:seconds|minutes|hours)\b/);
		}),
	);
});
