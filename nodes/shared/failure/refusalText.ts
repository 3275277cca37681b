import { enumerate } from '../input/names';
import { isBlank } from '../input/values';
import { urlOf } from '../input/url';
import type { Response, ResponseContext } from '../operation';
import { UNAVAILABLE_STATUSES } from '../transport/attempt';
import { quoteFields, quoteIdFields } from './fieldNames';
import type { Judgement } from './judge';
import type { ServiceMessage } from './serviceMessage';
import { isInFront, isMissingRecord, isPage } from './responseSource';

/** A response that proves no success, and what its texts are made of. */
interface RefusalContext {
	response: Response;
	judgement: Judgement;
	serviceMessage: ServiceMessage;
	operation: ResponseContext;
}

/** A text that is fixed, or depends on the response. */
type Text = string | ((context: RefusalContext) => string);

/** The texts for refusals of one kind. */
interface RefusalRule {
	help: string;
	applies: (context: RefusalContext) => boolean;
	/** Our headline. The service's own words take its place if it gives any. */
	headline: Text;
	/** Set if the service's words only stand behind our headline, because something else may have sent them. */
	isOursFirst?: true;
	remedy: Text;
}

function status(...codes: number[]): RefusalRule['applies'] {
	return ({ response }) => codes.includes(response.status);
}

const NOTHING_DONE = 'Nothing was done.';
const LOOK_INTO_LOG = 'If it happens again, look into the log of the service.';
/** The usual causes of a 500 to Filter, in order. */
const CONDITIONS =
	"Some servers fail like this if they don't know an operator, such as days_before, if a condition doesn't suit the type of its attribute, if Does Not Equal for a custom attribute is beside another condition, or if a contact has a value of another type.";
const E164 = 'E.164 is a plus sign, the country code and the number, without spaces: +15551234567.';

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
 * The rules in order: the first one that applies is used. What answered in place of the service comes before what
 * the service says with the same status.
 */
