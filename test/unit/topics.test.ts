import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { CASES } from '../../cases';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import type { Failure } from '../../nodes/shared/failure/failure';
import { propertiesOf } from '../../nodes/shared/form/fields';
import { isObject } from '../../nodes/shared/input/values';
import type { ResponseContext } from '../../nodes/shared/operation';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { createMessagingFlow } from '../../nodes/MessagingFlow/operations/create';
import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';
import { pushToPartner } from '../../nodes/Catalog/operations/pushToPartner';
import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { isThrottleOrOutage, isUnavailable, meaningOf } from '../../nodes/shared/http/attempt';
import { Fault, type FaultKind } from '../../nodes/shared/http/fault';
import { oneOf } from '../fixtures/arbitraries';
import { response, fault, PAGE } from '../fixtures/responses';

describe('a redirect', () => {
	it.each([
		['https://new.example.com/api/v1/accounts/1/labels/7', 'https://new.example.com'],
		['/login', 'another page'],
		['javascript:alert(1)', 'another page'],
		['', 'another page'],
	])(
		'to %p names where it leads, and proposes no address that would get the token',
		(to, target) => {
			expect(checkResponse(response(302, '', { location: to }), deleteLabel)).toMatchObject({
				message: `The service redirects to ${target}`,
				description:
					"The token was not sent there. If that is the address of the service, enter it as 'Base URL' in the credential.",
				unclear: false,
			});
		},
	);

	it('is not a 304', () => {
		const { message } = checkResponse(response(304, '', { location: '/x' }), deleteLabel) ?? {};
		expect(message).toBe('The service rejected the request with status 304');
	});
});

it('says that the service is unavailable for each retried status, and for no other 5xx', () => {
	for (let status = 500; status < 600; status++) {
		const said = checkResponse(response(status), searchContacts)?.message;
		const expected = isUnavailable(meaningOf({ status }).outcome);
		expect([status, said === 'The service is unavailable']).toEqual([status, expected]);
	}
});

/** All sentences that say what to do. */
function adviceOf(failure?: Failure): string {
	return [failure?.description, ...(failure?.general ?? [])].join(' ').trim();
}

const SEARCH: ResponseContext = { ...searchContacts, fields: propertiesOf(searchContacts) };
const MISSING = { error: 'Resource could not be found' };

