import { urlOf } from '../input/addresses';
import { enumerate, isBlank, isText } from '../input/values';
import type { Response, ResponseContext } from '../operation';
import { isUnavailable, meaningOf } from '../http/attempt';
import type { Fault, FaultKind } from '../http/fault';
import { Failure } from './failure';
import { checkFields, fieldsNamed, quoteIdFields, quoteSentIdFields } from './fieldNames';
import { isMissingRecord, isPage, type Judgement } from './judge';
import type { ServiceMessage } from './serviceMessage';

/*
 * What a failed request is about, and what to say of it: a table for faults, and one for responses. A test holds that
 * each topic is a heading of docs/troubleshooting.md.
 */

/** The topic of a request without a response. */
interface FaultTopic {
	/** Heading of the section in docs/troubleshooting.md that explains it. */
	topic: string;
	/** The address in the message of the fault follows, if there is one. */
	headline: string;
	/** Set if the message itself follows. */
	quotesFault?: true;
	remedy: string;
	/** Sentences about rarer causes, which a long message leaves out. */
	general?: string[];
}

const PROXY = 'If this is the address of a proxy, check the proxy.';

const FAULTS: Record<FaultKind, FaultTopic> = {
	refused: {
		topic: 'Connection refused',
		headline: 'The connection was refused',
		remedy: "Check that the service is running and that 'Base URL' has the right host and port.",
		general: [PROXY],
	},
	unknownHost: {
		topic: 'Host not found',
		headline: 'Host not found',
		remedy:
			"The service may be restarting. If it is not, check 'Base URL' in the credential, or the proxy of n8n, for a typing mistake.",
	},
	unreachable: {
		topic: 'Service unreachable',
		headline: 'The host cannot be reached',
		remedy: "Check the network of n8n's host.",
		general: [PROXY],
	},
	untrusted: {
		topic: 'Certificate not trusted',
		headline: 'The certificate of the service is not trusted',
		quotesFault: true,
		remedy:
			"Give the service a valid certificate. If you trust this one, turn on 'Ignore SSL Issues' under 'Request Options' in 'Settings'.",
	},
	noHttps: {
		topic: 'No HTTPS',
		headline: 'There is no HTTPS at this address',
		remedy: "Check the port in 'Base URL', or start it with http:// if the service has no HTTPS.",
	},
	notHttp: {
		topic: 'No HTTP response',
		headline: 'The response is not HTTP',
		remedy:
			"Check the scheme and the port in 'Base URL': another program may use this port, or it may need https://.",
	},
	timeout: {
		topic: 'No response in time',
		headline: 'The service did not respond in time',
		remedy: '',
		general: ["If it needs more time, raise 'Timeout' under 'Request Options' in 'Settings'."],
	},
	lost: {
		topic: 'Connection lost',
		headline: 'The connection was lost before the service responded',
		remedy: '',
		general: ['If it happens each time, look at the proxies between n8n and the service.'],
	},
	cancelled: {
		topic: 'Execution cancelled',
		headline: 'The execution was cancelled',
		remedy: 'Run the workflow again.',
	},
	credentialChanged: {
		topic: 'Credential changed',
		headline: 'The credential changed while this item was under way',
		remedy:
			'The next request would have gone to another account or host, so it was not sent. Check the credential before you run this item again.',
	},
	lostFile: {
		topic: 'File not readable',
		headline: 'The file to send cannot be read',
		quotesFault: true,
		remedy: 'Nothing was sent. Run the node that provides the file again.',
	},
	unsendable: {
		topic: 'Request not sent',
		headline: '',
		quotesFault: true,
		remedy: 'Nothing was sent.',
	},
};

/** A response that proves no success. */
export interface FailedResponse {
	response: Response;
	judgement: Judgement;
	/** What the service says in it. */
	said: ServiceMessage;
	operation: ResponseContext;
}

/** A text that is fixed, or depends on the response. */
type Text = string | ((failed: FailedResponse) => string);

