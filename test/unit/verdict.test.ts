import type { Answer } from '../../nodes/shared/transport/answer';
import { Fault } from '../../nodes/shared/transport/fault';
import { failureOf } from '../../nodes/shared/failure/verdict';
import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';

function answer(status: number, body: unknown = '', headers: Answer['headers'] = {}): Answer {
	return { status, headers, body };
}

function fault(code: string, message = code): Fault {
	return new Fault(Object.assign(new Error(message), { code }));
}

const PAGE = '<!DOCTYPE html><html><body>Hello</body></html>';
const MAY_HAVE = 'The contact may have been created';

describe('a success', () => {
	it.each([200, 201, 202, 204, 206])('is what is answered with %s and JSON', (status) => {
		expect(failureOf(answer(status, { payload: [] }), searchContacts)).toBeUndefined();
	});

	it('is also an empty answer to what changes something', () => {
		expect(failureOf(answer(204), deleteLabel)).toBeUndefined();
		expect(failureOf(answer(200), createContact)).toBeUndefined();
	});

	it('is no empty answer to what reads', () => {
		expect(failureOf(answer(200), { ...searchContacts, reads: true })?.message).toBe(
			'The service answered with nothing',
		);
	});

	it.each(['{"payload": [{"id"', 'OK'])('is not %p', (body) => {
		const failure = failureOf(answer(200, body), createContact);
		expect(failure?.message).toBe('The answer of the service is cut off or not JSON');
		expect(failure?.description).toContain(MAY_HAVE);
	});

	it('is no web page', () => {
		const failure = failureOf(answer(200, PAGE), searchContacts);
		expect(failure?.message).toBe('The address answered with a web page, not with the API');
		expect(failure?.description).toContain("Check 'Base URL'");
		expect(failure?.httpCode).toBe(200);
	});
});

describe('a refusal', () => {
	it.each([
		[401, { errors: ['You need to sign in'] }, 'The token did not arrive'],
		[401, { description: 'The header api_access_token is missing' }, 'The token did not arrive'],
		[401, { error: 'Invalid Access Token' }, "Check 'API Access Token'"],
		[401, { errors: ['Invalid Access Token'] }, "Check 'API Access Token'"],
		[401, { errors: ['You are not authorized to do this action'] }, 'Use the token of an'],
		[401, { error: 'You are not authorized to access this account' }, 'no member of this account'],
		[
			401,
			{ error: 'You are not authorized to do this action' },
			'Use the token of an administrator',
		],
		[401, { error: 'Access to this endpoint is not authorized for bots' }, 'belongs to a bot'],
		[401, { error: 'Account is suspended' }, 'have it opened again'],
		[402, { error: 'Please upgrade' }, 'change the plan'],
		[403, { error: 'API access is not enabled for this account' }, 'allow access to the API'],
		[403, '', 'may not do this'],
		[404, { error: 'Resource could not be found' }, 'Check the account'],
		[404, PAGE, "Check 'Base URL'"],
		[413, PAGE, 'a smaller file'],
		[429, 'Retry later\n', 'Nothing was done for this item'],
	])('with %s and %j says what to do', (status, body, remedy) => {
		const failure = failureOf(answer(status, body), searchContacts);
		expect(failure?.description).toContain(remedy);
		expect(failure?.httpCode).toBe(status);
	});

	it('has the words of the service as its headline', () => {
		const body = { message: 'Email has already been taken', attributes: ['email'] };
		const failure = failureOf(answer(422, body), createContact);
		expect(failure?.message).toBe('Email has already been taken');
		expect(failure?.description).toContain("Check 'Email'");
		expect(failure?.fields).toEqual(['email']);
	});

	it('calls the fields by the names that the user sees', () => {
		const body = { errors: [{ field: 'appointment_at', message: 'is in the past', code: 'past' }] };
		expect(failureOf(answer(422, body), rescheduleAppointment)?.message).toBe(
			'New Time is in the past',
		);
	});

	it('has words of ours where the service says nothing', () => {
		const headlines = [401, 402, 403, 404, 418, 429, 500, 503].map(
			(status) => failureOf(answer(status), searchContacts)?.message,
		);
		expect(headlines).toEqual([
			'The service did not accept the token',
			'The plan of this account does not include this',
			'The service does not allow this',
			'The service found no such record',
			'The service refused the request with status 418',
			'The rate limit of the service is reached',
			'The service could not complete the request',
			'The service is not available at the moment',
		]);
	});

	it('never quotes a web page', () => {
		for (const status of [400, 401, 403, 404, 429, 500, 502, 503]) {
			const { message, description } = failureOf(answer(status, PAGE), searchContacts) ?? {};
			expect(`${message} ${description}`).not.toMatch(/[<>]/);
		}
	});

	it.each([400, 401, 402, 403, 404, 409, 418, 422, 429, 500, 502, 503])(
		'with %s and no words says what to do next',
		(status) => {
			expect(failureOf(answer(status), searchContacts)?.description).not.toBe('');
		},
	);
});

describe('a redirect', () => {
	it.each([
		['https://new.example.com/api/v1/accounts/1/contacts', 'https://new.example.com'],
		['https://example.com/chat/api/v1/accounts/1/contacts', 'https://example.com/chat'],
		['https://login.example.com/sign_in?next=x', 'https://login.example.com'],
	])('to %s names the Base URL to enter', (location, baseUrl) => {
		const failure = failureOf(answer(301, '', { location }), createContact);
		expect(failure?.message).toContain(`redirects to ${baseUrl}`);
		expect(failure?.description).toContain(`Enter ${baseUrl} as 'Base URL'`);
	});

	it.each([undefined, '/login', ''])('to %p is called one all the same', (location) => {
		const failure = failureOf(answer(302, '', { location }), createContact);
		expect(failure?.message).toMatch(/^The service redirects to /);
		expect(failure?.description).toContain("'Base URL'");
	});
});

describe('what may have happened', () => {
	it.each([500, 502, 503, 504])('is said after a %s where it does harm to repeat', (status) => {
		expect(failureOf(answer(status), createContact)?.description).toContain(MAY_HAVE);
		expect(failureOf(answer(status), searchContacts)?.description).not.toContain('may have');
	});

	it.each(['ECONNRESET', 'ETIMEDOUT'])('is said after %s', (code) => {
		expect(failureOf(fault(code), createContact)?.description).toContain(MAY_HAVE);
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED'])(
		'is not said after %s, for nothing was sent',
		(code) => {
			expect(failureOf(fault(code), createContact)?.description).not.toContain('may have');
		},
	);

	it.each([400, 401, 404, 422, 429])('is not said after a %s, for it was refused', (status) => {
		expect(failureOf(answer(status), createContact)?.description).not.toContain(MAY_HAVE);
	});
});

it.each([
	['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:3000', 'refused the connection: 10.0.0.1:3000'],
	['ENOTFOUND', 'getaddrinfo ENOTFOUND chat.example', 'no host of this name: chat.example'],
	['EAI_AGAIN', 'getaddrinfo EAI_AGAIN chat.example', 'cannot be reached: chat.example'],
	['CERT_HAS_EXPIRED', 'certificate has expired', 'not trusted: certificate has expired'],
	['ETIMEDOUT', 'timeout of 300000ms exceeded', 'did not answer in time'],
	['ECONNRESET', 'socket hang up', 'The connection was lost'],
])('calls %s by its name', (code, message, headline) => {
	const failure = failureOf(fault(code, message), searchContacts);
	expect(failure?.message).toContain(headline);
	expect(failure?.description).not.toBe('');
	expect(failure?.httpCode).toBeUndefined();
});
