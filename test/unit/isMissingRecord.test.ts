import { isMissingRecord } from '../../nodes/shared/failure/isMissingRecord';
import { answer, PAGE } from '../fixtures/answers';

it.each([
	[404, { error: 'Resource could not be found' }],
	[404, { error: 'Label introuvable' }],
	[404, { description: 'Label 7 could not be found', errors: [{ field: 'id' }] }],
	[404, { description: 'Label 7 could not be found' }],
])('a %s with %j says that the record is missing', (status, body) => {
	expect(isMissingRecord(answer(status, body))).toBe(true);
});

it.each([
	// Gateways and frameworks, for a path that they don't know.
	[404, { message: 'no Route matched with those values' }],
	[404, { message: 'no Route matched with those values', request_id: '3f' }],
	[404, { message: 'Not Found' }],
	[404, { status: 404, error: 'Not Found' }],
	[404, { error: 'Not Found' }],
	[404, { message: 'Route DELETE:/x not found', error: 'Not Found', statusCode: 404 }],
	[404, { timestamp: 1, status: 404, error: 'Not Found', path: '/x' }],
	[404, { detail: 'Not Found' }],
	[404, { fault: { faultstring: 'Unable to identify proxy' } }],
	[404, { error_msg: '404 Route Not Found' }],
	[404, { title: 'Not Found', status: 404, detail: 'x' }],
	[404, ''],
	[404, '404 page not found'],
	[404, PAGE],
	[404, {}],
	[404, []],
	[404, { error: '' }],
	[404, { error: { code: 'no_route' } }],
	// Not a 404 at all.
	[410, { error: 'Resource could not be found' }],
	[200, { error: 'Resource could not be found' }],
])('a %s with %j does not', (status, body) => {
	expect(isMissingRecord(answer(status, body))).toBe(false);
});