/** The topic of a response that proves no success. */
interface ResponseTopic {
	/** Heading of the section in docs/troubleshooting.md that explains it. */
	topic: string;
	/** Whether a response is about this topic. */
	applies: (failed: FailedResponse) => boolean;
	headline: Text;
	/** Set if the service's own words take the place of the headline. Otherwise they follow it. */
	quotesService?: true;
	remedy: Text;
	/** Sentences about rarer causes, which a long message leaves out. */
	general?: string[] | ((failed: FailedResponse) => string[]);
}

function status(...codes: number[]): ResponseTopic['applies'] {
	return ({ response }) => codes.includes(response.status);
}

const NOTHING_DONE = 'Nothing was done.';
const LOOK_INTO_LOG = 'If it happens again, look into the log of the service.';
/** The usual causes of a 500 to Filter, in order. */
const CONDITIONS =
	"Leave out one condition after the other to find the cause, such as an operator that the server doesn't know, or one that doesn't suit the type of its attribute.";
/** What to do about texts of Chatwoot and of the contract, of which the service doesn't say what to do. */
const HINTS: Array<[words: RegExp, hint: string]> = [
	[
		/\be\.?164\b/i,
		'E.164 is a plus sign, the country code and the number, without spaces: +15551234567.',
	],
	[/^invalid attribute key/i, 'Choose the attribute from the list: capitals matter.'],
	[/not connected to a partner/i, 'Connect this catalog to a partner in the service.'],
];

/** What nginx, Apache, Go and Node.js proxies say to a request without TLS on a port that needs it. */
const WANTS_HTTPS = /plain HTTP (?:request was sent )?to|HTTP request to an HTTPS server/i;

/** What to do about Chatwoot's texts of authentication, which it never translates. */
const CHATWOOT_REMEDIES = new Map(
	Object.entries({
		'Invalid Access Token':
			"Check 'API Access Token' in the credential: copy it again from your profile settings in the service.",
		'You are not authorized to access this account':
			"The token's user is not a member of this account. Check 'Account ID'.",
		'You are not authorized to do this action':
			"The token's user isn't allowed to do this. Use the token of an administrator.",
		'Access to this endpoint is not authorized for bots':
			'The token belongs to a bot or a platform app. Use the token from the profile settings of a user.',
		'Account is suspended': 'Ask the account owner to reactivate the account.',
		'API access is not enabled for this account':
			'Ask the account owner to enable access to the API, or to change the plan.',
	}),
);

/**
 * The topics of responses. The first one that applies counts: a status with a reason of its own comes before what may
 * have sent a response in place of the service, and that before the statuses of tokens and values.
 */