const RULES: RefusalRule[] = [
	{
		help: 'web-page-instead-of-the-api',
		applies: ({ response, judgement }) => judgement === 'unconfirmed' && isPage(response),
		headline: 'The address returned a web page instead of an API response',
		isOursFirst: true,
		remedy:
			"Check 'Base URL' in the credential: it is the address of the service, like https://app.example.com.",
	},
	{
		help: 'unreadable-response',
		applies: ({ response: { body }, judgement }) =>
			judgement === 'unconfirmed' && (typeof body === 'string' || isBlank(body)),
		headline: 'The response is empty, cut off or not JSON',
		isOursFirst: true,
		remedy: 'If it happens each time, look at the proxy in front of the service.',
	},
	{
		help: 'no-record-in-the-response',
		applies: ({ judgement }) => judgement === 'unconfirmed',
		headline: ({ operation: { effect, record = 'record' } }) =>
			`The response contains no ${effect?.record ?? record}`,
		isOursFirst: true,
		remedy: (context) =>
			checkNamed(context) ||
			'If it happens each time, this service does not follow the documented API.',
	},
	{
		help: 'request-rejected',
		applies: ({ response }) => response.status < 300,
		headline: 'The service rejected the request without giving a reason',
		remedy: checkValues,
	},
	{
		help: 'no-http-response',
		applies: ({ response: { status: code, body } }) =>
			code === 400 && WANTS_HTTPS.test(String(body)),
		headline: 'The address needs HTTPS',
		isOursFirst: true,
		remedy: "Start 'Base URL' in the credential with https://.",
	},
	{
		help: 'refused-in-front-of-the-service',
		applies: ({ response }) => isInFront(response),
		headline: 'A firewall, a login or a proxy in front of the service refused this',
		isOursFirst: true,
		remedy:
			"Let n8n's requests through it. If nothing is in front of the service, check 'Base URL' in the credential.",
	},
	{
		help: 'redirected',
		applies: status(301, 302, 303, 307, 308),
		headline: ({ response }) => `The service redirects to ${redirectTarget(response)}`,
		isOursFirst: true,
		remedy:
			"The token was not sent there. If that is the address of the service, enter it as 'Base URL' in the credential.",
	},
	{
		help: 'token-missing',
		applies: ({ response, serviceMessage: { text } }) =>
			response.status === 401 &&
			(text === 'You need to sign in or sign up before continuing.' ||
				/\bapi[_-]access[_-]token\b/i.test(text)),
		headline: 'The token is missing',
		remedy:
			"The token did not reach the service. A proxy may have dropped its header: set 'Token Header' in the credential to 'api-access-token'.",
	},
	{
		help: 'token-not-accepted',
		applies: ({ response: { status: code }, serviceMessage: { text } }) =>
			code >= 401 && code <= 403 && CHATWOOT_REMEDIES.has(text),
		headline: '',
		remedy: ({ serviceMessage: { text } }) => CHATWOOT_REMEDIES.get(text) ?? '',
	},
	{
		help: 'token-not-accepted',
		applies: status(401),
		headline: 'The service did not accept the token',
		remedy:
			"Check that the token's user is allowed to do this, and that 'API Access Token' in the credential is up to date.",
	},
	{
		help: 'not-allowed',
		applies: status(402, 403),
		headline: 'The service does not allow this',
		remedy: "Check the role of the token's user in the service, and the plan of the account.",
	},
	{
		help: 'proxy-asks-for-a-password',
		applies: status(407),
		headline: 'The proxy asks for a user name and a password',
		isOursFirst: true,
		remedy: "Nothing was sent. Enter them in 'Proxy' under 'Request Options' in 'Settings'.",
	},
	{
		help: 'request-too-large',
		applies: status(413, 414),
		headline: 'The request is too large for the service',
		isOursFirst: true,
		remedy: `${NOTHING_DONE} Use a smaller file, shorter texts or a shorter query.`,
	},
	{
		help: 'no-api-at-this-address',
		applies: ({ response }) => response.status === 404 && isPage(response),
		headline: 'There is no API at this address',
		isOursFirst: true,
		remedy:
			"Check 'Base URL' in the credential. If it is right, the service may not support this operation.",
	},
	{
		help: 'record-not-found',
		applies: ({ response }) => isMissingRecord(response),
		headline: 'The service found no such record',
		remedy: ({ operation: { fields } }) =>
			`Check ${enumerate(quoteIdFields(fields), 'and')}. The record may have been deleted.`,
	},
	{
		help: 'operation-not-supported',
		applies: status(404),
		headline: 'The service does not know this address',
		remedy: ({ operation: { fields } }) =>
			`Check ${enumerate([...quoteIdFields(fields), "'Base URL' in the credential"], 'and')}. The service may not support this operation.`,
	},
	{
		help: 'rate-limit-reached',
		applies: status(429),
		headline: 'The rate limit of the service is reached',
		isOursFirst: true,
		remedy: NOTHING_DONE,
	},
	{
		help: 'service-unavailable',
		applies: status(...UNAVAILABLE_STATUSES),
		headline: 'The service is unavailable',
		remedy: 'If it lasts, look at the service and at the proxy in front of it.',
	},
	{
		help: 'service-could-not-complete-the-request',
		applies: ({ response }) => response.status >= 500,
		headline: 'The service could not complete the request',
		remedy: ({ operation: { fields } }) => {
			if (fields.some(({ name }) => name === 'conditions')) return `${CONDITIONS} ${LOOK_INTO_LOG}`;
			const ids = quoteIdFields(fields).slice(0, -1);
			if (ids.length === 0) return LOOK_INTO_LOG;
			return `Some servers fail like this on a record that they don't have: check ${enumerate(ids, 'and')}. ${LOOK_INTO_LOG}`;
		},
	},
	{
		help: 'request-rejected',
		applies: () => true,
		headline: ({ response }) => `The service rejected the request with status ${response.status}`,
		remedy: checkValues,
	},
];

function checkNamed({ serviceMessage, operation }: RefusalContext): string {
	const names = quoteFields(serviceMessage.fields, operation.fields);
	return names.length === 0 ? '' : `Check ${enumerate(names, 'and')}.`;
}

function checkValues(context: RefusalContext): string {
	const check =
		checkNamed(context) || 'Check the values of this item, and the record in the service.';
	return /\be\.?164\b/i.test(context.serviceMessage.text) ? `${check} ${E164}` : check;
}

/** The headline and the remedy for a response that proves no success, and the section that explains it. */
export function describeRefusal(
	context: RefusalContext,
): Record<'headline' | 'remedy' | 'help', string> {
	const rule = RULES.find(({ applies }) => applies(context)) as RefusalRule;
	const ours = render(rule.headline, context);
	const { text } = context.serviceMessage;
	const both = [ours, text].filter(Boolean).join(': ');
	const headline = rule.isOursFirst ? both : text || ours;
	return { help: rule.help, headline, remedy: render(rule.remedy, context) };
}

function render(text: Text, context: RefusalContext): string {
	return typeof text === 'string' ? text : text(context);
}

/** The host that a redirect leads to, if its Location names one. */
function redirectTarget({ headers }: Response): string {
	const { protocol, origin } = urlOf(String(headers.location ?? '')) ?? {};
	return protocol === 'https:' || protocol === 'http:' ? String(origin) : 'another page';
}
