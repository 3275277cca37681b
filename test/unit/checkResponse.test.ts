import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import { propertiesOf } from '../../nodes/shared/form/properties';
import type { Operation, Subject } from '../../nodes/shared/operation';
import { deleteAgentBot } from '../../nodes/AgentBot/operations/delete';
import { completeAppointment } from '../../nodes/Appointment/operations/complete';
import { rescheduleAppointment } from '../../nodes/Appointment/operations/reschedule';
import { updateAutomationRule } from '../../nodes/AutomationRule/operations/update';
import { pushToPartner } from '../../nodes/Catalog/operations/pushToPartner';
import { createContact } from '../../nodes/Contact/operations/create';
import { searchContacts } from '../../nodes/Contact/operations/search';
import { deleteLabel } from '../../nodes/Label/operations/delete';
import { createMessagingFlow } from '../../nodes/MessagingFlow/operations/create';
import { getByTemplate } from '../../nodes/OutboundReport/operations/getByTemplate';
import { isUnavailable, replyOf } from '../../nodes/shared/transport/reply';
import { Fault } from '../../nodes/shared/transport/fault';
import { answer, fault, PAGE } from '../fixtures/answers';

const WITH_RECORD: Operation[] = [
	createContact,
	createMessagingFlow,
	rescheduleAppointment,
	completeAppointment,
	updateAutomationRule,
];
const WITHOUT_BODY: Operation[] = [deleteLabel, deleteAgentBot, pushToPartner];
const READS: Operation[] = [searchContacts, getByTemplate];
const EVERY = [...WITH_RECORD, ...WITHOUT_BODY, ...READS];

describe('a status of 2xx', () => {
	it.each([
		[{ error: 'Plan limit reached' }, pushToPartner, 'Plan limit reached'],
		[{ pushed: false, reason: 'Not connected' }, pushToPartner, 'Not connected'],
		[{ success: false }, deleteLabel, 'The service rejected the request without giving a reason'],
	])('that refuses by %j has the words of the service', (body, operation, words) => {
		expect(checkResponse(answer(200, body), operation)).toMatchObject({
			message: words,
			description: '',
			httpCode: 200,
		});
	});

	it.each<[unknown, Operation, headline: string, description: string]>([
		[
			{ message: 'Email is invalid', attributes: ['email'] },
			createContact,
			'The response contains no contact: Email is invalid',
			"The contact may have been created, and was not sent again. Look for it before you run this item again. Check 'Email'.",
		],
		[
			[],
			updateAutomationRule,
			'The response contains no automation rule',
			'The automation rule may have been updated. It is safe to run this item again.',
		],
		[
			'{"id',
			createMessagingFlow,
			'The response is cut off or not JSON',
			'The messaging flow may have been created, and was not sent again. Look for its name in the list of flows before you run this item again.',
		],
		[
			PAGE,
			pushToPartner,
			'The address returned a web page instead of an API response',
			"The catalog may have been pushed, and was not sent again. Look at the partner catalog before you run this item again. Check 'Base URL' in the credential: it is the address of the service, like https://app.example.com.",
		],
		[
			'OK',
			searchContacts,
			'The response is cut off or not JSON: OK',
			'If it happens each time, look at the proxy in front of the service.',
		],
		[
			'',
			searchContacts,
			'The response is empty',
			'If it happens each time, look at the proxy in front of the service.',
		],
	])(
		'that is unclear by %j says what may have been done',
		(body, operation, message, description) => {
			expect(checkResponse(answer(200, body), operation)).toMatchObject({ message, description });
		},
	);
});

