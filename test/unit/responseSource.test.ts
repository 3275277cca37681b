import fc from 'fast-check';

import { deleteLabel } from '../../nodes/Label/operations/delete';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import { isMissingRecord, isPage } from '../../nodes/shared/failure/responseSource';
import { propertiesOf } from '../../nodes/shared/form/properties';
import { response, PAGE } from '../fixtures/responses';

const OPERATION = { ...deleteLabel, fields: propertiesOf(deleteLabel) };
const BLAME = /role|API Access Token/;

/** A text or a page that is no JSON. */
const notJson = fc
	.string({ minLength: 1, maxLength: 80 })
	.filter((text) => /[a-z]/i.test(text) && !/api[_-]access/i.test(text));
const code = fc
	.integer({ min: 400, max: 499 })
	.filter((status) => status !== 404 && status !== 429);

describe('a 4xx', () => {
	it('blames neither token nor role if it is no JSON, because it comes from something in front', () => {
		const type = fc.constantFrom('text/plain', 'text/html; charset=utf-8', 'application/xml');
		fc.assert(
			fc.property(code, notJson, type, (status, body, contentType) => {
				const failure = checkResponse(
					response(status, body, { 'content-type': contentType }),
					OPERATION,
				);
				expect(failure?.description).not.toMatch(BLAME);
				expect(failure?.description).not.toMatch(/^Check 'Base URL'[^.]*\.$/);
			}),
		);
	});

	it('blames neither token nor role if it is a web page that is declared as JSON', () => {
		const page = fc.tuple(fc.constantFrom('<!DOCTYPE html>', ' <html>', '<?xml?>'), notJson);
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		fc.assert(
			fc.property(code, page, (status, parts) => {
				const failure = checkResponse(response(status, parts.join(''), headers), OPERATION);
				expect(failure?.description).not.toMatch(BLAME);
			}),
		);
	});

	it('with JSON comes from the service', () => {
		const body = fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), fc.jsonValue(), { minKeys: 1 });
		fc.assert(
			fc.property(fc.constantFrom(401, 403), body, (status, json) => {
				expect(checkResponse(response(status, json), OPERATION)?.message).not.toMatch(
					/in front of/,
				);
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
