import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CASES, caseOf } from '../../cases';
import { toHeadline } from '../../nodes/shared/failure/sentences';
import { propertiesOf } from '../../nodes/shared/form/fields';
import { makesOthersWait } from '../../nodes/shared/http/outcome';
import { Fault } from '../../nodes/shared/http/fault';
import type { FaultKind } from '../../nodes/shared/http/fault';
import { type Topic, TOPICS } from '../../nodes/shared/topics';
import { isObject } from '../../nodes/shared/values';
import type { ApiResponse, ResponseContext } from '../../nodes/shared/operation';
import { oneOf } from '../fixtures/arbitraries';
import { attemptWith, PAGE, failureOf, fault, response } from '../fixtures/responses';

const OPERATIONS = CASES.map(({ operation }) => ({
	...operation,
	fields: propertiesOf(operation),
}));

/** An operation with its form, by the ID of its case. */
function form(id: string): ResponseContext {
	return OPERATIONS[CASES.indexOf(caseOf(id))];
}

const DELETE = form('labelDelete');
const CREATE = form('contactCreate');
const SEARCH = form('contactSearch');

/** A message with all sentences that say what to do. */
function textOf(got: ApiResponse | Fault, operation: ResponseContext): string {
	const { message = '', description, optional = [] } = failureOf(got, operation) ?? {};
	return [`${toHeadline(message)}.`, description, ...optional].filter(Boolean).join(' ');
}

/** A response or a fault, and of its message the topic, the headline, and a part of what to do. */
type Row = [got: ApiResponse | Fault, topic: string, headline: string, advice?: string];

const UNAUTHORIZED = 'The service did not accept the token';
const IN_FRONT = 'A firewall, a login or a proxy in front of the service refused this';
const MISSING = { error: 'Resource could not be found' };

/** Texts that servers send with a status, whose words are the headline. */
function worded(status: number, topic: string, texts: Record<string, string>): Row[] {
	return Object.entries(texts).map(([error, advice]) => [
		response(status, { error }),
		topic,
		error,
		advice,
	]);
}

