import { failureOf, type Subject } from '../../nodes/shared/failure/failureOf';
import { propertiesOf } from '../../nodes/shared/operation';
import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { pushToPartner } from '../../nodes/Catalog/operations/pushToPartner';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';
import { isUnavailable, outcomeOf } from '../../nodes/shared/transport/retry';
import { answer, fault, PAGE } from '../fixtures/answers';

const MAY_HAVE = 'The contact may have been created';
const SEARCH: Subject = { ...searchContacts, fields: propertiesOf(searchContacts) };

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a success', () => {
	it.each([
		[206, { payload: [] }, JSON_TYPE],
		[204, '', { 'content-type': 'text/html' }],
		[202, ' \n', JSON_TYPE],
		[200, 'OK [7]', TEXT],
		[202, 'q'.repeat(100), { 'content-type': 'TEXT/PLAIN' }],
		[200, 'Deleted', { 'content-type': 'text/html; charset=utf-8' }],
		[200, 'OK', JSON_TYPE],
		[200, 'OK', {}],
	])('is a %s of %j as %j where the contract shows no body', (status, body, headers) => {
		expect(failureOf(answer(status, body, headers), deleteLabel)).toBeUndefined();
	});

	it.each([
		['{"id": 7, "na', JSON_TYPE],
		['{"id": 7, "na', TEXT],
		['"na', TEXT],
		['q'.repeat(101), TEXT],
		['<b>Sign in</b>', {}],
		[false, JSON_TYPE],
	])('is not %j as %j even there', (body, headers) => {
		expect(failureOf(answer(200, body, headers), deleteLabel)?.httpCode).toBe(200);
	});

	it('is an empty answer to what changes something, not to what reads', () => {
		expect(failureOf(answer(200), createContact)).toBeUndefined();
		expect(failureOf(answer(204), SEARCH)).toMatchObject({
			message: 'The service answered with nothing',
			description: expect.stringContaining('look at the proxy'),
			httpCode: 204,
		});
	});

	it.each([
		['OK', createContact, MAY_HAVE],
		['OK', SEARCH, 'look at the proxy'],
		['{"id', deleteLabel, 'It may have been deleted'],
	])('is not %p', (body, operation, description) => {
		const failure = failureOf(answer(200, body), operation);
		expect(failure?.message).toBe('The answer of the service is cut off or not JSON');
		expect(failure?.description).toContain(description);
	});

	it('is no web page', () => {
		expect(failureOf(answer(200, PAGE, TEXT), deleteLabel)).toMatchObject({
			message: 'The address answered with a web page, not with the API',
			description: expect.stringContaining("Check 'Base URL'"),
			httpCode: 200,
		});
	});
});

it.each(['OK', '<b>Warning</b>{"id": 2}', '{"id'])(
	'a success that is announced as a page, such as %j, may have been one',
	(body) => {
		const failure = failureOf(answer(201, body, { 'content-type': 'text/html' }), createContact);
		expect(failure).toMatchObject({
			description: expect.stringMatching(/may have been created, .+ Check 'Base URL'/),
			unclear: true,
		});
	},
);

it.each([
	[303, 'https://app.example.com/contacts', true],
	[302, 'https://app.example.com/api/v1/accounts/1/contacts/2', true],
	[301, '/api/v1/accounts/1/contacts/2/', true],
	[302, 'https://app.example.com/api/v1/accounts/1/contacts', false],
	[302, '/login', false],
	[422, '/api/v1/accounts/1/contacts/2', false],
])('a create that is answered with %s to %s may have made its record: %p', (status, to, unsure) => {
	expect(failureOf(answer(status, '', { location: to }), createContact)).toMatchObject({
		unclear: unsure,
	});
});

it.each([301, 302, 307])(
	'a redirect of %s to the same record elsewhere has done nothing',
	(status) => {
		const location = 'https://app.example.com/api/v1/accounts/1/labels/7';
		expect(failureOf(answer(status, '', { location }), deleteLabel)).toMatchObject({
			description: expect.stringContaining('Nothing was done'),
			unclear: false,
		});
	},
);

