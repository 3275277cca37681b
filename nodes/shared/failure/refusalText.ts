import { urlOf } from '../input/url';
import { isBlank } from '../input/values';
import type { Answer, Used } from '../operation';
import { UNAVAILABLE_STATUSES } from '../transport/reply';
import { proposedBaseUrl } from './baseUrl';
import type { HelpTopic } from './helpTopics';
import { isMissingRecord } from './isMissingRecord';
import { isPage } from './page';
import type { Refusal } from './readRefusal';

/** Where the user entered the IDs of a request. */
export interface Places {
	/** Names of the fields for IDs of records, without the account. */
	ids: string[];
	/** The field that the account comes from. */
	account: string;
	/** Names of the fields whose values the service may not know. */
	named: string[];
	used: Used;
}

/** The texts for refusals of one kind. */
interface RefusalRule {
	help: HelpTopic;
	applies: (answer: Answer, refusal: Refusal) => boolean;
	headline: (refusal: Refusal, answer: Answer, places: Places) => string;
	remedy: (places: Places, answer: Answer) => string;
}

/** A headline in the service's own words, or in ours if it gives none. */
function words(otherwise: string): RefusalRule['headline'] {
	return ({ text }) => text || otherwise;
}

function status(...codes: number[]): RefusalRule['applies'] {
	return (answer) => codes.includes(answer.status);
}

/** Applies to a fixed text. Only the texts about authentication are fixed; servers translate all others. */
function says(code: number, fixed: string): RefusalRule['applies'] {
	return (answer, { text }) => answer.status === code && text === fixed;
}

/**
 * Whether something in front of the service refused the request, such as a firewall or a proxy: the
 * documented service answers with JSON, or without a body. Only a path that it doesn't know (404) and a
 * rate limit (429) it may answer with a text or a page.
 */
function isInFront(answer: Answer): boolean {
	const { status: code, body, headers } = answer;
	if (code < 400 || code >= 500 || code === 404 || code === 429) return false;
	// A text that is declared as JSON is one, unless it is a page: firewalls copy the type that was asked for.
	const isDeclared = /json/i.test(String(headers['content-type'] ?? '')) && !isPage(answer);
	const isJson = typeof body !== 'string' || isDeclared;
	return !isJson && !isBlank(body);
}

/** Whether something in front of the service asks for a user name and a password. */
function asksForLogin(answer: Answer): boolean {
	const scheme = String(answer.headers['www-authenticate'] ?? '');
	return (
		answer.status === 401 && (isInFront(answer) || /^(?:basic|digest|negotiate|ntlm)/i.test(scheme))
	);
}

/** A headline for what is in front of the service, with its own words if it gives any. */
function inFront(headline: string): RefusalRule['headline'] {
	return ({ text }) => (text ? `${headline}: ${text}` : headline);
}

/** Cloudflare's statuses if it could not connect to the service, so that the request did not arrive. */
export const NOT_CONNECTED = [525, 526, 530];

const REFUSED_TOKEN = words('The service did not accept the token');
const NOT_ALLOWED = words('The service does not allow this');
const NOTHING_DONE = 'Nothing was done.';