const RESPONSES: ResponseTopic[] = [
	{
		topic: 'Web page instead of the API',
		applies: ({ response, judgement }) => judgement === 'unclear' && isPage(response),
		headline: 'The address returned a web page',
		remedy: "Check 'Base URL' in the credential: it is an address like https://app.example.com.",
	},
	{
		topic: 'Unreadable response',
		applies: ({ response: { body }, judgement }) =>
			judgement === 'unclear' && (typeof body === 'string' || isBlank(body)),
		headline: 'The response is empty, cut off or not JSON',
		remedy: '',
		general: ['If it happens each time, look at the proxy in front of the service.'],
	},
	{
		topic: 'No record in the response',
		applies: ({ judgement }) => judgement === 'unclear',
		headline: ({ operation: { effect } }) =>
			`The response contains no ${effect?.record ?? 'record'}`,
		remedy: checkNamed,
		general: ['If it happens each time, this service does not follow the documented API.'],
	},
	{
		topic: 'Request rejected',
		applies: ({ response }) => response.status < 300,
		headline: 'The service rejected the request without giving a reason',
		quotesService: true,
		remedy: checkValues,
	},
	{
		topic: 'Redirected',
		applies: status(301, 302, 303, 307, 308),
		headline: ({ response }) => `The service redirects to ${redirectTarget(response)}`,
		remedy:
			"The token was not sent there. If that is the address of the service, enter it as 'Base URL' in the credential.",
	},
	{
		topic: 'No HTTP response',
		applies: ({ response: { status: code, body } }) =>
			code === 400 && WANTS_HTTPS.test(String(body)),
		headline: 'The address needs HTTPS',
		remedy: "Start 'Base URL' in the credential with https://.",
	},
	{
		topic: 'Proxy asks for a password',
		applies: status(407),
		headline: 'The proxy asks for a user name and a password',
		remedy: "Nothing was sent. Enter them in 'Proxy' under 'Request Options' in 'Settings'.",
	},
	{
		topic: 'Request too large',
		applies: status(413, 414),
		headline: 'The request is too large for the service',
		remedy: `${NOTHING_DONE} Use a smaller file, shorter texts or a shorter query.`,
	},
	{
		topic: 'No API at this address',
		applies: ({ response }) => response.status === 404 && isPage(response),
		headline: 'There is no API at this address',
		remedy:
			"Check 'Base URL' in the credential. If it is right, the service may not support this operation.",
	},
	{
		topic: 'Record not found',
		applies: ({ response }) => isMissingRecord(response),
		headline: 'The service found no such record',
		quotesService: true,
		remedy: ({ operation: { fields } }) => {
			const ids = quoteIdFields(fields);
			// Without an ID of its own, only the account can be missing.
			const deleted = ids.length > 1 ? ' The record may have been deleted.' : '';
			return `Check ${enumerate(ids, 'and')}.${deleted}`;
		},
	},
	{
		topic: 'Operation not supported',
		applies: status(404),
		headline: 'The service does not know this address',
		quotesService: true,
		remedy: ({ operation: { fields } }) =>
			`Check ${enumerate([...quoteIdFields(fields), "'Base URL' in the credential"], 'and')}. The service may not support this operation.`,
	},
	{
		topic: 'Rate limit reached',
		applies: status(429),
		headline: 'The rate limit of the service is reached',
		remedy: '',
		general: ['The service refused this request.'],
	},
	{
		topic: 'Service unavailable',
		applies: ({ response }) => isUnavailable(meaningOf(response).outcome),
		headline: 'The service is unavailable',
		quotesService: true,
		remedy: '',
		general: ['If it lasts, look at the service and at the proxy in front of it.'],
	},
	{
		topic: 'Refused in front of the service',
		applies: ({ response }) => isInFront(response),
		headline: 'A firewall, a login or a proxy in front of the service refused this',
		remedy:
			"Let n8n's requests through it. If nothing is in front of the service, check 'Base URL' in the credential.",
	},
	{
		topic: 'Token missing',
		applies: ({ response, said: { text } }) =>
			response.status === 401 &&
			(text === 'You need to sign in or sign up before continuing.' ||
				/\bapi[_-]access[_-]token\b/i.test(text)),
		headline: 'The token is missing',
		quotesService: true,
		remedy:
			"The token did not reach the service. A proxy may have dropped its header: set 'Token Header' in the credential to 'api-access-token'.",
	},
	{
		topic: 'Token not accepted',
		applies: ({ response: { status: code }, said: { text } }) =>
			code >= 401 && code <= 403 && CHATWOOT_REMEDIES.has(text),
		headline: '',
		quotesService: true,
		remedy: ({ said: { text } }) => CHATWOOT_REMEDIES.get(text) ?? '',
	},
	{
		topic: 'Token not accepted',
		applies: status(401),
		headline: 'The service did not accept the token',
		quotesService: true,
		remedy:
			"Check that the token's user is allowed to do this, and that 'API Access Token' in the credential is up to date.",
	},
	{
		topic: 'Not allowed',
		applies: status(402, 403),
		headline: 'The service does not allow this',
		quotesService: true,
		remedy: "Check the role of the token's user in the service, and the plan of the account.",
	},
	{
		topic: 'Service could not complete the request',
		applies: ({ response }) => response.status >= 500,
		headline: 'The service could not complete the request',
		quotesService: true,
		remedy: ({ operation: { fields } }) =>
			fields.some(({ name }) => name === 'conditions') ? CONDITIONS : '',
		general: ({ operation }) => {
			const ids = quoteSentIdFields(operation);
			const missing = `Check ${enumerate(ids, 'and')}: some servers fail like this on a missing record.`;
			return [LOOK_INTO_LOG, ...(ids.length > 0 ? [missing] : [])];
		},
	},
	{
		topic: 'Request rejected',
		applies: () => true,
		headline: ({ response }) => `The service rejected the request with status ${response.status}`,
		quotesService: true,
		remedy: checkValues,
	},
];