it('a page of a firewall that refuses is not blamed on the token', () => {
	const { description } = failureOf(answer(403, PAGE), createContact) ?? {};
	expect(description).toBe('Let n8n through the firewall of the service.');
});

describe('a 2xx that says no', () => {
	it.each([
		[{ error: 'Plan limit reached' }, 'Plan limit reached'],
		[{ errors: ['', 'Catalog is locked'] }, 'Catalog is locked'],
		[{ success: false }, 'The service answered that it did not succeed, but not why'],
		[{ error: true }, 'The service answered that it did not succeed, but not why'],
		[{ success: false, message: 'Not connected' }, 'Not connected'],
		[{ payload: [], error: 'Not now' }, 'Not now'],
		[{ data: { error: 'Deep' } }, 'Deep'],
		[{ error: { code: 'locked', message: 'Shut' } }, 'Shut'],
		[{ success: false, payload: { synced: 0 }, message: 'Offline' }, 'Offline'],
		[{ status: 'Failed', message: 'Not today' }, 'Not today'],
		[{ success: false, message: 'In use', payload: { id: 21 } }, 'In use'],
		[{ id: null, errors: ['Slot is taken'] }, 'Slot is taken'],
		[{ success: 'false', message: 'Offline' }, 'Offline'],
		[{ ok: 0, message: 'Offline' }, 'Offline'],
		[{ success: 0, code: 422, message: 'Offline' }, 'Offline'],
		[{ code: 500, message: 'Offline' }, 'Offline'],
		[{ status: false, message: 'Offline' }, 'Offline'],
		[{ errors: { base: ['', 'Offline'] } }, 'Base: Offline'],
		[{ error: { code: 4001 }, message: 'Offline' }, 'Offline: Code 4001'],
	])('in %j is a refusal, of a read too', (body, words) => {
		for (const operation of [deleteLabel, createContact, SEARCH]) {
			expect(failureOf(answer(200, body), operation)?.message).toBe(words);
		}
	});

	it.each([
		[{ error: 'Slot is taken', payload: { id: 5 } }],
		[{ errors: [{ message: 'Slot is taken' }], payload: [{ id: 5 }] }],
		[{ status: 'failed', message: 'Slot is taken', data: { id: 5 } }],
	])('in %j may have the record as it was, but not what was created', (body) => {
		for (const operation of [rescheduleAppointment, SEARCH]) {
			expect(failureOf(answer(200, body), operation)?.message).toBe('Slot is taken');
		}
		expect(failureOf(answer(200, body), createContact)).toBeUndefined();
	});

	it('is no field of a record', () => {
		const body = { id: 5, status: 'failed', error: 'Payment', ok: true, deleted: false };
		expect(failureOf(answer(200, body), rescheduleAppointment)).toBeUndefined();
	});

	it.each([
		[{ deleted: false, message: 'In use' }, 'In use'],
		[{ ok: false, message: 'In use', id: 7 }, 'In use'],
		[{ statusCode: 403, message: 'Forbidden' }, 'Forbidden'],
		[{ status: '500', message: 'Broken' }, 'Broken'],
		[{ status: 'failure', message: 'Broken' }, 'Broken'],
	])('is %j of a delete', (body, words) => {
		expect(failureOf(answer(200, body), deleteLabel)?.message).toBe(words);
	});

	it('may hold a record where none is the answer', () => {
		const body = { id: 21, status: 'failed', error: 'Not connected' };
		for (const operation of [deleteLabel, pushToPartner]) {
			expect(failureOf(answer(200, body), operation)?.message).toBe('Not connected');
		}
	});

	it.each([
		[{ errors: [], payload: [{ id: 21 }] }],
		[{ error: null, success: true, payload: [{ id: 21 }] }],
		[{ errors: ['One of two'], status: 'failed', payload: [{ id: 21 }] }],
		[{ errors: ['One of two'], payload: { contact: { id: 21 } } }],
		[{ errors: [{}], error: {} }],
		[{ error: ' ', errors: [''], status: 'unfailed' }],
		[{ message: 'Queued', error: 0 }],
		[{ errors: { base: [], name: null } }],
		[{ error: { code: 0, message: '' } }],
		[{ success: null }],
		[{ success: 0, failed: 0, queued: 12 }],
		[{ payload: { success: 0, pending: 12 } }],
		[{ code: 200, message: 'Queued' }],
	])('is not %j', (body) => {
		expect(failureOf(answer(200, body), createContact)).toBeUndefined();
	});

	it('is a list of reasons alone, unless a list was asked for', () => {
		const reasons = answer(201, ['Name is taken', 'Inbox is gone']);
		expect(failureOf(reasons, createContact)?.message).toBe('Name is taken; Inbox is gone');
		expect(failureOf(reasons, SEARCH)).toBeUndefined();
		for (const body of [[], ['Name is taken', ' '], ['Name is taken', { id: 7 }]]) {
			expect(failureOf(answer(201, body), createContact)).toBeUndefined();
		}
	});
});