describe('a refusal', () => {
	it.each<[number, unknown, headers: object, topic: string, field?: string]>([
		// The texts of authentication are fixed.
		[
			401,
			{ errors: ['You need to sign in or sign up before continuing.'] },
			{},
			'Token missing',
			"'Token Header'",
		],
		[401, { error: 'Invalid Access Token' }, {}, 'Token not accepted', "'API Access Token'"],
		[
			401,
			{ error: 'You are not authorized to access this account' },
			{},
			'Token not accepted',
			"'Account ID'",
		],
		[401, { error: 'You are not authorized to do this action' }, {}, 'Token not accepted'],
		[
			401,
			{ error: 'Access to this endpoint is not authorized for bots' },
			{},
			'Token not accepted',
		],
		[401, { error: 'Account is suspended' }, {}, 'Token not accepted'],
		[403, { error: 'API access is not enabled for this account' }, {}, 'Token not accepted'],
		[401, { error: 'Jeton invalide' }, {}, 'Token not accepted'],
		[401, '', {}, 'Token not accepted'],
		[403, { error: 'This bot is in use' }, {}, 'Not allowed'],
		[403, '', {}, 'Not allowed'],
		[402, { error: 'Please upgrade' }, {}, 'Not allowed'],
		// What stands in front of the service.
		[401, PAGE, {}, 'Refused in front of the service'],
		[
			401,
			'Unauthorized',
			{ 'www-authenticate': 'Basic realm="x"' },
			'Refused in front of the service',
		],
		[401, 'Unauthorized', {}, 'Refused in front of the service'],
		[403, PAGE, {}, 'Refused in front of the service'],
		[404, PAGE, {}, 'No API at this address', "'Base URL'"],
		...[400, 405, 406, 410, 421, 422].map((status): [number, unknown, object, string] => [
			status,
			PAGE,
			{},
			'Refused in front of the service',
		]),
		[407, '', {}, 'Proxy asks for a password', "'Proxy'"],
		...[
			'<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>',
			"<p>You're speaking plain HTTP to an SSL-enabled server port.</p>",
			'Client sent an HTTP request to an HTTPS server.\n',
		].map((text): [number, unknown, object, string, string] => [
			400,
			text,
			{},
			'No HTTP response',
			'https://',
		]),
		// A record that does not exist, or an operation that the service does not know.
		[404, MISSING, {}, 'Record not found'],
		[404, { status: 404, error: 'Not Found' }, {}, 'Operation not supported'],
		[404, '', {}, 'Operation not supported', "'Label'"],
		// The rest by status.
		[413, PAGE, {}, 'Request too large'],
		[429, 'Retry later\n', {}, 'Rate limit reached'],
		[503, PAGE, {}, 'Service unavailable'],
		[500, '', {}, 'Service could not complete the request'],
		[409, { error: 'Taken' }, {}, 'Request rejected'],
	])('with %s and %j has its own section, and names the field to check', (...row) => {
		const [status, body, headers, topic, field = ''] = row;
		const failure = checkResponse(
			response(status, body, headers as Record<string, string>),
			deleteLabel,
		);
		expect(failure).toMatchObject({ topic, httpCode: status });
		expect(failure?.description).toContain(field);
	});

	it.each([
		[422, { errors: { email: ['x'], name: ['y'] } }, createContact, "Check 'Email' and 'Name'."],
		[422, { message: 'is not valid', attributes: ['sort'] }, SEARCH, "Check 'Sort'."],
		[
			422,
			{ message: 'Phone number should be in e164 format', attributes: ['phone_number'] },
			createContact,
			"Check 'Phone Number'. E.164 is a plus sign, the country code and the number, without spaces: +15551234567.",
		],
	])('with %s and %j names the fields to check', (status, body, operation, words) => {
		expect(checkResponse(response(status, body), operation)?.description).toBe(words);
	});

	it.each([
		[{ actionsJson: '[{}]' }, "Check 'Actions (JSON)'."],
		[{ actions: { action: [{}] } }, "Check 'Replace Actions'."],
		[{ actions: { action: [{}] }, actionsJson: '{}' }, "Check 'Replace Actions'."],
		[{ name: 'Refunds' }, "Fill in 'Replace Actions'."],
	])('of actions names the field that is filled in: %j', (updateFields, words) => {
		const refused = response(422, { error: { actions: ['not supported'] } });
		const context = { ...updateAutomationRule, typed: { updateFields } as INodeParameters };
		expect(checkResponse(refused, context)?.description).toBe(words);
	});

	it('names the value that was sent, unless it is an address', () => {
		const typed = { phoneNumber: '={{ $json.phone }}' };
		const values = fc.oneof(fc.string({ minLength: 1, maxLength: 50 }), fc.integer());
		fc.assert(
			fc.property(values, (phone_number) => {
				fc.pre(!String(phone_number).includes('://'));
				const context = { ...createContact, typed, body: { phone_number } };
				const refused = response(422, { message: 'no', attributes: ['phone_number'] });
				const shown = typeof phone_number === 'string' ? `'${phone_number}'` : phone_number;
				expect(checkResponse(refused, context)?.description).toBe(
					`Check 'Phone Number' (${shown}).`,
				);
			}),
		);
	});

	it('names no address that was sent, which may contain a password', () => {
		const typed = { additionalFields: { avatarUrl: '={{ $json.url }}' } };
		const body = { avatar_url: 'https://ann:secret@example.com' };
		const refused = response(422, { message: 'no', attributes: ['avatar_url'] });
		const failure = checkResponse(refused, { ...createContact, typed, body });
		expect(failure?.description).toBe("Check 'Avatar URL'.");
	});

	it('says to fill in each blank field that the service names', () => {
		const typed = {
			name: 'Booking',
			inboxId: { __rl: true, mode: 'id', value: '' },
			flowJson: '{}',
		};
		const context = { ...createMessagingFlow, typed: typed as INodeParameters };
		const refused = response(422, {
			message: "Name is too short, Inbox must exist, Flow json can't be blank",
			attributes: ['name', 'inbox', 'flow_json'],
		});
		expect(checkResponse(refused, context)?.description).toBe(
			"Check 'Name'. Fill in 'Inbox' and 'Flow JSON'.",
		);
	});

	it.each([
		[createContact, "Check 'Inbox' and 'Account ID'. The record may have been deleted."],
		[deleteLabel, "Check 'Label' and 'Account ID'. The record may have been deleted."],
		[
			pushToPartner,
			"Check 'Catalog ID', 'Source Catalog ID' and 'Account ID'. The record may have been deleted.",
		],
		[SEARCH, "Check 'Account ID'."],
	])('by a 404 names the fields for IDs', (operation, check) => {
		expect(checkResponse(response(404, MISSING), operation)?.description).toBe(check);
	});

	it('has the message of the service as its headline', () => {
		const body = { message: 'Email has already been taken', attributes: ['email'] };
		expect(checkResponse(response(422, body), createContact)).toMatchObject({
			message: 'Email has already been taken',
			fields: ['email'],
		});
		const listed = { errors: [{ field: 'appointment_at', message: 'is past', code: 'past' }] };
		const { message } = checkResponse(response(422, listed), rescheduleAppointment) ?? {};
		expect(message).toBe('New Time is past');
		const limited = checkResponse(response(429, 'Retry later\n'), SEARCH);
		expect(limited?.message).toBe('The rate limit of the service is reached: Retry later');
	});

	it.each([
		[401, 'The service did not accept the token'],
		[402, 'The service does not allow this'],
		[403, 'The service does not allow this'],
		[404, 'The service does not know this address'],
		[418, 'The service rejected the request with status 418'],
		[429, 'The rate limit of the service is reached'],
		[500, 'The service could not complete the request'],
		[503, 'The service is unavailable'],
	])('with %s and no words has words of ours, and quotes no web page', (status, headline) => {
		expect(checkResponse(response(status), searchContacts)?.message).toBe(headline);
		const { message, description } = checkResponse(response(status, PAGE), searchContacts) ?? {};
		expect(`${message} ${description}`).not.toMatch(/[<>]/);
	});

	it.each([
		['lists', '['.repeat(50_000) + ']'.repeat(50_000), /with status 422$/],
		['objects', '{"errors":'.repeat(50_000) + '1' + '}'.repeat(50_000), /^Errors is not valid$/],
	])('is read although it nests %s 50,000 deep', (_what, body, headline) => {
		const refused = checkResponse(response(422, JSON.parse(body)), searchContacts);
		expect(refused?.message).toMatch(headline);
	});
});