function checkNamed({ said, operation }: FailedResponse): string {
	return checkFields(fieldsNamed(said.fields, operation), operation);
}

function checkValues(failed: FailedResponse): string {
	// A list of the editor has no values.
	if (failed.operation.fields.length === 0) return '';
	const { text } = failed.said;
	const hints = HINTS.filter(([words]) => words.test(text)).map(([, hint]) => hint);
	const known = [checkNamed(failed), ...hints].filter(Boolean).join(' ');
	return known === '' && text === '' ? 'Check the values of this item.' : known;
}

/** The host that a redirect leads to, if its Location names one. */
function redirectTarget({ headers }: Response): string {
	const { protocol, origin } = urlOf(String(headers.location ?? '')) ?? {};
	return protocol === 'https:' || protocol === 'http:' ? String(origin) : 'another page';
}

/**
 * Whether something in front of the service refused the request, such as a firewall or a proxy, or asks for a user name
 * and a password: the documented service answers with JSON, or without a body.
 */
function isInFront(response: Response): boolean {
	const { status: code, body, headers } = response;
	const scheme = String(headers['www-authenticate'] ?? '');
	if (code === 401 && /^(?:basic|digest|negotiate|ntlm)/i.test(scheme)) return true;
	// A text that is declared as JSON is one, unless it is a page: firewalls copy the type that was asked for.
	const isDeclared = /json/i.test(String(headers['content-type'] ?? '')) && !isPage(response);
	return code >= 400 && code < 500 && isText(body) && !isDeclared;
}

/** The topic of a response that proves no success, with its texts. */
export function describeResponse(
	failed: FailedResponse,
): Record<'topic' | 'headline' | 'remedy', string> & { general: string[] } {
	const about = RESPONSES.find(({ applies }) => applies(failed)) as ResponseTopic;
	const ours = render(about.headline, failed);
	const { text } = failed.said;
	const both = [ours, text].filter(Boolean).join(': ');
	const headline = about.quotesService ? text || ours : both;
	const { topic, remedy, general = [] } = about;
	return {
		topic,
		headline,
		remedy: render(remedy, failed),
		general: typeof general === 'function' ? general(failed) : general,
	};
}

function render(text: Text, failed: FailedResponse): string {
	return typeof text === 'string' ? text : text(failed);
}

const LOCALHOST = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)(?::\d+)?$/i;
const CONTAINER =
	'In a container, localhost is the container itself: use a name such as host.docker.internal.';

/** The failure of a request that got no response. */
export function describeFault(fault: Fault): Failure {
	const { kind, message, advice } = fault;
	const { outcome, isUnclear } = meaningOf(fault);
	const { topic, headline, quotesFault, remedy, general = [] } = FAULTS[kind];
	const address = /^(?:connect|getaddrinfo) \w+ (\S+)/.exec(message)?.[1] ?? '';
	// Newer Node.js versions append a hint for developers after a semicolon.
	const [reason] = message.split('; ');
	const text = [headline, quotesFault ? reason : address].filter(Boolean).join(': ');
	const more = LOCALHOST.test(address) ? CONTAINER : advice;
	return new Failure(text || 'The request could not be made', `${remedy} ${more}`.trim(), {
		unclear: isUnclear,
		isTransient: isUnavailable(outcome),
		general,
		topic,
	});
}

/** The public repository, whose address other files contain too: replace it in all of them. */
export const REPOSITORY =
	'https://github.com/customer-conversation/n8n-nodes-customer-conversation';

/** The URL of the section about a topic, with the anchor that GitHub derives from its heading; of the page without one. */
export function helpAddress(topic?: string): string {
	const page = `${REPOSITORY}/blob/main/docs/troubleshooting.md`;
	return topic ? `${page}#${topic.toLowerCase().replaceAll(' ', '-')}` : page;
}
