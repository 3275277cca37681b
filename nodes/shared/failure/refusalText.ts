import { isBlank } from '../input/values';
import { urlOf } from '../input/url';
import type { Response, ResponseContext } from '../operation';
import { isChallenge, NOT_CONNECTED_STATUSES, UNAVAILABLE_STATUSES } from '../transport/attempt';
import { findIdLabels, findLabels, joinLabels } from './fieldNames';
import type { HelpTopic } from './helpTopics';
import type { Judgement } from './judge';
import type { Refusal } from './readRefusal';
import { asksForLogin, isInFront, isMissingRecord, isPage } from './responseSource';

/** A response that proves no success, and what its texts are made of. */
interface RefusalContext {
	response: Response;
	judgement: Judgement;
	refusal: Refusal;
	operation: ResponseContext;
}

/** The texts for refusals of one kind. */
interface RefusalRule {
	help: HelpTopic;
	applies: (refused: RefusalContext) => boolean;
	headline: (refused: RefusalContext) => string;
	remedy: string | ((refused: RefusalContext) => string);
}

/** A headline in the service's own words, or in ours if it gives none. */
function words(otherwise: string): RefusalRule['headline'] {
	return ({ refusal: { text } }) => text || otherwise;
}

/** A headline in our words, with the words of what answered behind them. */
function ours(headline: string): RefusalRule['headline'] {
	return ({ refusal: { text } }) => (text ? `${headline}: ${text}` : headline);
}

function status(...codes: number[]): RefusalRule['applies'] {
	return ({ response }) => codes.includes(response.status);
}

/** A rule for one of Chatwoot's texts about authentication, which it never translates. */
function says(code: number, fixed: string, help: HelpTopic, remedy: string): RefusalRule {
	const applies = ({ response, refusal }: RefusalContext) =>
		response.status === code && refusal.text === fixed;
	return { help, applies, headline: () => fixed, remedy };
}

const REFUSED_TOKEN = words('The service did not accept the token');
const NOT_ALLOWED = words('The service does not allow this');
const NOTHING_DONE = 'Nothing was done.';
const LOOK_AT_PROXY = 'If it happens each time, look at the proxy in front of the service.';
const LOOK_INTO_LOG = 'If it happens again, look into the log of the service.';
const LET_THROUGH =
	"Let n8n's requests through it. If nothing is in front of the service, check 'Base URL' in the credential.";
/** The usual causes of a 500 to Filter, in order. */
const CONDITIONS =
	"Some servers fail like this if they don't know an operator, such as days_before, if a condition doesn't suit the type of its attribute, if Does Not Equal for a custom attribute is beside another condition, or if a contact has a value of another type.";
const E164 = 'E.164 is a plus sign, the country code and the number, without spaces: +15551234567.';

/**
 * The rules in order: the first one that applies is used. What answered in place of the service comes before what
 * the service says with the same status.
 */