/** The rules in order: the first one that applies is used. */
const RULES: RefusalRule[] = [
	{
		help: 'request-rejected',
		applies: ({ status: code }) => code >= 200 && code < 300,
		headline: words('The service rejected the request without giving a reason'),
		remedy: () => '',
	},
	{
		help: 'redirected',
		applies: status(301, 302, 303, 307, 308),
		headline: (_refusal, answer, { used }) =>
			`The service redirects to ${redirectTarget(answer, used.baseUrl)}`,
		remedy: (places, answer) => redirectRemedy(answer, places.used.baseUrl),
	},
	{
		help: 'token-missing',
		// 401: You need to sign in or sign up before continuing.
		applies: (answer, refusal) =>
			says(401, 'You need to sign in or sign up before continuing.')(answer, refusal) ||
			(answer.status === 401 && /\bapi[_-]access[_-]token\b/i.test(refusal.text)),
		headline: REFUSED_TOKEN,
		remedy: ({ used: { tokenHeader } }) =>
			`The token did not reach the service. A proxy may have dropped its header: ${tokenHeader === 'api-access-token' ? 'let it through' : "set 'Token Header' in the credential to 'api-access-token'"}.`,
	},
	{
		help: 'token-not-accepted',
		applies: says(401, 'Invalid Access Token'),
		headline: REFUSED_TOKEN,
		remedy: () =>
			"Check 'API Access Token' in the credential: copy it again from your profile settings in the service.",
	},
	{
		help: 'not-a-member-of-the-account',
		applies: says(401, 'You are not authorized to access this account'),
		headline: REFUSED_TOKEN,
		remedy: ({ account }) => `The token's user is not a member of this account. Check ${account}.`,
	},
	{
		help: 'not-allowed',
		applies: says(401, 'You are not authorized to do this action'),
		headline: NOT_ALLOWED,
		remedy: () => "The token's user isn't allowed to do this. Use the token of an administrator.",
	},
	{
		help: 'token-of-a-bot',
		applies: says(401, 'Access to this endpoint is not authorized for bots'),
		headline: REFUSED_TOKEN,
		remedy: () => 'The token belongs to a bot. Use the token from the profile settings of a user.',
	},
	{
		help: 'account-suspended',
		applies: says(401, 'Account is suspended'),
		headline: REFUSED_TOKEN,
		remedy: () => 'Ask the account owner to reactivate the account.',
	},
	{
		help: 'api-access-not-enabled',
		applies: says(403, 'API access is not enabled for this account'),
		headline: NOT_ALLOWED,
		remedy: () => 'Ask the account owner to enable access to the API, or to change the plan.',
	},
	{
		help: 'login-required',
		// 401 with a text, a web page or a login of a proxy
		applies: asksForLogin,
		headline: inFront('Something in front of the service asks for a login'),
		remedy: () =>
			"Let n8n's requests through it. If nothing is in front of the service, check 'Base URL' in the credential.",
	},
	{
		help: 'token-not-accepted',
		applies: status(401),
		headline: REFUSED_TOKEN,
		remedy: (_places, { body }) =>
			`Check that the token's user is allowed to do this, and that 'API Access Token' in the credential is up to date.${isBlank(body) ? ' If both are right, something in front of the service asks for a login.' : ''}`,
	},
	{
		help: 'blocked-by-a-firewall',
		// 403 with a text or a web page
		applies: (answer) => answer.status === 403 && isInFront(answer),
		headline: inFront('A firewall in front of the service blocked the request'),
		remedy: () => "Let n8n's requests through it.",
	},
	{
		help: 'not-allowed',
		applies: status(403),
		headline: NOT_ALLOWED,
		remedy: (_places, { body }) =>
			`Check the role of the token's user in the service.${isBlank(body) ? ' If it is right, a firewall in front of the service blocked the request.' : ''}`,
	},
	{
		help: 'proxy-asks-for-a-password',
		applies: status(407),
		headline: () => 'The proxy asks for a user name and a password',
		remedy: () => "Nothing was sent. Enter them in 'Proxy' under 'Request Options' in 'Settings'.",
	},
	{
		help: 'request-too-large',
		applies: status(413),
		headline: words('The request is too large for the service'),
		remedy: () => `${NOTHING_DONE} Use a smaller file or shorter texts.`,
	},
	{
		help: 'address-too-long',
		applies: status(414),
		headline: () => 'The address of the request is too long',
		remedy: () => `${NOTHING_DONE} Use a shorter query.`,
	},
	{
		help: 'refused-in-front-of-the-service',
		// any other 4xx with a text or a web page
		applies: (answer) => isInFront(answer) && ![408, 425].includes(answer.status),
		headline: inFront('Something in front of the service refused the request'),
		remedy: (_places, answer) =>
			`Look at the firewall or the proxy in front of the service: it answered with status ${answer.status}. If there is none, check 'Base URL' in the credential.`,
	},
	{
		help: 'payment-required',
		applies: status(402),
		headline: words("The account's plan doesn't cover this"),
		remedy: () => 'Ask the account owner to change the plan.',
	},
	{
		help: 'no-api-at-this-address',
		// 404 with a web page
		applies: (answer) => answer.status === 404 && isPage(answer),
		headline: () => 'There is no API at this address',
		remedy: () =>
			"Check 'Base URL' in the credential. If it is right, the service may not support this operation.",
	},
	{
		help: 'record-not-found',
		// 404 of the service itself
		applies: isMissingRecord,
		headline: words('The service found no such record'),
		remedy: ({ ids, account }) =>
			ids.length === 0
				? `Check ${account}.`
				: `Check ${listed([...ids, account])}. The record may have been deleted, or belong to another account.`,
	},
	{
		help: 'operation-not-supported',
		applies: status(404),
		headline: words('The service does not know this address'),
		remedy: ({ ids }) =>
			`Check ${listed([...ids, "'Base URL' in the credential"])}. The service may not support this operation.`,
	},
	{
		help: 'rate-limit-reached',
		applies: status(429),
		headline: ({ text }) => `The rate limit of the service is reached${text ? `: ${text}` : ''}`,
		remedy: () =>
			`${NOTHING_DONE} Lower 'Max Concurrent Requests' or raise 'Max Retries' under 'Options'.`,
	},
	{
		help: 'service-unavailable',
		// 408, 425, 502 to 504, 520 to 524
		applies: status(...UNAVAILABLE_STATUSES),
		headline: words('The service is unavailable'),
		remedy: () => '',
	},
	{
		help: 'service-unreachable',
		applies: status(...NOT_CONNECTED),
		headline: () => 'A proxy could not connect to the service',
		remedy: () =>
			`${NOTHING_DONE} Check the address and the certificate of the service where the proxy is set up.`,
	},
	{
		help: 'service-could-not-complete-the-request',
		applies: ({ status: code }) => code >= 500,
		headline: words('The service could not complete the request'),
		remedy: ({ named }) =>
			named.length === 0
				? 'If it happens again, look into the log of the service.'
				: `Some servers fail like this on what they don't know: check ${listed(named)}. If it happens again, look into the log of the service.`,
	},
];