it.each<[code: string, message: string, headline: string, remedy: string]>([
	[
		'ECONNREFUSED',
		'connect ECONNREFUSED 10.0.0.1:3000',
		'The connection was refused: 10.0.0.1:3000',
		"Check that the service is running and that 'Base URL' has the right host and port.",
	],
	[
		'ECONNREFUSED',
		'connect ECONNREFUSED 127.0.0.1:3000',
		'The connection was refused: 127.0.0.1:3000',
		'In a container, localhost is the container itself',
	],
	[
		'ENOTFOUND',
		'getaddrinfo ENOTFOUND chat.example',
		'Host not found: chat.example',
		"The service may be restarting. If it is not, check 'Base URL' in the credential",
	],
	[
		'EAI_AGAIN',
		'getaddrinfo EAI_AGAIN web',
		'The host cannot be reached: web',
		"Check the network of n8n's host.",
	],
	[
		'CERT_HAS_EXPIRED',
		'certificate has expired; hint',
		'The certificate of the service is not trusted: certificate has expired',
		"turn on 'Ignore SSL Issues'",
	],
	[
		'EPROTO',
		'write EPROTO 80:error:0A00010B:SSL routines',
		'There is no HTTPS at this address',
		"Check the port in 'Base URL', or start it with http:// if the service has no HTTPS.",
	],
	[
		'ETIMEDOUT',
		'timeout of 300000ms exceeded',
		'The service did not respond in time',
		"raise 'Timeout'",
	],
	[
		'ECONNRESET',
		'socket hang up',
		'The connection was lost before the service responded',
		'look at the proxies between n8n and the service',
	],
])('calls %s by its name: %s', (code, message, headline, remedy) => {
	const failure = checkResponse(fault(code, message), searchContacts);
	expect(failure).toMatchObject({ message: headline, httpCode: undefined });
	expect(adviceOf(failure)).toContain(remedy);
});

