import { type Answer, isPage } from '../transport/answer';
import { isUnavailable, outcomeOf } from '../transport/retry';
import type { Refusal } from './refusal';
import { isObject } from '../input/values';

/** What is said of a refusal: the first rule that applies speaks. */
export interface RefusalRule {
	applies: (answer: Answer, reason: Refusal) => boolean;
	headline: (reason: Refusal, answer: Answer) => string;
	/** @param ids the fields that hold IDs, as the user knows them */
	remedy: (answer: Answer, ids: string[]) => string;
}

/** The service's own words, or ours where it said nothing. */
function words(otherwise: string): RefusalRule['headline'] {
	return ({ text }) => text || otherwise;
}

function status(code: number): RefusalRule['applies'] {
	return (answer) => answer.status === code;
}

function statusSaying(code: number, pattern: RegExp): RefusalRule['applies'] {
	return (answer, { text }) => answer.status === code && pattern.test(text);
}

/** Servers of the family ask a request without any token to sign in, by a list of texts. */
function asksToSignIn({ body }: Answer, { text }: Refusal): boolean {
	const said = isObject(body) ? body.errors : body;
	return Array.isArray(said) && /\bsign(?:ed)?[ -]?(?:in|up)\b|\blog(?:ged)?[ -]?in\b/i.test(text);
}

/**
 * In either order: other things may be missing as well, such as a feature in the plan. From the
 * start only, for a long text takes minutes otherwise.
 */
const MISSING_TOKEN = /^(?=.*missing).*(?:token|header|credential|authenticat)/i;

const REFUSED_TOKEN = words('The service did not accept the token');

/**
 * Texts of 401 are fixed in the family's servers, not translated. A comment on a condition is what
 * docs/problems.md says of it; without one, that is its status and words.
 */
const RULES: RefusalRule[] = [
	{
		applies: ({ status: code }) => code >= 200 && code < 300,
		headline: words('The service answered that it did not succeed, but not why'),
		remedy: () => '',
	},
	{
		applies: ({ status: code }) => code >= 300 && code < 400,
		headline: (_reason, answer) =>
			`The service redirects to ${redirectTarget(answer) ?? 'another page'} and does not answer itself`,
		remedy: redirectRemedy,
	},
	{
		// 401 or 403 that says bot
		applies: ({ status: code }, { text }) =>
			[401, 403].includes(code) && /\bbots\b|\bbot\b/i.test(text),
		headline: REFUSED_TOKEN,
		remedy: () => "The token belongs to a bot. Use the token from a user's profile page.",
	},
	{
		applies: statusSaying(401, /suspended/i),
		headline: REFUSED_TOKEN,
		remedy: () => 'Ask the owner of the account to have it opened again.',
	},
	{
		applies: statusSaying(401, /access this account/i),
		headline: REFUSED_TOKEN,
		remedy: () =>
			"The user of the token is no member of this account. Check 'Account ID' in the node and in the credential.",
	},
	{
		// 401 that says that the token is missing, or asks to sign in
		applies: (answer, reason) =>
			answer.status === 401 && (MISSING_TOKEN.test(reason.text) || asksToSignIn(answer, reason)),
		headline: REFUSED_TOKEN,
		remedy: () =>
			"The token did not arrive. A proxy in front of the service drops headers with underscores: choose 'api-access-token' as 'Token Header' in the credential.",
	},
	{
		// 402, and 403 that says api, plan or upgrade
		applies: ({ status: code }, { text }) =>
			code === 402 || (code === 403 && /\bapi\b|plan|upgrade/i.test(text)),
		headline: words('The plan of this account does not include this'),
		remedy: () => 'Ask the owner of the account to change the plan, or to allow access to the API.',
	},
	{
		// 403 with a web page
		applies: (answer) => answer.status === 403 && isPage(answer),
		headline: words('The service does not allow this'),
		remedy: () => 'Let n8n through the firewall of the service.',
	},
	{
		// 403, and 401 that says do this action, administrator or permission
		applies: ({ status: code }, { text }) =>
			code === 403 || (code === 401 && /do this action|administrator|permission/i.test(text)),
		headline: words('The service does not allow this'),
		remedy: () => 'The user of the token may not do this. Use the token of an administrator.',
	},
	{
		applies: status(401),
		headline: REFUSED_TOKEN,
		remedy: () =>
			"Check 'API Access Token' in the credential: copy it again from the profile page in the service. Its user must be a member of the account.",
	},
	{
		applies: status(407),
		headline: () => 'The proxy asks for a user and a password',
		remedy: () => "Nothing was sent. Enter them in 'Proxy' under 'Request Options' in 'Settings'.",
	},
	{
		// 404 with a web page
		applies: (answer) => answer.status === 404 && isPage(answer),
		headline: () => 'There is no API at this address',
		remedy: () =>
			"Check 'Base URL' in the credential. If it is right, this service does not know this operation.",
	},
	{
		applies: status(404),
		headline: words('The service found no such record'),
		remedy: (_answer, [id, ...others]) =>
			id
				? `Check ${others.length > 0 ? 'each ID' : `'${id}' and 'Account ID'`}: the record may have been deleted, or belong to another account.`
				: "Check 'Account ID' in the node and in the credential, and 'Base URL'.",
	},
	{
		applies: status(413),
		headline: words('The request is too large for the service'),
		remedy: () => 'Nothing was done for this item. Use a smaller file or shorter texts.',
	},
	{
		applies: status(429),
		headline: ({ text }) => `The rate limit of the service is reached${text ? `: ${text}` : ''}`,
		remedy: () =>
			"Nothing was done for this item. Run it again in a minute, lower 'Max Concurrent Requests' or raise 'Max Retries' under 'Options'.",
	},
	{
		// 408, 425, 502 to 504, 520 to 524
		applies: (answer) => [408, 425].includes(answer.status) || isUnavailable(outcomeOf(answer)),
		headline: words('The service is not available at the moment'),
		remedy: () => 'Try again later.',
	},
	{
		applies: ({ status: code }) => code >= 500,
		headline: words('The service could not complete the request'),
		remedy: () => 'Look into the log of the service, or try again later.',
	},
];

const OTHER_STATUS: RefusalRule = {
	applies: () => true,
	headline: (reason, answer) =>
		reason.text || `The service refused the request with status ${answer.status}`,
	remedy: () => '',
};

/** The rule for an answer of any status that is no success. */
export function refusalRule(answer: Answer, reason: Refusal): RefusalRule {
	return RULES.find(({ applies }) => applies(answer, reason)) ?? OTHER_STATUS;
}

/** Where a redirect leads, as a Base URL: up to the path of the API. */
function redirectTarget({ headers }: Answer): string | undefined {
	const location = String(headers.location ?? '');
	if (!URL.canParse(location)) return undefined;
	const { origin, pathname } = new URL(location);
	return pathname.includes('/api/') ? origin + pathname.split('/api/')[0] : origin;
}

function redirectRemedy(answer: Answer): string {
	const target = redirectTarget(answer);
	const change = target ? `Enter ${target} as` : 'Check';
	return `${change} 'Base URL' in the credential. Nothing was done, and the token went nowhere else.`;
}