/** The messages to a delete. */
const MESSAGES: Row[] = [
	[
		response(401, { errors: ['You need to sign in or sign up before continuing.'] }),
		'Token missing',
		'You need to sign in or sign up before continuing.',
		"'Token Header'",
	],
	...worded(401, 'Token not accepted', {
		'Invalid Access Token': "Check 'API Access Token'",
		'You are not authorized to access this account': "Check 'Account ID'",
		'Access to this endpoint is not authorized for bots': 'of a user',
		'Account is suspended': 'Ask the account owner',
		'Jeton invalide': "'API Access Token' in the credential is up to date",
	}),
	...worded(401, 'Not allowed', {
		'You are not authorized to do this action': 'the token of an administrator',
	}),
	...worded(403, 'Token not accepted', {
		'API access is not enabled for this account': 'Ask the account owner',
	}),
	...worded(403, 'Not allowed', { 'This bot is in use': "Check the role of the token's user" }),
	...worded(402, 'Not allowed', { 'Please upgrade': 'the plan of the account' }),
	[response(401), 'Token not accepted', UNAUTHORIZED, "'API Access Token'"],
	[response(403), 'Not allowed', 'The service does not allow this'],
	// What stands in front of the service.
	...[400, 401, 403, 405, 406, 410, 421, 422].map((status): Row => {
		return [response(status, PAGE), 'Refused in front of the service', IN_FRONT];
	}),
	[
		response(401, { error: 'No' }, { 'www-authenticate': 'Basic realm="x"' }),
		'Refused in front of the service',
		`${IN_FRONT}: No`,
	],
	...[405, 410].map((status): Row => {
		const said = { error: 'Method Not Allowed' };
		return [response(status, said), 'Operation not supported', said.error, "'Base URL'"];
	}),
	[response(407), 'Proxy asks for a password', 'The proxy asks for a user name and a password'],
	...[
		'<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>',
		"<p>You're speaking plain HTTP to an SSL-enabled server port.</p>",
	].map((text): Row => {
		return [response(400, text), 'No HTTP response', 'The address needs HTTPS', 'https://'];
	}),
	[
		response(400, 'Client sent an HTTP request to an HTTPS server.\n'),
		'No HTTP response',
		'The address needs HTTPS: Client sent an HTTP request to an HTTPS server.',
	],
	// A redirect proposes no address that would get the token.
	[
		response(302, '', { location: 'https://new.example.com/api/v1/accounts/1/labels/7' }),
		'Redirected',
		'The service redirects to https://new.example.com',
		"The token was not sent there. If that is the address of the service, enter it as 'Base URL'",
	],
	...['/login', 'javascript:alert(1)', ''].map((location): Row => {
		return [response(302, '', { location }), 'Redirected', 'The service redirects to another page'];
	}),
	[
		response(304, '', { location: '/x' }),
		'Request rejected',
		'The service rejected the request with status 304',
	],
	// A record that does not exist, or an operation that the service does not know.
	[
		response(404, MISSING),
		'Record not found',
		'Resource could not be found',
		"Check 'Label' and 'Account ID'. The record may no longer exist.",
	],
	[
		response(404, PAGE),
		'No API at this address',
		'There is no API at this address',
		"Check 'Base URL' in the credential. If that is right, the service may not support this operation.",
	],
	[
		response(404),
		'Operation not supported',
		'The service does not know this address',
		"Check 'Label', 'Account ID' and 'Base URL' in the credential. If that is right",
	],
	[response(404, { status: 404, error: 'Not Found' }), 'Operation not supported', 'Not Found'],
	// The rest by status.
	[response(413, PAGE), 'Request too large', 'The request is too large for the service'],
	[
		response(429, 'Retry later\n'),
		'Rate limit reached',
		'The rate limit of the service is reached: Retry later',
	],
	[response(503, PAGE), 'Service unavailable', 'The service is unavailable'],
	[
		response(500),
		'Service could not complete the request',
		'The service could not complete the request',
		"If it happens again, check 'Label': some servers fail like this on a missing record. Otherwise, look into the log",
	],
	...worded(409, 'Request rejected', { Taken: '' }),
	[response(418), 'Request rejected', 'The service rejected the request with status 418'],
	// A 2xx that refuses.
	[
		response(200, { success: false }),
		'Request rejected',
		'The service rejected the request without giving a reason',
		'Check the values of this item.',
	],
	...worded(200, 'Request rejected', { 'No seats left': '', 'Seats left: 0': '' }),
	// No response.
	[
		fault('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:3000'),
		'Connection refused',
		'The connection was refused: 10.0.0.1:3000',
		"Check that the service is running and that 'Base URL' has the right host and port.",
	],
	[
		fault('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:3000'),
		'Connection refused',
		'The connection was refused: 127.0.0.1:3000',
		'In a container, localhost is the container itself',
	],
	[
		fault('ENOTFOUND', 'getaddrinfo ENOTFOUND chat.example'),
		'Host not found',
		'Host not found: chat.example',
		"The service may be restarting. If it is not, check 'Base URL'",
	],
	[
		fault('EAI_AGAIN', 'getaddrinfo EAI_AGAIN web'),
		'Service unreachable',
		'The host cannot be reached: web',
		"Check the network of n8n's host.",
	],
	[
		fault('CERT_HAS_EXPIRED', 'certificate has expired; hint'),
		'Certificate not trusted',
		'The certificate of the service is not trusted: certificate has expired',
		"turn on 'Ignore SSL Issues'",
	],
	[
		fault('EPROTO', 'write EPROTO 80:error:0A00010B:SSL routines'),
		'No HTTPS',
		'There is no HTTPS at this address',
		'start it with http://',
	],
	[
		fault('ETIMEDOUT', 'timeout of 300000ms exceeded'),
		'No response in time',
		'The service did not respond in time',
		"raise 'Timeout'",
	],
	[
		fault('ECONNRESET', 'socket hang up'),
		'Connection lost',
		'The connection was lost before the service responded',
		'look at the proxies between n8n and the service',
	],
	[
		fault('ERR_CANCELED', 'canceled'),
		'Execution cancelled',
		'The execution was cancelled',
		'Run the workflow again.',
	],
	[
		new Fault(new Error('x'), 'credentialChanged'),
		'Credential changed',
		'The credential changed while this item was under way',
		'it was not sent',
	],
	[
		new Fault(new Error('no such file'), 'unreadableFile'),
		'File not readable',
		'The file to send cannot be read: no such file',
		'Nothing was sent.',
	],
	[
		new Fault(new Error('Invalid URL'), 'unsendable'),
		'Request not sent',
		'Invalid URL',
		'Nothing was sent.',
	],
];