const OTHER_STATUS: RefusalRule = {
	help: 'request-rejected',
	applies: () => true,
	headline: ({ text }, answer) =>
		text || `The service rejected the request with status ${answer.status}`,
	remedy: () => '',
};

/** The headline and the remedy of a refusal, and the section of the docs that explains it. */
export function describeRefusal(
	answer: Answer,
	refusal: Refusal,
	places: Places,
): { headline: string; remedy: string; help: HelpTopic } {
	const rule = RULES.find(({ applies }) => applies(answer, refusal)) ?? OTHER_STATUS;
	const { help } = rule;
	return {
		headline: rule.headline(refusal, answer, places),
		remedy: rule.remedy(places, answer),
		help,
	};
}

/** The address that a redirect leads to. A Location may be relative to the address of the request. */
function redirectUrl({ headers }: Answer, baseUrl: string): URL | undefined {
	const url = urlOf(String(headers.location ?? ''), baseUrl || undefined);
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** The host that a redirect leads to, if its Location names one. */
function redirectTarget(answer: Answer, baseUrl: string): string {
	const isPath = /^(?!\/\/|[a-z][a-z\d+.-]*:)/i.test(String(answer.headers.location ?? ''));
	return (!isPath && redirectUrl(answer, baseUrl)?.origin) || 'another page';
}

/** Suggests a new Base URL only if the redirect keeps the path of the API, so that no login page gets the token. */
function redirectRemedy(answer: Answer, baseUrl: string): string {
	const { origin = '', pathname = '' } = redirectUrl(answer, baseUrl) ?? {};
	const path = /^(.*?)\/api\/v\d+\/accounts\/\d+\//.exec(pathname)?.[1];
	return `${newBaseUrl(baseUrl, origin, path)} ${NOTHING_DONE} The token was not sent to the other address.`;
}

function newBaseUrl(baseUrl: string, origin: string, path?: string): string {
	if (path === undefined)
		return "Check 'Base URL' in the credential. If it is right, a login page or a proxy stands in front of the service: let n8n's requests through.";
	const proposal = proposedBaseUrl(baseUrl, origin + path, true);
	if (proposal) return `Enter ${proposal} as 'Base URL' in the credential.`;
	const isSame = urlOf(baseUrl)?.origin === origin;
	return isSame
		? "A proxy in front of the service redirects to another spelling of the same address: let n8n's requests through as they are."
		: "Enter the address of the service that starts with https:// as 'Base URL' in the credential. It usually has no port.";
}

/** "'A', 'B' and 'C'" */
function listed(names: string[]): string {
	const last = names.at(-1) ?? '';
	return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