const RULES: RefusalRule[] = [
	{
		help: 'web-page-instead-of-the-api',
		applies: ({ response, judgement }) => judgement === 'unclear' && isPage(response),
		headline: () => 'The address returned a web page instead of an API response',
		remedy:
			"Check 'Base URL' in the credential: it is the address of the service, like https://app.example.com.",
	},
	{
		help: 'empty-response',
		applies: ({ response, judgement }) => judgement === 'unclear' && isBlank(response.body),
		headline: () => 'The response is empty or cut off',
		remedy: LOOK_AT_PROXY,
	},
	{
		help: 'unreadable-response',
		applies: ({ response, judgement }) =>
			judgement === 'unclear' && typeof response.body === 'string',
		headline: ours('The response is cut off or not JSON'),
		remedy: LOOK_AT_PROXY,
	},
	{
		help: 'no-record-in-the-response',
		applies: ({ judgement }) => judgement === 'unclear',
		headline: (refused) => {
			const { effect, record = 'record' } = refused.operation;
			return ours(`The response contains no ${effect?.record ?? record}`)(refused);
		},
		remedy: (refused) =>
			checkNamed(refused) ||
			'If it happens each time, this service does not follow the documented API.',
	},
	{
		help: 'request-rejected',
		applies: ({ response }) => response.status < 300,
		headline: words('The service rejected the request without giving a reason'),
		remedy: checkValues,
	},
	{
		help: 'refused-in-front-of-the-service',
		applies: ({ response }) => isChallenge(response),
		headline: () => 'A firewall in front of the service blocked the request',
		remedy: LET_THROUGH,
	},
	{
		help: 'redirected',
		applies: status(301, 302, 303, 307, 308),
		headline: ({ response }) => `The service redirects to ${redirectTarget(response)}`,
		remedy:
			"The token was not sent there. If that is the address of the service, enter it as 'Base URL' in the credential.",
	},
	{
		help: 'token-missing',
		applies: ({ response, refusal: { text } }) =>
			response.status === 401 &&
			(text === 'You need to sign in or sign up before continuing.' ||
				/\bapi[_-]access[_-]token\b/i.test(text)),
		headline: REFUSED_TOKEN,
		remedy:
			"The token did not reach the service. A proxy may have dropped its header: set 'Token Header' in the credential to 'api-access-token'.",
	},
	says(
		401,
		'Invalid Access Token',
		'token-not-accepted',
		"Check 'API Access Token' in the credential: copy it again from your profile settings in the service.",
	),
	says(
		401,
		'You are not authorized to access this account',
		'not-a-member-of-the-account',
		"The token's user is not a member of this account. Check 'Account ID'.",
	),
	says(
		401,
		'You are not authorized to do this action',
		'not-allowed',
		"The token's user isn't allowed to do this. Use the token of an administrator.",
	),
	says(
		401,
		'Access to this endpoint is not authorized for bots',
		'token-of-a-bot',
		'The token belongs to a bot. Use the token from the profile settings of a user.',
	),
	says(
		401,
		'Account is suspended',
		'account-suspended',
		'Ask the account owner to reactivate the account.',
	),
	says(
		403,
		'API access is not enabled for this account',
		'api-access-not-enabled',
		'Ask the account owner to enable access to the API, or to change the plan.',
	),
	{
		help: 'login-required',
		applies: ({ response }) => asksForLogin(response),
		headline: ours('Something in front of the service asks for a login'),
		remedy: LET_THROUGH,
	},
	{
		help: 'proxy-asks-for-a-password',
		applies: status(407),
		headline: () => 'The proxy asks for a user name and a password',
		remedy: "Nothing was sent. Enter them in 'Proxy' under 'Request Options' in 'Settings'.",
	},
	{
		help: 'request-too-large',
		applies: status(413, 414),
		headline: () => 'The request is too large for the service',
		remedy: `${NOTHING_DONE} Use a smaller file, shorter texts or a shorter query.`,
	},
	{
		help: 'refused-in-front-of-the-service',
		applies: ({ response }) => isInFront(response) && ![408, 425].includes(response.status),
		headline: ours('A firewall or a proxy in front of the service blocked the request'),
		remedy: LET_THROUGH,
	},
	{
		help: 'token-not-accepted',
		applies: status(401),
		headline: REFUSED_TOKEN,
		remedy: ({ response: { body } }) =>
			`Check that the token's user is allowed to do this, and that 'API Access Token' in the credential is up to date.${isBlank(body) ? ' If both are right, something in front of the service asks for a login.' : ''}`,
	},
	{
		help: 'not-allowed',
		applies: status(403),
		headline: NOT_ALLOWED,
		remedy: ({ response: { body } }) =>
			`Check the role of the token's user in the service.${isBlank(body) ? ' If it is right, a firewall in front of the service blocked the request.' : ''}`,
	},
	{
		help: 'payment-required',
		applies: status(402),
		headline: words("The account's plan doesn't cover this"),
		remedy: 'Ask the account owner to change the plan.',
	},
	{
		help: 'no-api-at-this-address',
		applies: ({ response }) => response.status === 404 && isPage(response),
		headline: () => 'There is no API at this address',
		remedy:
			"Check 'Base URL' in the credential. If it is right, the service may not support this operation.",
	},
	{
		help: 'record-not-found',
		applies: ({ response }) => isMissingRecord(response),
		headline: words('The service found no such record'),
		remedy: ({ operation: { fields } }) =>
			`Check ${joinLabels(findIdLabels(fields))}. The record may have been deleted.`,
	},
	{
		help: 'operation-not-supported',
		applies: status(404),
		headline: words('The service does not know this address'),
		remedy: ({ operation: { fields } }) =>
			`Check ${joinLabels([...findIdLabels(fields), "'Base URL' in the credential"])}. The service may not support this operation.`,
	},
	{
		help: 'rate-limit-reached',
		applies: status(429),
		headline: ours('The rate limit of the service is reached'),
		remedy: NOTHING_DONE,
	},
	{
		help: 'service-unavailable',
		applies: status(...UNAVAILABLE_STATUSES),
		headline: words('The service is unavailable'),
		remedy: 'If it lasts, look at the service and at the proxy in front of it.',
	},
	{
		help: 'service-unreachable',
		applies: status(...NOT_CONNECTED_STATUSES),
		headline: () => 'A proxy could not connect to the service',
		remedy: `${NOTHING_DONE} Check the address and the certificate of the service where the proxy is set up.`,
	},
	{
		help: 'service-could-not-complete-the-request',
		applies: ({ response }) => response.status >= 500,
		headline: words('The service could not complete the request'),
		remedy: ({ operation: { fields } }) => {
			if (fields.some(({ name }) => name === 'conditions')) return `${CONDITIONS} ${LOOK_INTO_LOG}`;
			const ids = findIdLabels(fields).slice(0, -1);
			if (ids.length === 0) return LOOK_INTO_LOG;
			return `Some servers fail like this on a record that they don't have: check ${joinLabels(ids)}. ${LOOK_INTO_LOG}`;
		},
	},
	{
		help: 'request-rejected',
		applies: () => true,
		headline: (refused) =>
			words(`The service rejected the request with status ${refused.response.status}`)(refused),
		remedy: checkValues,
	},
];

function checkNamed({ refusal, operation }: RefusalContext): string {
	const labels = findLabels(refusal.fields, operation.fields);
	return labels.length === 0 ? '' : `Check ${joinLabels(labels)}.`;
}

function checkValues(refused: RefusalContext): string {
	const check =
		checkNamed(refused) || 'Check the values of this item, and the record in the service.';
	return /\be\.?164\b/i.test(refused.refusal.text) ? `${check} ${E164}` : check;
}

/** The headline and the remedy of a response that proves no success, and the section of the docs that explains it. */
export function describeRefusal(refused: RefusalContext): {
	headline: string;
	remedy: string;
	help: HelpTopic;
} {
	const { help, headline, remedy } = RULES.find(({ applies }) => applies(refused)) as RefusalRule;
	return {
		help,
		headline: headline(refused),
		remedy: typeof remedy === 'string' ? remedy : remedy(refused),
	};
}

/** The host that a redirect leads to, if its Location names one. */
function redirectTarget({ headers }: Response): string {
	const { protocol, origin } = urlOf(String(headers.location ?? '')) ?? {};
	return protocol === 'https:' || protocol === 'http:' ? String(origin) : 'another page';
}