describe('the message to a delete', () => {
	it.each(MESSAGES)('after %j has its own section: %s, %s', (got, topic, headline, advice = '') => {
		const httpCode = got instanceof Fault ? undefined : got.status;
		expect(failureOf(got, DELETE)).toMatchObject({ topic, message: headline, httpCode });
		expect(textOf(got, DELETE)).toContain(advice);
	});
});

/** What the message to an operation is. */
const WHOLE_MESSAGES: Array<[id: string, got: ApiResponse, message: string]> = [
	// A 2xx that confirms nothing.
	[
		'contactCreate',
		response(200, { message: 'Email is invalid', attributes: ['email'] }),
		"The response contains no contact: Email is invalid. Check 'Email'. If it happens each time, this service does not follow the documented API.",
	],
	[
		'messagingFlowCreate',
		response(200, '{"id'),
		'The response is empty, cut off or not JSON. If it happens each time, look at the proxy in front of the service.',
	],
	[
		'catalogPushToPartner',
		response(200, PAGE),
		"The address returned a web page. Check 'Base URL' in the credential: it should look like https://app.example.com.",
	],
	// A 404 names the fields for IDs that were sent, and an operation that Chatwoot lacks.
	[
		'catalogPushToPartner',
		response(404, MISSING),
		"Resource could not be found. Check 'Catalog ID' and 'Account ID'. The record may no longer exist.",
	],
	['contactSearch', response(404, MISSING), "Resource could not be found. Check 'Account ID'."],
	['contactCreate', response(404, MISSING), "Resource could not be found. Check 'Account ID'."],
	[
		'catalogPushToPartner',
		response(404),
		"The service does not know this address. Chatwoot doesn't have this operation. In another service, check 'Catalog ID', 'Account ID' and 'Base URL' in the credential.",
	],
	[
		'outboundReportGetByTemplate',
		response(404, PAGE),
		"There is no API at this address. Chatwoot doesn't have this operation. In another service, check 'Base URL' in the credential.",
	],
	...[
		{ error: 'Not Found', exception: "#<ActiveRecord::RecordNotFound: Couldn't find Label>" },
		{ message: "Couldn't find Label", exception: 'NotFoundHttpException', trace: [] },
		{ detail: "Couldn't find Label" },
	].map((body): [string, ApiResponse, string] => [
		'labelDelete',
		response(404, body),
		"Couldn't find Label. Check 'Label' and 'Account ID'. The record may no longer exist.",
	]),
	[
		'appointmentComplete',
		response(404, { detail: 'No Appointment matches the given query.' }),
		"No Appointment matches the given query. Check 'Appointment ID' and 'Account ID'. The record may no longer exist.",
	],
	[
		'labelDelete',
		response(404, { message: 'Cannot DELETE /api/v1/accounts/1/label/7', error: 'Not Found' }),
		"Cannot DELETE /api/v1/accounts/1/label/7. Check 'Label', 'Account ID' and 'Base URL' in the credential. If that is right, the service may not support this operation.",
	],
	// A list that the service prepares.
	...['outboundReportGetByTemplate', 'contactSearch'].flatMap((id) =>
		Object.entries({
			'Report is being generated': { message: 'Report is being generated' },
			'The response is not ready yet': { status: 'pending' },
		}).map(([text, body]): [string, ApiResponse, string] => [id, response(202, body), `${text}.`]),
	),
	// An error about no field in particular.
	...['base', 'non_field_errors', '__all__'].map((name): [string, ApiResponse, string] => [
		'outboundReportGetByTemplate',
		response(400, { [name]: ['until must be after since.'] }),
		"until must be after since. Check 'Until'.",
	]),
	// The fields that the service names, by their names in the form.
	[
		'appointmentReschedule',
		response(422, { errors: [{ field: 'appointment_at', message: 'is past' }] }),
		"New Time is past. Check 'New Time'.",
	],
	[
		'contactCreate',
		response(422, { errors: { email: ['is taken'], name: ['is long'] } }),
		"Email is taken; Name is long. Check 'Email' and 'Name'.",
	],
	[
		'contactCreate',
		response(422, { message: 'not e164', attributes: ['phone_number'] }),
		"not e164. Check 'Phone Number'. E.164 is a plus sign, the country code and the number, without spaces: +15551234567.",
	],
	[
		'contactCreate',
		response(422, { message: 'Email Invalid email', attributes: ['email'] }),
		"Email Invalid email. Check 'Email'. An email address looks like name@example.com.",
	],
	[
		'contactSearch',
		response(422, { message: 'is not valid', attributes: ['sort'] }),
		"is not valid. Check 'Sort'.",
	],
	[
		'contactFilter',
		response(500),
		"The service could not complete the request. If it happens again, leave out one condition after the other to find the cause, such as an operator that the server doesn't know, or one that doesn't suit the type of its attribute. If it happens every time, look into the log of the service.",
	],
];

