import fc from 'fast-check';

import { CASES } from '../../cases';
import { Failure } from '../../nodes/shared/failure/failure';
import { describeUnclear } from '../../nodes/shared/failure/effectText';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import { VERDICTS, chooseVerdict } from '../../nodes/shared/failure/verdict';
import { isObject } from '../../nodes/shared/input/values';
import { isUnavailable, toAttempt } from '../../nodes/shared/transport/attempt';
import { filesIn, read } from '../../tools/repository';
import { response, fault } from '../fixtures/responses';

const operation = fc.constantFrom(...CASES.map((one) => one.operation));

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
			const failure = checkResponse(received, its) as Failure;
			const said = chooseVerdict(failure, its, failure.unclear);
			const { outcome } = toAttempt(received, 0, 0);
			const isOver = outcome === 'rateLimited' || isUnavailable(outcome);
			const isUnknown = its.kind === 'write' && failure.unclear;
			expect(said.includes(VERDICTS.unknown)).toBe(isUnknown);
			expect(said.includes(VERDICTS.later)).toBe(
				isOver && !(isUnknown && isObject(its.ifRepeated)),
			);
		}),
	);
});

it('says after each failed write that its outcome is unknown, unless the status is a refusal', () => {
	const statuses = fc.oneof(fc.integer({ min: 300, max: 599 }), fc.constantFrom(303, 408));
	const writes = operation.filter(({ kind }) => kind === 'write');
	const bodies = fc.constantFrom<unknown>('', 'Gone', { error: 'Not now' }, '<p>Not now</p>');
	fc.assert(
		fc.property(statuses, bodies, writes, (status, body, its) => {
			const failure = checkResponse(response(status, body), its) as Failure;
			// 303: the response is at another address. 408: the service may have read the request.
			const isRefusal = status < 500 && status !== 303 && status !== 408;
			expect(chooseVerdict(failure, its, failure.unclear).includes(VERDICTS.unknown)).toBe(
				!isRefusal,
			);
			expect(describeUnclear(its)).toContain('may have been');
		}),
	);
});

it.each(['3600', 'Fri, 01 Jan 2100 00:00:00 GMT'])(
	'says nothing of later if the service asks to wait until %s',
	(wait) => {
		const busy = response(429, '', { 'retry-after': wait });
		for (const { operation: its } of CASES) {
			expect(chooseVerdict(checkResponse(busy, its) as Failure, its, false)).toBe('');
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
