import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CASES } from '../../cases';
import { pushToPartner } from '../../nodes/Catalog/operations/pushToPartner';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import { isMissingRecord, isPage } from '../../nodes/shared/failure/judge';
import type {
	Operation,
	RequestParts,
	ResponseContext,
	WriteOperation,
} from '../../nodes/shared/operation';
import { oneOf } from '../fixtures/arbitraries';
import { response, PAGE } from '../fixtures/responses';

const OPERATIONS = CASES.map(({ operation }) => operation);
const WRITES = OPERATIONS.filter((operation) => operation.kind === 'write');
const WITH_RECORD = WRITES.filter(({ noBody }) => !noBody);
const hasId = ({ endpoint }: Operation) => endpoint.url.includes('{id}');

const anyOperation = oneOf(OPERATIONS);
const write = oneOf(WRITES);
const withoutBody = oneOf(WRITES.filter(({ noBody }) => noBody));
const withRecord = oneOf(WITH_RECORD);
const change = oneOf(WITH_RECORD.filter(hasId));
/** Its request names no record, so the response may be about any. */
const create = oneOf(WITH_RECORD.filter((operation) => !hasId(operation)));

const status = fc.integer({ min: 200, max: 299 });
/** Words in any language; no number among them, for a text can be a status. */
const words = fc
	.string({ unit: 'grapheme', minLength: 2, maxLength: 60 })
	.filter((text) => /\p{L}/u.test(text) && !/^\s*[<]/.test(text));