it.each(WHOLE_MESSAGES)('the message to %s after %j says what to do', (id, got, message) => {
	expect(textOf(got, form(id))).toBe(message);
});

/** Topics of messages that are neither about a single response nor about a fault. */
const OF_A_RUN: Topic[] = [
	...(['Contact already exists', 'Field not valid', 'Item handed over late'] as const),
	...(['List ends early', 'List keeps changing', 'List too long'] as const),
	...(['No list in the response', 'Not sent'] as const),
];

it('has an example for each topic in MESSAGES or WHOLE_MESSAGES, unless it is OF_A_RUN', () => {
	const reached = [
		...MESSAGES.map(([got]) => failureOf(got, DELETE)?.topic),
		...WHOLE_MESSAGES.map(([id, got]) => failureOf(got, form(id))?.topic),
		...OF_A_RUN,
	];
	const topics = Object.keys(TOPICS) as Topic[];
	expect(topics.filter((topic) => !reached.includes(topic))).toEqual([]);
});

/** What frameworks send, with the whole message of the node. */
const FRAMEWORKS: Array<[who: string, got: ApiResponse, message: string]> = [
	[
		'Chatwoot',
		response(422, { message: 'Email has already been taken', attributes: ['email'] }),
		"Email has already been taken. Check 'Email'.",
	],
	[
		'the contract',
		response(422, {
			description: 'Contact not valid',
			errors: [{ field: 'phone_number', message: 'is too short', code: 'short' }],
		}),
		"Phone Number is too short. Check 'Phone Number'.",
	],
	[
		'NestJS with class-validator',
		response(400, {
			statusCode: 400,
			message: ['email must be an email', 'name should not be empty'],
			error: 'Bad Request',
		}),
		"email must be an email; name should not be empty. Check 'Email' and 'Name'.",
	],
	[
		'class-validator',
		response(400, [
			{ target: {}, property: 'email', constraints: { isEmail: 'email must be an email' } },
			{ target: {}, property: 'name', constraints: { max: 'must be shorter' } },
		]),
		"email must be an email; Name must be shorter. Check 'Email' and 'Name'.",
	],
	[
		'problem+json with a detail',
		response(403, {
			type: 'https://example.com/probs/out-of-credit',
			title: 'You do not have enough credit.',
			status: 403,
			detail: 'Your current balance is 30, but that costs 50.',
			instance: '/account/12345/msgs/abc',
		}),
		"Your current balance is 30, but that costs 50. Check the role of the token's user in the service, and the plan of the account. The service also says: You do not have enough credit.",
	],
	[
		'problem+json with pointers',
		response(422, {
			title: 'Your request is not valid.',
			errors: [{ detail: 'must be lower case', pointer: '#/email' }],
		}),
		"Email must be lower case. Check 'Email'.",
	],
	[
		'problem+json of RFC 7807',
		response(400, {
			title: "Your request parameters didn't validate.",
			'invalid-params': [{ name: 'email', reason: 'must be lower case' }],
		}),
		"Email must be lower case. Check 'Email'.",
	],
	[
		'ASP.NET',
		response(400, {
			title: 'One or more validation errors occurred.',
			status: 400,
			errors: { Email: ['The Email field is required.'] },
			traceId: '00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00',
		}),
		"The Email field is required. Check 'Email'.",
	],
	[
		'JSON:API',
		response(422, {
			errors: [
				{
					status: '422',
					source: { pointer: '/data/attributes/phoneNumber' },
					title: 'Invalid Attribute',
					detail: 'Phone number must have a country code.',
				},
				{
					status: '422',
					source: { pointer: '/data/attributes/name' },
					title: 'Invalid Attribute',
					detail: 'must have two characters',
				},
			],
		}),
		"Phone number must have a country code; Name must have two characters. Check 'Phone Number' and 'Name'.",
	],
	[
		'Spring',
		response(400, {
			timestamp: '2026-01-31T10:00:00.000+00:00',
			status: 400,
			error: 'Bad Request',
			message: "Validation failed for object='contact'. Error count: 1",
			errors: [
				{
					codes: ['Email.contact.email', 'Email'],
					arguments: [{ codes: ['contact.email'], defaultMessage: 'email', code: 'email' }],
					defaultMessage: 'must be a well-formed email address',
					objectName: 'contact',
					field: 'email',
					rejectedValue: 'x',
					code: 'Email',
				},
			],
			path: '/contacts',
		}),
		"Email must be a well-formed email address. Check 'Email'.",
	],
	[
		'FastAPI',
		response(422, {
			detail: [
				{ type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: {} },
				{ type: 'string', loc: ['body', 'name'], msg: 'Input should be a valid string', input: 1 },
			],
		}),
		"Email: Field required; Name: Input should be a valid string. Check 'Email' and 'Name'.",
	],
	['FastAPI with a text', response(409, { detail: 'Contact is locked' }), 'Contact is locked.'],
	[
		'Rails',
		response(422, { errors: { email: ['has already been taken'], base: ['Too many'] } }),
		"Email has already been taken; Too many. Check 'Email'.",
	],
	[
		'Rails without a wrapper',
		response(422, { email: ['has already been taken', 'is long'] }),
		"Email has already been taken; Email is long. Check 'Email'.",
	],
	[
		'Laravel with one text',
		response(422, {
			message: 'The email has already been taken.',
			errors: { email: ['The email has already been taken.'] },
		}),
		"The email has already been taken. Check 'Email'.",
	],
	[
		'Laravel with several texts',
		response(422, {
			message: 'The email has already been taken. (and 1 more error)',
			errors: { email: ['The email has already been taken.'], name: ['Too long.'] },
		}),
		"The email has already been taken; Name: Too long. Check 'Email' and 'Name'.",
	],
	[
		'plain text',
		response(400, 'The phone number is a landline\n'),
		'The phone number is a landline.',
	],
	[
		'a firewall',
		response(400, 'Request blocked. Support ID: 123'),
		"A firewall, a login or a proxy in front of the service refused this: Request blocked. Support ID: 123. Let n8n's requests through it. If nothing is in front of the service, check 'Base URL' in the credential.",
	],
	[
		'a 2xx without its record',
		response(200, { message: 'The contact is queued, ask again in 5 minutes' }),
		'The response contains no contact: The contact is queued, ask again in 5 minutes. If it happens each time, this service does not follow the documented API.',
	],
	[
		'a 2xx with other data',
		response(200, { period: 'last month', access_token: 'x y' }),
		'The response contains no contact. If it happens each time, this service does not follow the documented API.',
	],
];