it('repeats the advice of n8n if n8n blocks the request', () => {
	const description = "The target '10.0.0.1' is not allowed. Ask your n8n administrator.";
	const words = 'The request was blocked because it resolves to a restricted IP address';
	const blocked = Object.assign(new Error(words), { name: 'SsrfBlockedIpError', description });
	const failure = checkResponse(new Fault(new Error('outer', { cause: blocked })), createContact);
	expect(failure).toMatchObject({
		message: words,
		description: `Nothing was sent. ${description}`,
		topic: 'Request not sent',
		unclear: false,
	});
});

describe('each failure', () => {
	const operation = oneOf(
		CASES.map(({ operation: its }) => ({ ...its, fields: propertiesOf(its) })),
	);
	const words = fc.constantFrom<unknown>('', PAGE, 'No', { error: 'No' }, { errors: [] }, [], null);
	const kinds = fc.constantFrom<FaultKind>(
		...(['refused', 'unknownHost', 'unreachable', 'untrusted', 'noHttps', 'notHttp'] as const),
		...(['timeout', 'lost', 'cancelled', 'lostFile', 'unsendable'] as const),
	);

	it('of a response says what to do next', () => {
		fc.assert(
			fc.property(fc.integer({ min: 200, max: 599 }), words, operation, (status, body, its) => {
				const failure = checkResponse(response(status, body), its);
				// The reason that the service gives is all that is known of some refusals.
				const isReasoned = isObject(body) || body === 'No';
				if (failure && !isReasoned) expect(adviceOf(failure)).not.toBe('');
				expect(failure?.message).not.toBe('');
			}),
			{ numRuns: 2_000 },
		);
	});

	it('of a fault says what to do next', () => {
		fc.assert(
			fc.property(kinds, operation, (kind, its) => {
				const failure = checkResponse(new Fault(new Error('x'), kind), its);
				expect(adviceOf(failure)).not.toBe('');
			}),
		);
	});
});

const BLAME = /role|API Access Token/;
const LABEL = { ...deleteLabel, fields: propertiesOf(deleteLabel) };

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
					LABEL,
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
				const failure = checkResponse(response(status, parts.join(''), headers), LABEL);
				expect(failure?.description).not.toMatch(BLAME);
			}),
		);
	});

	it('that is retried is blamed on nothing in front of the service, whoever sent its text', () => {
		const retried = Array.from({ length: 100 }, (_, index) => 400 + index).filter((status) =>
			isThrottleOrOutage(meaningOf({ status }).outcome),
		);
		expect(retried.length).toBeGreaterThan(2);
		fc.assert(
			fc.property(fc.constantFrom(...retried), notJson, (status, text) => {
				const topic = checkResponse(response(status, text), LABEL)?.topic;
				expect(topic).toBe(status === 429 ? 'Rate limit reached' : 'Service unavailable');
			}),
		);
	});

	it('with JSON comes from the service', () => {
		const body = fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), fc.jsonValue(), { minKeys: 1 });
		fc.assert(
			fc.property(fc.constantFrom(401, 403), body, (status, json) => {
				expect(checkResponse(response(status, json), LABEL)?.message).not.toMatch(/in front of/);
			}),
		);
	});
});