describe('a redirect', () => {
	it.each([
		[303, 'https://app.example.com/contacts', true],
		[302, 'https://app.example.com/api/v1/accounts/1/contacts/2', true],
		[301, '/api/v1/accounts/1/contacts/2/', true],
		[302, 'https://app.example.com/api/v1/accounts/1/contacts', false],
		[302, '/login', false],
		[422, '/api/v1/accounts/1/contacts/2', false],
	])('of a create by %s to %s may have made its record: %p', (status, to, unclear) => {
		expect(checkResponse(answer(status, '', { location: to }), createContact)).toMatchObject({
			unclear,
		});
	});

	it.each([
		['https://new.example.com/api/v1/accounts/1/labels/7', 'https://new.example.com'],
		['https://example.com/chat/api/v1/accounts/1/labels/7', 'https://example.com/chat'],
	])('to %s suggests a new Base URL, for the path of the API is kept', (location, baseUrl) => {
		expect(checkResponse(answer(301, '', { location }), deleteLabel)).toMatchObject({
			message: `The service redirects to ${new URL(location).origin}`,
			description: `Enter ${baseUrl} as 'Base URL' in the credential. Nothing was done. The token was not sent to the other address.`,
		});
	});

	it.each([
		['https://login.example.com/sign_in?next=x', 'https://login.example.com'],
		[
			'https://team.cloudflareaccess.com/cdn-cgi/access/login/x?redirect_url=%2Fapi%2Fv1%2Faccounts%2F1%2Flabels',
			'https://team.cloudflareaccess.com',
		],
		[
			'https://login.microsoftonline.com/common/oauth2/authorize?redirect_uri=https://app.example.com/api/v1/accounts/1/labels/7',
			'https://login.microsoftonline.com',
		],
		['https://sso.example.com/api/login', 'https://sso.example.com'],
		['/login', 'another page'],
	])('to %s suggests no new Base URL, because it would get the token', (location, target) => {
		const { message, description } =
			checkResponse(answer(302, '', { location }), deleteLabel) ?? {};
		expect(message).toBe(`The service redirects to ${target}`);
		expect(description).toMatch(/^Check 'Base URL' .+ a login page or a proxy stands in front/);
		expect(description).not.toContain('Enter ');
	});
});

it('says that the service is unavailable for each retried status, and for no other 5xx', () => {
	for (let status = 500; status < 600; status++) {
		const said = checkResponse(answer(status), searchContacts)?.message;
		const expected = isUnavailable(replyOf(answer(status), 0).outcome);
		expect([status, said === 'The service is unavailable']).toEqual([status, expected]);
	}
});

const SEARCH: Subject = { ...searchContacts, fields: propertiesOf(searchContacts) };
const MISSING = { error: 'Resource could not be found' };