it.each(FRAMEWORKS)('says first what %s says about the request', (_who, got, message) => {
	expect(textOf(got, CREATE)).toBe(message);
});

it.each([
	['Contact is blocked', 'Contact is blocked'],
	['Bad Request: The plan forbids it', 'Bad Request: The plan forbids it'],
	['error code: 1020', `${IN_FRONT}: error code: 1020`],
	['Access denied', `${IN_FRONT}: Access denied`],
	['This IP address has been blocked', `${IN_FRONT}: This IP address has been blocked`],
])('takes the plain text "%s" of a 400 for that of %s', (text, headline) => {
	expect(failureOf(response(400, text), CREATE)?.message).toBe(headline);
});

const NAMES = {
	...{ phone_number: 'Phone Number', 'Phone number': 'Phone Number', inbox: 'Inbox' },
	...{ '/contact/phoneNumber': 'Phone Number', inbox_id: 'Inbox', 'contact.email': 'Email' },
	...{ avatar_url: 'Avatar URL', 'contacts.0.name': 'Name', source_id: 'Source ID' },
	'additional_attributes.city': 'City',
	'additional_attributes[description]': 'Description',
	'additional_attributes[twitter]': 'Additional Attributes (JSON)',
	...{ 'custom_attributes.plan': 'Custom Attributes', 'contact.nick_name': 'Nick Name' },
	...{ 'custom_attributes.email': 'Custom Attributes', _never__seen: 'Never Seen' },
};

