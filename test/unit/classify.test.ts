import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CASES } from '../../cases';
import { pushToPartner } from '../../nodes/Catalog/operations/pushToPartner';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import type { Operation, RequestParts } from '../../nodes/shared/operation';
import { oneOf } from '../fixtures/arbitraries';
import { PAGE, failureOf, response } from '../fixtures/responses';

const OPERATIONS = CASES.map(({ operation }) => operation);
const READS = OPERATIONS.filter(({ safety }) => safety === 'safe');
const WRITES = OPERATIONS.filter((operation) => operation.safety !== 'safe');
const WITHOUT_BODY = WRITES.filter(({ undocumentedBody }) => undocumentedBody);
const WITH_RECORD = WRITES.filter(({ undocumentedBody }) => !undocumentedBody);
type WriteOperation = Extract<Operation, { effect: object }>;

const hasId = ({ endpoint }: Operation) => endpoint.url.includes('{id}');
const CHANGES = WITH_RECORD.filter(hasId);
/** Their requests name no record, so the response may be about any. */
const CREATES = WITH_RECORD.filter((operation) => !hasId(operation));

const status = fc.integer({ min: 200, max: 299 });
/** Words in any language; no number among them, for a text can be a status. */
const words = fc
	.string({ unit: 'grapheme', minLength: 2, maxLength: 60 })
	.filter((text) => /\p{L}/u.test(text) && !/^\s*[<{]/.test(text));
/** Names that say nothing about the outcome of a request. */
const plainName = fc.stringMatching(/^x_[a-z_]{1,12}$/);
const plainFields = fc.dictionary(plainName, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const id = fc.oneof(fc.integer({ min: 1 }), fc.uuid());
/** A record, which an ID of 0 identifies as well if it has other fields. */
const record = fc.oneof(
	fc.tuple(plainFields, id).map(([fields, given]) => ({ ...fields, id: given })),
	fc.tuple(plainFields, words).map(([fields, x_name]) => ({ ...fields, x_name, id: 0 })),
);
const no = fc.constantFrom(false, 0, 'false', 'False', '0', 'no', ' NO ');
const yes = fc.constantFrom<IDataObject[string]>(true, 1, 'true', 'YES', '2');
const errors = fc.oneof(
	words,
	fc.constant(true),
	fc.array(words, { minLength: 1 }),
	fc.dictionary(plainName, fc.array(words, { minLength: 1 }), { minKeys: 1 }),
	fc.record({ message: words }),
);
/** A failure, reported in JSON. */
const report = fc.oneof(
	fc.record({ success: no }),
	fc.record({ ok: no }),
	fc.record({ error: fc.oneof(errors, yes) }),
	fc.record({ errors: fc.oneof(errors, yes) }),
	fc.record({ status: fc.constantFrom('fail', 'error', 'Error') }),
);
const page = fc
	.tuple(fc.constantFrom('<!DOCTYPE html>', ' <html>', '<?xml version="1.0"?>', '<p>'), words)
	.map((parts) => parts.join(''));
/** Where a body says what has happened. */
const place = fc.constantFrom<(body: object) => object>(
	(body) => body,
	(payload) => ({ payload }),
	(data) => ({ data }),
);

const recordName = ({ effect }: WriteOperation) => effect.record.replaceAll(' ', '_');

/** The ways in which servers wrap a record. */
const wrapping = (operation: WriteOperation) =>
	fc
		.array(fc.constantFrom('list', 'payload', 'data', recordName(operation)), { maxLength: 3 })
		.map(
			(ways) => (inner: unknown) =>
				ways.reduce((body, way) => (way === 'list' ? [body] : { [way]: body }), inner),
		);

/** The item of a record: a contact says that it was created. */
function itemOf({ effect }: WriteOperation, fields: object): object {
	return effect.record === 'contact' ? { ...fields, created: true } : fields;
}

/** A body, and the item that comes of it. */
type Given = [body: unknown, item?: unknown];
interface Row {
	what: string;
	is: 'success' | 'failure' | 'noRecord';
	of: Operation[];
	given: (operation: WriteOperation) => fc.Arbitrary<Given>;
}

const ROWS: Row[] = [
	{
		what: 'any words, if no body is documented',
		is: 'success',
		of: WITHOUT_BODY,
		given: ({ effect }) =>
			fc
				.tuple(words, fc.boolean())
				.map(([message, isText]) => [
					isText ? message : { message },
					{ message, [effect.done]: true, id: 7 },
				]),
	},
	{
		what: 'nothing',
		is: 'success',
		of: WRITES,
		given: () => fc.constantFrom<Given>([''], [' \n']),
	},
	{
		what: 'the documented record, whatever is around it',
		is: 'success',
		of: WITH_RECORD,
		given: (operation) =>
			fc
				.tuple(wrapping(operation), record)
				.map(([wrapped, fields]) => [wrapped(fields), itemOf(operation, fields)]),
	},
	{
		what: 'a bare record of which a field holds another one',
		is: 'success',
		of: WITH_RECORD,
		given: (operation) =>
			fc
				.tuple(plainFields, fc.constantFrom('payload', 'data'), fc.integer({ min: 8 }))
				.map(([fields, name, other]) => ({ ...fields, id: 7, [name]: { ...fields, id: other } }))
				.map((body) => [body, itemOf(operation, body)]),
	},
	{
		what: 'a record that has words of a failure in its fields',
		is: 'success',
		of: WITH_RECORD,
		given: (operation) =>
			fc
				.tuple(
					wrapping(operation),
					fc.record({ id, status: fc.constantFrom('failed', 'error', 404), error: words }),
				)
				.map(([wrapped, fields]) => [wrapped(fields)]),
	},
	{
		what: 'no record, where one is documented',
		is: 'noRecord',
		of: WITH_RECORD,
		given: () =>
			fc
				.oneof(plainFields, words, fc.constantFrom([], null, { id: 0 }, { id: false }))
				.map((body) => [body]),
	},
	{
		what: 'several records, none of which is that of the request',
		is: 'noRecord',
		of: WITH_RECORD,
		given: (operation) =>
			fc
				.tuple(wrapping(operation), fc.constantFrom(2, 3))
				.map(([wrapped, other]) => [wrapped([{ id: 1 }, { id: other }])]),
	},
	{
		what: 'JSON that ends in the middle',
		is: 'noRecord',
		of: WRITES,
		given: () =>
			fc
				.tuple(report, words)
				.map(([said, message]) => [JSON.stringify({ ...said, message }).slice(0, -1)]),
	},
	{ what: 'a web page', is: 'noRecord', of: WRITES, given: () => page.map((body) => [body]) },
	{
		what: 'a failure in JSON, at the top, in payload or in data',
		is: 'failure',
		of: OPERATIONS,
		given: () =>
			fc
				.tuple(place, plainFields, report)
				.map(([put, fields, said]) => [put({ ...fields, ...said })]),
	},
	{
		what: 'the verb of the operation, and no',
		is: 'failure',
		of: WRITES,
		given: ({ effect }) => fc.tuple(place, no).map(([put, said]) => [put({ [effect.done]: said })]),
	},
	{
		what: 'a record, and success or ok that is false',
		is: 'failure',
		of: WITH_RECORD,
		given: () =>
			fc
				.tuple(place, record, fc.constantFrom({ success: false }, { ok: false }))
				.map(([put, fields, said]) => [put({ ...fields, ...said })]),
	},
	{
		what: 'an error that is false, or a failure that is deeper or in a list',
		is: 'success',
		of: WITHOUT_BODY,
		given: () =>
			fc
				.tuple(place, report, no)
				.chain(([put, said, error]) =>
					fc.constantFrom<Given>(
						[put({ error })],
						[put({ data: { result: said } })],
						[put([said])],
					),
				),
	},
	{
		what: 'errors beside what was done',
		is: 'success',
		of: WITHOUT_BODY,
		given: ({ effect }) =>
			fc
				.tuple(place, yes, errors)
				.map(([put, said, errors]) => [
					put({ [effect.done]: said, errors }),
					expect.objectContaining({ errors }),
				]),
	},
	{
		what: 'errors beside a created record',
		is: 'success',
		of: CREATES,
		given: (operation) =>
			fc
				.tuple(record, place, errors, fc.boolean())
				.map(([fields, put, errors, isPayload]) => [
					isPayload
						? { payload: fields, errors }
						: put({ [recordName(operation)]: fields, errors }),
					expect.objectContaining({ errors }),
				]),
	},
	{
		what: 'errors beside a changed record, and yes',
		is: 'success',
		of: CHANGES,
		given: ({ effect }) =>
			fc
				.tuple(fc.constantFrom('success', effect.done), yes, record, errors)
				.map(([flag, said, payload, errors]) => [
					{ [flag]: said, payload, errors },
					expect.objectContaining({ errors }),
				]),
	},
	{
		what: 'an error beside a changed record',
		is: 'failure',
		of: CHANGES,
		given: () => fc.tuple(record, words).map(([payload, error]) => [{ payload, error }]),
	},
	{
		what: 'an error beside a count of what was done',
		is: 'success',
		of: [pushToPartner],
		given: () => fc.tuple(place, words).map(([put, error]) => [put({ published: 2, error })]),
	},
	{
		what: 'an error beside a count of nothing',
		is: 'failure',
		of: [pushToPartner],
		given: () => fc.tuple(place, words).map(([put, error]) => [put({ published: 0, error })]),
	},
	{
		what: 'any JSON of a read, whose records are checked as a list',
		is: 'success',
		of: READS,
		given: () => plainFields.map((fields) => [{ ...fields, x: 1 }]),
	},
];

it.each(ROWS)('a 2xx with $what: $is', ({ is, of, given }) => {
	const ofOperation = (operation: Operation) =>
		fc.tuple(fc.constant(operation), status, given(operation as WriteOperation));
	fc.assert(
		fc.property(oneOf(of).chain(ofOperation), ([operation, code, [body, item]]) => {
			// A list that is accepted for later has no records yet.
			fc.pre(code !== 202 || operation.effect !== undefined);
			const failure = failureOf(response(code, body), operation);
			const failed = failure?.isUnclear ? 'noRecord' : 'failure';
			expect(failure ? failed : 'success').toBe(is);
			const request = { path: { id: 7 } } as RequestParts;
			if (item) expect(operation.records(body, request)).toEqual([item]);
		}),
	);
});

it('a 2xx with several records is a success if one of them is that of the request', () => {
	const ids = fc.uniqueArray(fc.integer({ min: 1 }), { minLength: 2, maxLength: 5 });
	const given = oneOf(CHANGES).chain((operation) =>
		fc.tuple(fc.constant(operation), ids, wrapping(operation)),
	);
	fc.assert(
		fc.property(given, ([operation, ids, wrapped]) => {
			const body = wrapped(ids.map((id) => ({ id })));
			const about = { ...operation, recordId: ids.at(-1) };
			expect(failureOf(response(200, body), about)).toBeUndefined();
		}),
	);
});

it('a 2xx of a read without JSON is unreadable', () => {
	const nothing = fc.oneof(words, fc.constantFrom<unknown>('', ' \n', null, undefined));
	fc.assert(
		fc.property(status, oneOf(READS), nothing, (code, operation, body) => {
			expect(failureOf(response(code, body), operation)?.topic).toBe('Unreadable response');
		}),
	);
});

/** The topic of a failure; undefined for a success. */
function topicOf(status: number, body: unknown, headers = {}): string | undefined {
	return failureOf({ status, body, headers }, deleteLabel)?.topic;
}

it.each([
	[404, { error: 'Resource could not be found' }],
	[404, { description: 'Label 7 could not be found' }],
])('a %s with %j says that the record is missing', (status, body) => {
	expect(topicOf(status, body)).toBe('Record not found');
});

it.each([
	// Gateways and frameworks, for a path that they don't know.
	[404, { message: 'no Route matched with those values' }],
	[404, { status: 404, error: 'Not Found' }],
	[404, { message: 'Route DELETE:/x not found', error: 'Not Found', statusCode: 404 }],
	[404, ''],
	[404, '404 page not found'],
	[404, PAGE],
	[404, {}],
	// Not a 404 at all.
	[410, { error: 'Resource could not be found' }],
	[200, { error: 'Resource could not be found' }],
])('a %s with %j does not', (status, body) => {
	expect(topicOf(status, body)).not.toBe('Record not found');
});

it.each([
	['<!DOCTYPE html>', {}, true],
	['<?xml version="1.0"?>', {}, true],
	['plain', { 'content-type': 'text/html; charset=utf-8' }, false],
	['Sign <b>in</b>', { 'content-type': 'text/html; charset=utf-8' }, true],
	['1 < 2', { 'content-type': 'text/html' }, false],
])('the body %j with the headers %j is a web page: %p', (body, headers, page) => {
	expect(topicOf(200, body, headers) === 'Web page instead of the API').toBe(page);
});