/** Names that say nothing about the outcome of a request. */
const plainName = fc.stringMatching(/^x_[a-z_]{1,12}$/);
const plainFields = fc.dictionary(plainName, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const id = fc.oneof(fc.integer({ min: 1 }), fc.uuid());
/** A record, which an ID of 0 identifies as well if it has other fields. */
const record = fc.oneof(
	fc.tuple(plainFields, id).map(([fields, given]) => ({ ...fields, id: given })),
	plainFields
		.filter((fields) => Object.keys(fields).length > 0)
		.map((fields) => ({ ...fields, id: 0 })),
);

/** Wraps a record in some of the ways that servers do. */
function wrapped(inner: unknown, ways: string[], name: string): unknown {
	return ways.reduce<unknown>(
		(body, way) => (way === 'list' ? [body] : { [way === 'name' ? name : way]: body }),
		inner,
	);
}
const ways = fc.array(fc.constantFrom('list', 'payload', 'data', 'name'), { maxLength: 3 });

function outcome(
	operation: Operation & ResponseContext,
	body: unknown,
	code = 200,
	headers = {},
): string {
	const failure = checkResponse(response(code, body, headers), operation);
	if (!failure) return 'success';
	return failure.unclear ? 'unclear' : 'refusal';
}

function itemOf(operation: Operation, body: unknown): IDataObject {
	return operation.records(body, { path: { id: 7 } } as RequestParts)[0];
}

/** The fields that come out of a record: a contact says that it was created. */
function recordOf({ effect }: WriteOperation, fields: object): object {
	return effect.record === 'contact' ? { ...fields, created: true } : fields;
}

const recordName = ({ effect }: WriteOperation) => effect.record.replaceAll(' ', '_');

/** Where a body says what has happened. */
const place = fc.constantFrom<(body: object) => object>(
	(body) => body,
	(payload) => ({ payload }),
	(data) => ({ data }),
);

describe('a 2xx', () => {
	it('is a success whatever its words, which come out as message, if no body is documented', () => {
		const html = { 'content-type': 'text/html' };
		fc.assert(
			fc.property(status, withoutBody, words, (code, operation, text) => {
				expect(outcome(operation, text, code)).toBe('success');
				expect(outcome(operation, { message: text }, code)).toBe('success');
				expect(outcome(operation, text.replaceAll('<', ''), code, html)).toBe('success');
				expect(itemOf(operation, text)).toEqual({
					[operation.effect.done]: true,
					id: 7,
					message: text,
				});
			}),
		);
	});

	it('is a refusal if success, ok or the verb of the operation says no, however it is written', () => {
		const no = fc.constantFrom(false, 0, 'false', 'False', '0', 'no', ' NO ');
		fc.assert(
			fc.property(withoutBody, no, place, (operation, said, put) => {
				for (const flag of ['success', 'ok', operation.effect.done]) {
					expect(outcome(operation, put({ [flag]: said }))).toBe('refusal');
				}
				expect(outcome(operation, put({ error: said }))).toBe('success');
			}),
		);
	});

	it('is a refusal if error or errors says yes, unless something was done', () => {
		const yes = fc.constantFrom<IDataObject[string]>(true, 1, 'true', 'YES', '2');
		fc.assert(
			fc.property(withoutBody, yes, place, (operation, said, put) => {
				for (const name of ['error', 'errors']) {
					expect(outcome(operation, put({ [name]: said }))).toBe('refusal');
					const done = { [name]: said, [operation.effect.done]: said };
					expect(outcome(operation, put(done))).toBe('success');
				}
			}),
		);
	});

	it('is unclear with several records without that of the request', () => {
		const others = fc.uniqueArray(fc.integer({ min: 1 }), { minLength: 2, maxLength: 5 });
		fc.assert(
			fc.property(withRecord, others, ways, (operation, ids, around) => {
				const [record, ...rest] = ids.map((one) => ({ id: one, name: `Record ${one}` }));
				const isChange = hasId(operation);
				const about = isChange ? { ...operation, recordId: record.id } : operation;
				const bodyOf = (records: object[]) => wrapped(records, around, recordName(operation));
				const expected = isChange ? 'success' : 'unclear';
				expect(outcome(about, bodyOf([...rest, record]))).toBe(expected);
				if (rest.length > 1) expect(outcome(about, bodyOf(rest))).toBe('unclear');
			}),
		);
	});

	it('is a success with the documented record, which is the item, whatever it is wrapped in', () => {
		fc.assert(
			fc.property(withRecord, record, ways, (operation, fields, around) => {
				const body = wrapped(fields, around, recordName(operation));
				expect(outcome(operation, body)).toBe('success');
				expect(itemOf(operation, body)).toEqual(recordOf(operation, fields));
			}),
		);
	});

	it('is a success with a bare record, which is the item, although a field of it holds another record', () => {
		const field = fc.constantFrom('payload', 'data');
		const held = fc
			.tuple(plainFields, fc.integer({ min: 1_000_000 }))
			.map(([inner, other]) => ({ ...inner, id: other }));
		const bare = fc.tuple(plainFields, fc.integer({ min: 1, max: 999 }), field, held);
		fc.assert(
			fc.property(withRecord, bare, (operation, [fields, id, name, value]) => {
				const body = { ...fields, id, [name]: value };
				expect(outcome(operation, body)).toBe('success');
				expect(itemOf(operation, body)).toEqual(recordOf(operation, body));
			}),
		);
	});

	it('does not judge the fields of a documented record', () => {
		const fields = fc.record({
			id,
			status: fc.constantFrom('failed', 'error', 404),
			error: words,
			code: fc.integer({ min: 400, max: 599 }),
		});
		fc.assert(
			fc.property(withRecord, fields, ways, (operation, given, around) => {
				const body = wrapped(given, around, recordName(operation));
				expect(outcome(operation, body)).toBe('success');
			}),
		);
	});

	it('is unclear without the documented record', () => {
		const nothing = fc.oneof(
			plainFields,
			words,
			fc.constantFrom([], null, { id: 0 }, { id: false }),
		);
		fc.assert(
			fc.property(withRecord, nothing, (operation, body) => {
				expect(outcome(operation, body)).toBe('unclear');
			}),
		);
	});

	it('is unclear if it is a web page', () => {
		const page = fc
			.tuple(fc.constantFrom('<!DOCTYPE html>', ' <html>', '<?xml version="1.0"?>', '<p>'), words)
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(write, page, (operation, body) => {
				expect(outcome(operation, body)).toBe('unclear');
			}),
		);
	});

	const errors = fc.oneof(
		words,
		fc.constant(true),
		fc.array(words, { minLength: 1 }),
		fc.dictionary(plainName, fc.array(words, { minLength: 1 }), { minKeys: 1 }),
		fc.record({ message: words }),
	);
	const report = fc.oneof(
		fc.record({ success: fc.constant(false) }),
		fc.record({ ok: fc.constant(false) }),
		fc.record({ error: errors }),
		fc.record({ errors }),
		fc.record({ status: fc.constantFrom('fail', 'error', 'Error') }),
	);
	it('is a refusal if JSON reports a failure at the top, in payload or in data', () => {
		fc.assert(
			fc.property(anyOperation, plainFields, report, place, (operation, fields, said, put) => {
				expect(outcome(operation, put({ ...fields, ...said }))).toBe('refusal');
			}),
		);
		fc.assert(
			fc.property(write, plainFields, place, (operation, fields, put) => {
				const body = put({ ...fields, [operation.effect.done]: false });
				expect(outcome(operation, body)).toBe('refusal');
			}),
		);
	});

	it('is not judged deeper than that, nor in lists', () => {
		fc.assert(
			fc.property(withoutBody, report, place, (operation, said, put) => {
				expect(outcome(operation, put({ data: { result: said } }))).toBe('success');
				expect(outcome(operation, put([said]))).toBe('success');
			}),
		);
	});

	it('is a refusal if a documented record has success or ok that is false', () => {
		const flag = fc.constantFrom({ success: false }, { ok: false });
		fc.assert(
			fc.property(withRecord, record, flag, place, (operation, one, no, put) => {
				expect(outcome(operation, put({ ...one, ...no }))).toBe('refusal');
			}),
		);
	});

	it('is a success beside errors if something was done, and the item has the errors', () => {
		const errors = fc.array(words, { minLength: 1 });
		fc.assert(
			fc.property(create, record, errors, (operation, payload, said) => {
				const body = { payload, errors: said };
				expect(outcome(operation, body)).toBe('success');
				expect(itemOf(operation, body)).toEqual({
					...recordOf(operation, payload),
					errors: said,
				});
			}),
		);
		const count = fc.oneof(fc.constant(true), fc.integer({ min: 1 }));
		fc.assert(
			fc.property(withoutBody, count, errors, (operation, done, said) => {
				const body = { [operation.effect.done]: done, errors: said };
				expect(outcome(operation, body)).toBe('success');
				expect(itemOf(operation, body)).toMatchObject({ errors: said });
			}),
		);
	});

	it('is a success beside an error if it counts what was done by the other name', () => {
		const more = fc.integer({ min: 1 });
		fc.assert(
			fc.property(more, words, place, (published, error, put) => {
				expect(outcome(pushToPartner, put({ published, error }))).toBe('success');
				expect(outcome(pushToPartner, put({ published: 0, error }))).toBe('refusal');
			}),
		);
	});

	it('is a success beside errors at the level of the record, and the item has them', () => {
		const wrapper = fc.constantFrom('payload', 'data', undefined);
		fc.assert(
			fc.property(create, record, wrapper, words, (operation, created, wrapper, said) => {
				const level = { errors: [said], [recordName(operation)]: created };
				const body = wrapper ? { [wrapper]: level } : level;
				expect(outcome(operation, body)).toBe('success');
				expect(itemOf(operation, body)).toMatchObject({ errors: [said] });
			}),
		);
	});

	it('of a change to a record is a success beside errors if it says yes', () => {
		const yes = fc.constantFrom<IDataObject[string]>(true, 1, 2);
		fc.assert(
			fc.property(change, record, yes, words, (operation, payload, flag, said) => {
				for (const name of ['success', operation.effect.done]) {
					const body = { [name]: flag, payload, errors: [said] };
					expect(outcome(operation, body)).toBe('success');
					expect(itemOf(operation, body)).toMatchObject({ errors: [said] });
				}
			}),
		);
	});

	it('of a change to a record is a refusal if errors are beside the record', () => {
		fc.assert(
			fc.property(change, record, words, (operation, payload, error) => {
				expect(outcome(operation, { payload, error })).toBe('refusal');
			}),
		);
	});

	it.each(WRITES)('of $action may be empty', (operation) => {
		for (const body of ['', ' \n']) expect(outcome(operation, body)).toBe('success');
	});
});