it.each(Object.entries(NAMES))('calls the field %s as the user sees it: %s', (field, name) => {
	const refused = response(422, { errors: [{ field, message: 'is wrong' }] });
	expect(failureOf(refused, CREATE)?.message).toBe(`${name} is wrong`);
});

it.each<[id: string, named: string[], typed: object, words: string]>([
	['automationRuleUpdate', ['actions'], { actionsJson: '[{}]' }, "Check 'Actions (JSON)'."],
	[
		'automationRuleUpdate',
		['actions'],
		{ actions: { action: [{}] } },
		"Check 'Replace All Actions'.",
	],
	[
		'automationRuleUpdate',
		['actions'],
		{ actions: { action: [{}] }, actionsJson: '{}' },
		"Check 'Replace All Actions'.",
	],
	['automationRuleUpdate', ['actions'], { name: 'Refunds' }, "Fill in 'Replace All Actions'."],
	[
		'messagingFlowCreate',
		['name', 'inbox', 'flow_json'],
		{ name: 'Booking', inboxId: { __rl: true, mode: 'id', value: '' }, flowJson: '{}' },
		"Check 'Name'. Choose 'Inbox'. Paste 'Flow JSON'.",
	],
	...[null, {}, { plan: '' }].map((value): [string, string[], object, string] => [
		'contactCreate',
		['custom_attributes.plan'],
		{
			customAttributes: { mappingMode: 'defineBelow', value, schema: [{ id: 'plan' }] },
			customAttributesJson: '{"plan": "gold"}',
		},
		"Check 'Custom Attributes (JSON)'.",
	]),
])('%s names of %j those that are filled in, and those that are not: %j', (id, ...row) => {
	const [attributes, updateFields, words] = row;
	const rawParameters = { ...updateFields, updateFields } as INodeParameters;
	const refused = response(422, { message: 'no', attributes });
	expect(failureOf(refused, { ...form(id), rawParameters })?.description).toBe(words);
});

it.each([
	['004915112345682', 'Write +4915112345682.'],
	['0151 2345682', /^E\.164 is a plus sign/],
	['00', /^E\.164 is a plus sign/],
])('says how to write the phone number %s', (phone_number, words) => {
	const refused = response(422, { message: 'not e164', attributes: ['phone_number'] });
	const { description = '' } = failureOf(refused, { ...CREATE, body: { phone_number } }) ?? {};
	expect(description.replace(/^.*?\)\. /, '')).toMatch(words);
});

it('has a step for each field with which a sentence of the service begins', () => {
	const errors = ["Name can't be blank", 'Inbox must exist', "Flow json can't be blank", 'Sorry'];
	const rawParameters = { name: '', inboxId: '', flowJson: '{}' };
	const context = { ...form('messagingFlowCreate'), rawParameters };
	expect(failureOf(response(422, { errors }), context)?.description).toBe(
		"Fill in 'Name'. Choose 'Inbox'. Paste 'Flow JSON'. Your provider's flow editor shows the JSON of a flow.",
	);
});