describe('a refusal', () => {
	it.each<[number, unknown, headers: object, help: string, field?: string]>([
		// The texts of authentication are fixed.
		[
			401,
			{ errors: ['You need to sign in or sign up before continuing.'] },
			{},
			'token-missing',
			"'Token Header'",
		],
		[
			401,
			{ description: 'The header api_access_token is missing' },
			{},
			'token-missing',
			"'Token Header'",
		],
		[401, { error: 'Invalid Access Token' }, {}, 'token-not-accepted', "'API Access Token'"],
		[
			401,
			{ error: 'You are not authorized to access this account' },
			{},
			'not-a-member-of-the-account',
			"'Account ID'",
		],
		[401, { error: 'You are not authorized to do this action' }, {}, 'not-allowed'],
		[401, { error: 'Access to this endpoint is not authorized for bots' }, {}, 'token-of-a-bot'],
		[401, { error: 'Account is suspended' }, {}, 'account-suspended'],
		[403, { error: 'API access is not enabled for this account' }, {}, 'api-access-not-enabled'],
		// Other words are translated, and prove nothing.
		[401, { error: 'This bot is in use' }, {}, 'token-not-accepted'],
		[401, { error: 'Missing permission; header ok' }, {}, 'token-not-accepted'],
		[401, { error: 'Jeton invalide' }, {}, 'token-not-accepted'],
		[401, '', {}, 'token-not-accepted'],
		[403, { error: 'This bot is in use' }, {}, 'not-allowed'],
		[403, { error: 'Your IP is not in the plan of this building' }, {}, 'not-allowed'],
		[403, '', {}, 'not-allowed'],
		[402, { error: 'Please upgrade' }, {}, 'payment-required'],
		// What stands in front of the service.
		[401, PAGE, {}, 'login-required'],
		[401, 'Unauthorized', { 'www-authenticate': 'Basic realm="x"' }, 'login-required'],
		[401, { error: 'x' }, { 'www-authenticate': 'Bearer' }, 'token-not-accepted'],
		[401, 'Unauthorized', {}, 'login-required'],
		[403, PAGE, {}, 'blocked-by-a-firewall'],
		[403, 'error code: 1010', {}, 'blocked-by-a-firewall'],
		[414, PAGE, {}, 'address-too-long'],
		[404, PAGE, {}, 'no-api-at-this-address', "'Base URL'"],
		...[400, 405, 406, 410, 421, 422].map((status): [number, unknown, object, string] => [
			status,
			PAGE,
			{},
			'refused-in-front-of-the-service',
		]),
		[407, '', {}, 'proxy-asks-for-a-password', "'Proxy'"],
		// A record that does not exist, or an operation that the service does not know.
		[404, MISSING, {}, 'record-not-found'],
		[404, { status: 404, error: 'Not Found' }, {}, 'operation-not-supported'],
		[404, { message: 'no Route matched' }, {}, 'operation-not-supported'],
		[404, '', {}, 'operation-not-supported', "'Label'"],
		// The rest by status.
		[413, PAGE, {}, 'request-too-large'],
		[429, 'Retry later\n', {}, 'rate-limit-reached'],
		[408, '', {}, 'service-unavailable'],
		[503, PAGE, {}, 'service-unavailable'],
		[500, '', {}, 'service-could-not-complete-the-request'],
		[501, PAGE, {}, 'service-could-not-complete-the-request'],
		...[525, 526, 530].map((status): [number, unknown, object, string] => [
			status,
			`error code: ${status}`,
			{},
			'service-unreachable',
		]),
		[422, { message: 'The token of this bot is missing from the plan' }, {}, 'request-rejected'],
		[409, { error: 'Taken' }, {}, 'request-rejected'],
	])('with %s and %j has its own section, and names the field to check', (...row) => {
		const [status, body, headers, help, field = ''] = row;
		const failure = checkResponse(
			answer(status, body, headers as Record<string, string>),
			deleteLabel,
		);
		expect(failure).toMatchObject({ help, httpCode: status });
		expect(failure?.description).toContain(field);
	});

	it.each([401, 403])(
		'with %s and no text points to what is in front of the service too',
		(status) => {
			const [blank, other] = ['', { error: 'x' }].map(
				(body) => checkResponse(answer(status, body), deleteLabel)?.description ?? '',
			);
			expect(blank.startsWith(other)).toBe(true);
			expect(blank.length).toBeGreaterThan(other.length);
		},
	);

	it.each([
		[422, { errors: { email: ['x'], name: ['y'] } }, createContact, "Check 'Email' and 'Name'."],
		[422, { message: 'is not valid', attributes: ['sort'] }, SEARCH, "Check 'Sort'."],
		[422, { errors: { plan: ['x'], email: ['y'] } }, createContact, "Check 'Email'."],
		[422, { error: 'Not today' }, createContact, ''],
		[
			422,
			{ message: 'Phone number should be in e164 format', attributes: ['phone_number'] },
			createContact,
			"Check 'Phone Number'. E.164 is a plus sign, the country code and the number, without spaces: +15551234567.",
		],
	])('with %s and %j names the fields to check', (status, body, operation, words) => {
		expect(checkResponse(answer(status, body), operation)?.description).toBe(words);
	});

	it('tells fields that were sent from those that were not', () => {
		const body = { name: 'Booking', endpoint_uri: undefined };
		const said = {
			message: "Inbox must exist, Flow json can't be blank, Name is taken",
			attributes: ['inbox', 'flow_json', 'name'],
		};
		const request = { url: CREDENTIALS, body };
		expect(checkResponse(answer(422, said), createMessagingFlow, request)?.description).toBe(
			"Check 'Name'. Choose 'Inbox', and replace {} in 'Flow JSON'.",
		);
	});

	it('finds fields at the start of sentences if the service names none', () => {
		const said = { errors: ['Inbox must exist', "Flow json can't be blank", 'Inboxes are full'] };
		const request = { url: CREDENTIALS, body: { name: 'Booking' } };
		expect(checkResponse(answer(422, said), createMessagingFlow, request)?.description).toBe(
			"Choose 'Inbox', and replace {} in 'Flow JSON'.",
		);
	});

	it('finds a field by its name in the API too, whatever its label says', () => {
		const said = { message: 'Appointment at must be in the future' };
		expect(checkResponse(answer(422, said), rescheduleAppointment)?.description).toContain(
			"Check 'New Time'.",
		);
	});

	const THERE = 'The record may have been deleted, or belong to another account.';
	const OWN = '/api/v1/accounts/7/x';
	const CREDENTIALS = '/api/v1/accounts/{account_id}/x';
	it.each([
		[createContact, CREDENTIALS, {}, "Check 'Account ID' in the credential."],
		[createContact, OWN, {}, "Check 'Account ID' under 'Options'."],
		[
			createContact,
			CREDENTIALS,
			{ inbox_id: 3 },
			`Check 'Inbox' and 'Account ID' in the credential. ${THERE}`,
		],
		[deleteLabel, CREDENTIALS, {}, `Check 'Label' and 'Account ID' in the credential. ${THERE}`],
		[pushToPartner, OWN, {}, `Check 'Catalog ID' and 'Account ID' under 'Options'. ${THERE}`],
		[
			pushToPartner,
			CREDENTIALS,
			{ source_catalog_id: 4 },
			`Check 'Catalog ID', 'Source Catalog ID' and 'Account ID' in the credential. ${THERE}`,
		],
		[SEARCH, CREDENTIALS, {}, "Check 'Account ID' in the credential."],
	])('by a 404 names the IDs that the request had', (operation, url, body, remedy) => {
		expect(checkResponse(answer(404, MISSING), operation, { url, body })?.description).toBe(remedy);
	});

	it('has the message of the service as its headline', () => {
		const body = { message: 'Email has already been taken', attributes: ['email'] };
		expect(checkResponse(answer(422, body), createContact)).toMatchObject({
			message: 'Email has already been taken',
			fields: ['email'],
		});
		const listed = { errors: [{ field: 'appointment_at', message: 'is past', code: 'past' }] };
		const { message } = checkResponse(answer(422, listed), rescheduleAppointment) ?? {};
		expect(message).toBe('New Time is past');
		const limited = checkResponse(answer(429, 'Retry later\n'), SEARCH);
		expect(limited?.message).toBe('The rate limit of the service is reached: Retry later');
	});

	it.each([
		[401, 'The service did not accept the token'],
		[402, "The account's plan doesn't cover this"],
		[403, 'The service does not allow this'],
		[404, 'The service does not know this address'],
		[413, 'The request is too large for the service'],
		[418, 'The service rejected the request with status 418'],
		[429, 'The rate limit of the service is reached'],
		[500, 'The service could not complete the request'],
		[503, 'The service is unavailable'],
		[525, 'A proxy could not connect to the service'],
	])('with %s and no words has words of ours, and quotes no web page', (status, headline) => {
		expect(checkResponse(answer(status), searchContacts)?.message).toBe(headline);
		const { message, description } = checkResponse(answer(status, PAGE), searchContacts) ?? {};
		expect(`${message} ${description}`).not.toMatch(/[<>]/);
	});

	it.each([
		['words', { error: 'missin '.repeat(10_000) }],
		['nested lists', { errors: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown }],
		['nested errors', JSON.parse('{"errors":'.repeat(50_000) + '1' + '}'.repeat(50_000))],
		['nested payloads', JSON.parse('{"payload":'.repeat(50_000) + '1' + '}'.repeat(50_000))],
		['flags of nested lists', { success: JSON.parse('['.repeat(9_000) + ']'.repeat(9_000)) }],
		['many complaints', { errors: Array.from({ length: 200_000 }, () => 'Not valid') }],
		[
			'many fields',
			{ errors: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [i, 1])) },
		],
	])('is judged at once, however much it has of %s', (_what, body) => {
		const began = performance.now();
		for (const operation of EVERY) {
			for (const status of [200, 401, 403, 404, 422, 429, 500]) {
				checkResponse(answer(status, body), operation);
			}
		}
		expect(performance.now() - began).toBeLessThan(2000);
	});
});

