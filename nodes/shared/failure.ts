import type { Answer } from './answer';
import { isEmpty, isPage } from './body';
import { Fault, type FaultKind } from './fault';
import { displayNameOf } from './fieldNames';
import type { Operation } from './operation';
import { reasonOf, type Reason } from './reason';

/** Why an item did not succeed, in the words that the user reads. */
export class Failure extends Error {
	/**
	 * @param message headline: what happened, in the service's own words where it said any
	 * @param description what to do next
	 * @param httpCode status of the answer, if there was one
	 * @param fields the fields that the service named, as on the wire
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly httpCode?: number,
		readonly fields: string[] = [],
	) {
		super(message);
	}
}

/**
 * Judges what came back.
 *
 * @returns undefined if the service did what it was asked for
 */
export function failureOf(answer: Answer | Fault, operation: Operation): Failure | undefined {
	if (answer instanceof Fault) return faultFailure(answer, operation);
	if (answer.status >= 200 && answer.status < 300) return unreadable(answer, operation);
	const reason = isPage(answer)
		? { text: '', fields: [] }
		: reasonOf(answer.body, (field) => displayNameOf(field, operation.fields));
	const { headline, remedy } = RULES.find(({ applies }) => applies(answer, reason)) ?? OTHER_STATUS;
	return new Failure(
		headline(reason, answer),
		sentences(
			mayHave(operation, answer.status >= 500),
			remedy(answer),
			fieldsToCheck(reason, operation),
		),
		answer.status,
		reason.fields,
	);
}

interface Rule {
	applies: (answer: Answer, reason: Reason) => boolean;
	headline: (reason: Reason, answer: Answer) => string;
	remedy: (answer: Answer) => string;
}

/** The service's own words, or ours where it said nothing. */
function words(otherwise: string): Rule['headline'] {
	return ({ text }) => text || otherwise;
}

function status(...codes: number[]): Rule['applies'] {
	return (answer) => codes.includes(answer.status);
}

function statusSaying(code: number, pattern: RegExp): Rule['applies'] {
	return (answer, { text }) => answer.status === code && pattern.test(text);
}

const REFUSED_TOKEN = words('The service did not accept the token');

/** The first that applies speaks. Texts of 401 are fixed in the family's servers, not translated. */
const RULES: Rule[] = [
	{
		applies: ({ status: code }) => code >= 300 && code < 400,
		headline: (_reason, answer) =>
			`The service redirects to ${redirectTarget(answer)} and does not answer itself`,
		remedy: (answer) =>
			`Enter ${redirectTarget(answer)} as 'Base URL' in the credential. The redirect was not followed, so nothing was done and the token went nowhere else.`,
	},
	{
		// Only a request without any token is asked to sign in, by a list of texts.
		applies: ({ status: code, body }) =>
			code === 401 &&
			Array.isArray((body as { errors?: unknown } | null)?.errors) &&
			typeof (body as { errors: unknown[] }).errors[0] === 'string',
		headline: REFUSED_TOKEN,
		remedy: () =>
			"The token did not arrive. A proxy in front of the service drops headers with underscores: choose 'api-access-token' as 'Token Header' in the credential, or set underscores_in_headers on in nginx.",
	},
	{
		applies: statusSaying(401, /bot/i),
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
		applies: statusSaying(401, /do this action/i),
		headline: REFUSED_TOKEN,
		remedy: () =>
			'The user of the token may not do this. Use the token of an administrator, or of a member of the inbox.',
	},
	{
		applies: status(401),
		headline: REFUSED_TOKEN,
		remedy: () =>
			"Check 'API Access Token' in the credential: copy it again from the profile page in the service. Check also that its user is a member of the account.",
	},
	{
		applies: status(402),
		headline: words('The plan of this account does not include this'),
		remedy: () => 'Ask the owner of the account to change the plan.',
	},
	{
		applies: statusSaying(403, /\bapi\b|plan|upgrade/i),
		headline: words('The plan of this account does not include this'),
		remedy: () => 'Ask the owner of the account to change the plan, or to allow access to the API.',
	},
	{
		applies: status(403),
		headline: words('The service does not allow this'),
		remedy: () =>
			'The user of the token may not do this in this account. Use the token of an administrator.',
	},
	{
		applies: (answer) => answer.status === 404 && isPage(answer),
		headline: () => 'There is no API at this address',
		remedy: () =>
			"Check 'Base URL' in the credential: it is scheme and host only, like https://app.example.com. If it is right, this service does not know this operation.",
	},
	{
		applies: status(404),
		headline: words('The service found no such record'),
		remedy: () =>
			"Check the ID: the record may have been deleted, or belong to another account than 'Account ID' says.",
	},
	{
		applies: status(429),
		headline: ({ text }) => `The rate limit of the service is reached${text ? `: ${text}` : ''}`,
		remedy: () =>
			"Nothing was done for this item. Run it again in a minute, lower 'Max Concurrent Requests' or raise 'Max Retries' under 'Options'.",
	},
	{
		applies: status(502, 503, 504),
		headline: words('The service is not available at the moment'),
		remedy: () => 'Try again later.',
	},
	{
		applies: ({ status: code }) => code >= 500,
		headline: words('The service could not complete the request'),
		remedy: () => 'Look into the log of the service, or try again later.',
	},
];

const OTHER_STATUS: Omit<Rule, 'applies'> = {
	headline: (reason, answer) =>
		reason.text || `The service refused the request with status ${answer.status}`,
	remedy: () => '',
};

/** A success that cannot be read: nothing here may pass as an empty list or as a record. */
function unreadable(answer: Answer, operation: Operation): Failure | undefined {
	const { body, status: code } = answer;
	if (isPage(answer)) {
		return new Failure(
			'The address answered with a web page, not with the API',
			"Check 'Base URL' in the credential: it is scheme and host only, like https://app.example.com.",
			code,
		);
	}
	if (typeof body === 'string' && !isEmpty(body)) {
		return new Failure(
			'The answer of the service is cut off or not JSON',
			sentences(
				mayHave(operation, true),
				'Try again. If it happens each time, look at the proxy in front of the service.',
			),
			code,
		);
	}
	if (isEmpty(body) && !operation.unrepeatable) {
		return new Failure('The service answered with nothing', 'Try again later.', code);
	}
	return undefined;
}

const FAULTS: Record<FaultKind, { headline: (words: string) => string; remedy: string }> = {
	refused: {
		headline: (said) => `The service refused the connection${at(said)}`,
		remedy: "Check that the service is running and that 'Base URL' has its host and port.",
	},
	unknownHost: {
		headline: (said) => `There is no host of this name${at(said)}`,
		remedy: "Check 'Base URL' in the credential, and that the machine of n8n can look up the name.",
	},
	unreachable: {
		headline: (said) => `The service cannot be reached${at(said)}`,
		remedy: 'Check the network of the machine that n8n runs on, or try again later.',
	},
	untrusted: {
		headline: (said) => `The certificate of the service is not trusted: ${said}`,
		remedy:
			"Give the service a valid certificate. If you trust it as it is, switch on 'Ignore SSL Issues' under 'Request Options'.",
	},
	timeout: {
		headline: () => 'The service did not answer in time',
		remedy: "Try again later, or raise 'Timeout' under 'Request Options'.",
	},
	lost: {
		headline: () => 'The connection was lost before the service answered',
		remedy: 'Try again later.',
	},
	cancelled: {
		headline: () => 'The execution was cancelled',
		remedy: '',
	},
	unsendable: {
		headline: (said) => said || 'The request could not be made',
		remedy: 'Nothing was sent. Correct the credential.',
	},
};

function faultFailure(fault: Fault, operation: Operation): Failure {
	const { headline, remedy } = FAULTS[fault.kind];
	return new Failure(headline(fault.words), sentences(mayHave(operation, fault.sent), remedy));
}

/** Where sending twice does harm: that it may have happened, and how to find out. */
function mayHave({ unrepeatable }: Operation, sent: boolean): string {
	if (!unrepeatable || !sent) return '';
	return `${unrepeatable.mayHave}, so it was not sent again. ${unrepeatable.check}`;
}

function fieldsToCheck({ fields }: Reason, operation: Operation): string {
	if (fields.length === 0) return '';
	const names = fields.map((field) => `'${displayNameOf(field, operation.fields)}'`);
	return `Check ${names.join(' and ')}.`;
}

/** The address that the low-level words name, such as `127.0.0.1:3000` or a host name. */
function at(said: string): string {
	const address = /(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|E\w+UNREACH) (\S+)/.exec(said)?.[1];
	return address ? `: ${address}` : '';
}

function redirectTarget({ headers }: Answer): string {
	const location = String(headers.location ?? '');
	return URL.canParse(location) ? new URL(location).origin : 'another address';
}

function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}