it.each<[id: string, body: object, headline: string, advice: string]>([
	[
		'appointmentReschedule',
		{ message: ['appointment_at must be in the future', 'notes must be shorter'] },
		'appointment_at must be in the future; notes must be shorter',
		"Check 'New Time' and 'Notes'.",
	],
	[
		'appointmentReschedule',
		{ message: 'Appointment at must be in the future' },
		'Appointment at must be in the future',
		"Check 'New Time'.",
	],
	[
		'catalogPushToPartner',
		{ message: 'Catalog 1 is already being pushed' },
		'Catalog 1 is already being pushed',
		'',
	],
	[
		'appointmentComplete',
		{ error: 'Appointment is already completed' },
		'Appointment is already completed',
		'',
	],
	[
		'catalogPushToPartner',
		{ message: 'Source catalog must exist' },
		'Source catalog must exist',
		"Check 'Source Catalog ID'.",
	],
	...[
		{ fieldErrors: [{ field: 'appointmentAt', message: 'must be a future date' }] },
		{ fieldErrors: [{ field: 'appointmentAt', defaultMessage: 'must be a future date' }] },
		{ fieldErrors: { appointmentAt: 'must be a future date' } },
		{ violations: [{ field: 'appointmentAt', message: 'must be a future date' }] },
		{
			error: {
				code: 400,
				message: 'Invalid',
				status: 'INVALID_ARGUMENT',
				details: [
					{
						'@type': 'type.googleapis.com/google.rpc.BadRequest',
						fieldViolations: [{ field: 'appointment_at', description: 'must be a future date' }],
					},
				],
			},
		},
	].map((body): [string, object, string, string] => [
		'appointmentReschedule',
		{ message: 'Validation failed', ...body },
		'New Time must be a future date',
		"Check 'New Time'.",
	]),
	...[
		{ custom_attributes: { plan: ['is no choice'] }, email: ['is taken'] },
		{ errors: { custom_attributes: { plan: ['is no choice'] }, email: ['is taken'] } },
	].map((body): [string, object, string, string] => [
		'contactCreate',
		body,
		'Custom Attributes is no choice; Email is taken',
		"Check 'Custom Attributes' and 'Email'.",
	]),
	[
		'contactCreate',
		{
			message: [
				{
					property: 'additional_attributes',
					children: [
						{ property: 'country_code', constraints: { isIn: 'is no code' }, children: [] },
					],
				},
			],
			error: 'Bad Request',
		},
		'Country Code is no code',
		"Check 'Country Code'.",
	],
	[
		'appointmentComplete',
		{ status: 'error', message: null },
		'The service rejected the request with status 422',
		'Check the values of this item.',
	],
])('%s reads from %j the fields that its words begin with', (id, body, headline, advice) => {
	const failure = failureOf(response(422, body), form(id));
	expect([failure?.message, failure?.description]).toEqual([headline, advice]);
});

it('names the value that was sent, unless it is an address, which may contain a password', () => {
	const address = fc.string().map((text) => `https://ann:${text}@example.com`);
	const value = fc.oneof(fc.string({ minLength: 1, maxLength: 50 }), fc.integer(), address);
	fc.assert(
		fc.property(value, fc.constantFrom('phoneNumber', 'avatarUrl'), (sent, field) => {
			const [name, label] =
				field === 'phoneNumber' ? ['phone_number', 'Phone Number'] : ['avatar_url', 'Avatar URL'];
			const rawParameters = { [field]: '={{ $json.x }}' };
			const body: IDataObject = { [name]: sent };
			const refused = response(422, { message: 'no', attributes: [name] });
			const shown = typeof sent === 'string' ? ` ('${sent}')` : ` (${sent})`;
			expect(failureOf(refused, { ...CREATE, rawParameters, body })?.description).toBe(
				`Check '${label}'${String(sent).includes('://') ? '' : shown}.`,
			);
		}),
	);
});

it('repeats the advice of n8n if n8n blocks the request', () => {
	const description = "The target '10.0.0.1' is not allowed. Ask your n8n administrator.";
	const words = 'The request was blocked because it resolves to a restricted IP address';
	const blocked = Object.assign(new Error(words), { name: 'SsrfBlockedIpError', description });
	const got = new Fault(new Error('outer', { cause: blocked }));
	expect(textOf(got, CREATE)).toBe(`${words}. Nothing was sent. ${description}`);
	expect(failureOf(got, CREATE)).toMatchObject({ topic: 'Request not sent', isUnclear: false });
});

it.each([
	['lists', '['.repeat(50_000) + ']'.repeat(50_000), /with status 422$/],
	['objects', '{"errors":'.repeat(50_000) + '1' + '}'.repeat(50_000), /^Errors is not valid$/],
])('reads a body that nests %s 50,000 deep', (_what, body, headline) => {
	expect(failureOf(response(422, JSON.parse(body)), SEARCH)?.message).toMatch(headline);
});

const operation = oneOf(OPERATIONS as (typeof CASES)[number]['operation'][]);
const anyStatus = fc.integer({ min: 200, max: 599 });