describe('a read', () => {
	const read = oneOf(OPERATIONS.filter(({ kind }) => kind === 'read'));

	it('succeeds with any JSON that reports no failure, because its records are checked as a list', () => {
		fc.assert(
			fc.property(status, read, plainFields, (code, operation, fields) => {
				const body = { ...fields, x: 1 };
				expect(outcome(operation, body, code)).toBe('success');
				expect(outcome(operation, [body], code)).toBe('success');
			}),
		);
	});

	it('fails without JSON', () => {
		const nothing = fc.oneof(words, fc.constantFrom<unknown>('', ' \n', null, undefined));
		fc.assert(
			fc.property(status, read, nothing, (code, operation, body) => {
				expect(checkResponse(response(code, body), operation)?.topic).toBe('Unreadable response');
			}),
		);
	});
});

it.each([
	[404, { error: 'Resource could not be found' }],
	[404, { description: 'Label 7 could not be found' }],
])('a %s with %j says that the record is missing', (status, body) => {
	expect(isMissingRecord(response(status, body))).toBe(true);
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
	expect(isMissingRecord(response(status, body))).toBe(false);
});

it.each([
	['<!DOCTYPE html>', {}, true],
	['<?xml version="1.0"?>', {}, true],
	['plain', { 'content-type': 'text/html; charset=utf-8' }, false],
	['Sign <b>in</b>', { 'content-type': 'text/html; charset=utf-8' }, true],
	['1 < 2', { 'content-type': 'text/html' }, false],
])('the body %j with the headers %j is a web page: %p', (body, headers, page) => {
	expect(isPage({ status: 200, body, headers })).toBe(page);
});