it.each([
	...[303, 500, 504].map((status) => [`a ${status}`, answer(status), true] as const),
	...[400, 429, 525].map((status) => [`a ${status}`, answer(status), false] as const),
	['ECONNRESET', fault('ECONNRESET'), true] as const,
	['ECONNREFUSED', fault('ECONNREFUSED'), false] as const,
])(
	'says after %s that the request may have been carried out, if it changes data',
	(_what, outcome, said) => {
		const mayHave = (operation: Operation) =>
			checkResponse(outcome, operation)?.description.includes(' may have been ') ?? false;
		const changing = [...WITH_RECORD, ...WITHOUT_BODY].map(mayHave);
		expect([...new Set(changing)]).toEqual([said]);
		expect(READS.some(mayHave)).toBe(false);
	},
);

it.each<[code: string, message: string, headline: string, remedy: string]>([
	[
		'ECONNREFUSED',
		'connect ECONNREFUSED 10.0.0.1:3000',
		'The service refused the connection: 10.0.0.1:3000',
		"Check that the service is running and that 'Base URL' has the right host and port.",
	],
	[
		'ECONNREFUSED',
		'connect ECONNREFUSED 127.0.0.1:3000',
		'The service refused the connection: 127.0.0.1:3000',
		'If n8n runs in a container, localhost is that container',
	],
	[
		'ECONNREFUSED',
		'connect ECONNREFUSED ::1:3000',
		'The service refused the connection: ::1:3000',
		'If n8n runs in a container, localhost is that container',
	],
	[
		'ENOTFOUND',
		'getaddrinfo ENOTFOUND chat.example',
		'Host not found: chat.example',
		"Check 'Base URL' in the credential for a typing mistake. If it is right, the server that runs n8n can't find the host.",
	],
	[
		'ENOTFOUND',
		'getaddrinfo ENOTFOUND chatwoot_web',
		'Host not found: chatwoot_web',
		"If this is a container's name, n8n must be in the same Docker network. Many servers refuse a host name with an underscore",
	],
	[
		'EAI_AGAIN',
		'getaddrinfo EAI_AGAIN web',
		'The service cannot be reached: web',
		'Docker network',
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
		"Check the host and port in 'Base URL'.",
	],
	[
		'ETIMEDOUT',
		'timeout of 300000ms exceeded',
		'The service did not respond in time',
		"raise 'Timeout'",
	],
	[
		'HPE_INVALID_CONSTANT',
		'Parse Error: Expected HTTP/, RTSP/ or ICE/',
		'The response is not HTTP',
		"Check the scheme and the port in 'Base URL'",
	],
	['ECONNRESET', 'socket hang up', 'The connection was lost before the service responded', ''],
])('calls %s by its name: %s', (code, message, headline, remedy) => {
	const failure = checkResponse(fault(code, message), searchContacts);
	expect(failure).toMatchObject({ message: headline, httpCode: undefined });
	expect(failure?.description).toContain(remedy);
});

it('repeats the advice of n8n if n8n blocks the request', () => {
	const description = "The target '10.0.0.1' is not allowed. Ask your n8n administrator.";
	const words = 'The request was blocked because it resolves to a restricted IP address';
	const blocked = Object.assign(new Error(words), { name: 'SsrfBlockedIpError', description });
	const failure = checkResponse(new Fault(new Error('outer', { cause: blocked })), createContact);
	expect(failure).toMatchObject({
		message: words,
		description: `Nothing was sent. ${description}`,
		help: 'blocked-by-n8n',
		unclear: false,
	});
});