it('says what happened and what to do, quotes no page, and calls those unavailable that it retries', () => {
	const words = fc.constantFrom<unknown>('', PAGE, 'No', { error: 'No' }, { errors: [] }, [], null);
	fc.assert(
		fc.property(anyStatus, words, operation, (status, body, its) => {
			const failure = failureOf(response(status, body), its);
			if (!failure) return;
			expect(failure.message).not.toBe('');
			expect(textOf(response(status, body), its)).not.toMatch(/[<>]|undefined/);
			// The reason that the service gives is all that is known of some refusals. Of a 429, the waits say more.
			const isReasoned = isObject(body) || body === 'No' || status === 429;
			if (!isReasoned) expect(failure.description + failure.optional.join('')).not.toBe('');
			expect(failure.topic === 'Service unavailable').toBe(
				attemptWith(response(status)).outcome.service === 'unavailable',
			);
		}),
		{ numRuns: 500 },
	);
});

it('says after any fault what to do', () => {
	const kinds = fc.constantFrom<FaultKind>(
		...(['refused', 'unknownHost', 'unreachable', 'untrusted', 'noHttps', 'notHttp'] as const),
		...(['timeout', 'disconnected', 'cancelled', 'unreadableFile', 'unsendable'] as const),
	);
	fc.assert(
		fc.property(kinds, operation, (kind, its) => {
			const got = new Fault(new Error('x'), kind);
			expect(textOf(got, its)).not.toBe(`${failureOf(got, its)?.message}.`);
		}),
	);
});

describe('a 4xx', () => {
	const BLAME = /role|API Access Token/;
	const notJson = fc
		.string({ minLength: 1, maxLength: 80 })
		.filter((text) => /[a-z]/i.test(text) && !/api[_-]access/i.test(text));
	const code = fc
		.integer({ min: 400, max: 499 })
		.filter((status) => status !== 404 && status !== 429);
	const page = fc
		.tuple(fc.constantFrom('<!DOCTYPE html>', ' <html>', '<?xml?>'), notJson)
		.map((parts) => parts.join(''));
	const ofType = (body: fc.Arbitrary<string>, ...types: string[]) =>
		fc.tuple(body, fc.constantFrom(...types));

	it('blames neither token nor role if it is no JSON, because it comes from something in front', () => {
		const got = fc.oneof(
			ofType(notJson, 'text/plain', 'text/html; charset=utf-8', 'application/xml'),
			ofType(page, 'application/json; charset=utf-8'),
		);
		fc.assert(
			fc.property(code, got, (status, [body, type]) => {
				const failure = failureOf(response(status, body, { 'content-type': type }), DELETE);
				expect(failure?.description).not.toMatch(BLAME);
				expect(failure?.description).not.toMatch(/^Check 'Base URL'[^.]*\.$/);
			}),
		);
	});

	it('that is retried is blamed on nothing in front of the service, whoever sent its text', () => {
		const retried = Array.from({ length: 100 }, (_, index) => 400 + index).filter((status) =>
			makesOthersWait(attemptWith(response(status)).outcome),
		);
		expect(retried.length).toBeGreaterThan(2);
		fc.assert(
			fc.property(fc.constantFrom(...retried), notJson, (status, text) => {
				const topic = failureOf(response(status, text), DELETE)?.topic;
				expect(topic).toBe(status === 429 ? 'Rate limit reached' : 'Service unavailable');
			}),
		);
	});

	it('with JSON comes from the service', () => {
		const body = fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), fc.jsonValue(), { minKeys: 1 });
		fc.assert(
			fc.property(fc.constantFrom(401, 403), body, (status, json) => {
				expect(failureOf(response(status, json), DELETE)?.message).not.toMatch(/in front of/);
			}),
		);
	});
});

it.each<[ResponseContext['body'], string]>([
	[undefined, 'a shorter query'],
	[{ name: 'Ann' }, 'shorter texts'],
	[() => Promise.resolve(new FormData()), 'a smaller file or shorter texts'],
])('says which part of a request that is too large can be smaller: %p', (body, part) => {
	expect(failureOf(response(413, PAGE), { ...CREATE, body })?.description).toBe(
		`Nothing was done. Use ${part}.`,
	);
});