it('calls each status unavailable after which a request is sent again, and no other of 5xx', () => {
	for (let status = 500; status < 600; status++) {
		const said = failureOf(answer(status), searchContacts)?.message;
		expect([status, said === 'The service is not available at the moment']).toEqual([
			status,
			isUnavailable(outcomeOf(answer(status))),
		]);
	}
});

describe('a refusal', () => {
	it.each([
		[401, { errors: ['You need to sign in'] }, 'The token did not arrive'],
		[401, ['You need to login first'], 'The token did not arrive'],
		[401, ['Signup is needed'], 'The token did not arrive'],
		[401, { description: 'The header api_access_token is missing' }, 'The token did not arrive'],
		[401, { error: 'Flows are missing in your plan' }, "Check 'API Access Token'"],
		[401, { error: 'You need to sign in' }, "Check 'API Access Token'"],
		[401, { errors: ['Invalid Access Token'] }, "Check 'API Access Token'"],
		[401, { errors: ['Only administrators can create flows'] }, 'Use the token of an'],
		[401, { error: 'You are not authorized to access this account' }, 'no member of this account'],
		[401, { error: 'Access to this endpoint is not authorized for bots' }, 'belongs to a bot'],
		[401, { error: 'Account is suspended' }, 'have it opened again'],
		[402, { error: 'Please upgrade' }, 'change the plan'],
		[403, { error: 'API access is not enabled for this account' }, 'allow access to the API'],
		[403, { error: 'Only owners' }, 'Use the token of an administrator'],
		[403, '', 'may not do this'],
		[404, PAGE, "Check 'Base URL'"],
		[407, '', "Enter them in 'Proxy'"],
		[413, PAGE, 'a smaller file'],
		[
			422,
			{ message: 'The token of this bot is missing from the plan' },
			'The service refused this item. Check its fields.',
		],
		[429, 'Retry later\n', 'Nothing was done for this item'],
		[500, '', 'Look into the log of the service'],
		[503, PAGE, 'Try again later'],
	])('with %s and %j says what to do', (status, body, remedy) => {
		const failure = failureOf(answer(status, body), searchContacts);
		expect(failure?.description).toContain(remedy);
		expect(failure?.httpCode).toBe(status);
	});

	it.each([
		[422, { errors: { email: ['x'], name: ['y'] } }, createContact, "Check 'Email' and 'Name'."],
		[422, { message: 'is not valid', attributes: ['sort'] }, SEARCH, "Check 'Sort'."],
		[404, '', deleteLabel, "Check 'Label' and 'Account ID': the record may have been deleted"],
		[404, '', SEARCH, "Check 'Account ID' in the node and in the credential, and 'Base URL'."],
		[404, '', pushToPartner, 'Check each ID: the record may have been deleted'],
		[422, { errors: { plan: ['x'], email: ['y'] } }, createContact, "Check 'Email'."],
	])('with %s and %j names the fields to check', (status, body, operation, words) => {
		expect(failureOf(answer(status, body), operation)?.description).toContain(words);
	});

	it.each([401, 403, 404, 422, 429, 500])(
		'is judged at once, however long its words: %s',
		(status) => {
			const [began, words] = [performance.now(), 'missin '.repeat(10_000)];
			expect(failureOf(answer(status, { error: words }), deleteLabel)?.httpCode).toBe(status);
			expect(performance.now() - began).toBeLessThan(1000);
		},
	);

	it('has the words of the service as its headline', () => {
		const body = { message: 'Email has already been taken', attributes: ['email'] };
		expect(failureOf(answer(422, body), createContact)).toMatchObject({
			message: 'Email has already been taken',
			fields: ['email'],
		});
		const listed = { errors: [{ field: 'appointment_at', message: 'is past', code: 'past' }] };
		const { message } = failureOf(answer(422, listed), rescheduleAppointment) ?? {};
		expect(message).toBe('New Time is past');
		const limited = failureOf(answer(429, 'Retry later\n'), SEARCH);
		expect(limited?.message).toBe('The rate limit of the service is reached: Retry later');
	});

	it.each([
		[401, 'The service did not accept the token'],
		[403, 'The service does not allow this'],
		[404, 'The service found no such record'],
		[408, 'The service is not available at the moment'],
		[418, 'The service refused the request with status 418'],
		[429, 'The rate limit of the service is reached'],
		[503, 'The service is not available at the moment'],
		[524, 'The service is not available at the moment'],
	])('with %s and no words has words of ours, and quotes no web page', (status, headline) => {
		const said = failureOf(answer(status), searchContacts);
		expect(said?.message).toBe(headline);
		expect(said?.description).not.toBe('');
		const { message, description } = failureOf(answer(status, PAGE), searchContacts) ?? {};
		expect(`${message} ${description}`).not.toMatch(/[<>]/);
	});

	it.each([
		['https://new.example.com/api/v1/accounts/1/contacts', 'https://new.example.com'],
		['https://example.com/chat/api/v1/accounts/1/contacts', 'https://example.com/chat'],
		['https://login.example.com/sign_in?next=x', 'https://login.example.com'],
		['/login', ''],
	])('by a redirect to %s names the Base URL to enter', (location, baseUrl) => {
		const failure = failureOf(answer(300, '', { location }), createContact);
		expect(failure?.message).toContain(`redirects to ${baseUrl || 'another page'} and does not`);
		expect(failure?.description).toMatch(baseUrl ? `Enter ${baseUrl} as 'Base` : /^Check 'Base/);
	});
});

it.each([
	...[303, 500, 504].map((status) => [`a ${status}`, answer(status), true] as const),
	...[400, 429].map((status) => [`a ${status}`, answer(status), false] as const),
	['ECONNRESET', fault('ECONNRESET'), true] as const,
	['ECONNREFUSED', fault('ECONNREFUSED'), false] as const,
])('says after %s what may have happened, where it does harm to repeat', (_what, outcome, said) => {
	expect(failureOf(outcome, createContact)?.description.includes(MAY_HAVE)).toBe(said);
	expect(failureOf(outcome, searchContacts)?.description).not.toContain('may have been created');
});

it.each([
	['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:3000', 'refused the connection: 10.0.0.1:3000'],
	['ENOTFOUND', 'getaddrinfo ENOTFOUND chat.example', 'no host of this name: chat.example'],
	['EAI_AGAIN', 'getaddrinfo EAI_AGAIN chat.example', 'cannot be reached: chat.example'],
	['CERT_HAS_EXPIRED', 'certificate has expired', 'not trusted: certificate has expired'],
	['EPROTO', 'write EPROTO 80:error:0A00010B:SSL routines', 'There is no HTTPS at this address'],
	['ETIMEDOUT', 'timeout of 300000ms exceeded', 'did not answer in time'],
	['ECONNRESET', 'socket hang up', 'The connection was lost'],
])('calls %s by its name', (code, message, headline) => {
	const failure = failureOf(fault(code, message), searchContacts);
	expect(failure?.message).toContain(headline);
	expect(failure?.description).not.toBe('');
	expect(failure?.httpCode).toBeUndefined();
});
