import type { Outcome } from '../http/outcome';
import type { Topic } from '../topics';
import { enumerate, isBlank, urlOf } from '../values';
import type { ApiResponse, ResponseContext } from '../operation';
import {
	adviceOnFields,
	fieldsInWords,
	fieldsNamed,
	namesRecord,
	quoteIdFields,
	sentValue,
} from './fieldNames';
import { isInFront, isMissingRecord, isWebPage, type ResponseClass } from '../response/classify';
import type { ServiceMessage } from '../response/serviceMessage';

/** A response that proves no success. */
export interface FailedResponse {
	response: ApiResponse;
	outcome: Outcome;
	responseClass: ResponseClass;
	message: ServiceMessage;
	context: ResponseContext;
}

/** A text that is fixed, or depends on the response. */
type Text = string | ((failed: FailedResponse) => string);

/** Which responses have a topic, and their text. */
interface ResponseText {
	applies: (failed: FailedResponse) => boolean;
	headline: Text;
	/** Set if the service's own words take the place of the headline. Otherwise they follow it. */
	quotesService?: true;
	remedy?: Text;
	/** A sentence about rarer causes, which a long message leaves out. */
	optional?: Text;
}

const ACCOUNT_ID = "'Account ID'";

function status(...codes: number[]): ResponseText['applies'] {
	return ({ response }) => codes.includes(response.status);
}

/** What makes a request smaller: its file, which only a form has, its texts or its query. */
function smallerPart({ body }: ResponseContext): string {
	if (body === undefined) return 'a shorter query';
	return typeof body === 'function' ? 'a smaller file or shorter texts' : 'shorter texts';
}

/** What nginx, Apache, Go and Node.js proxies say to a request without TLS on a port that needs it. */
const WANTS_HTTPS = /plain HTTP (?:request was sent )?to|HTTP request to an HTTPS server/i;

/**
 * The texts of responses by their topics. The first row that applies counts: a status with a reason of its own comes
 * before what may have sent a response in place of the service, and that before the statuses of tokens and values.
 */
const RESPONSE_TEXTS = {
	'Web page instead of the API': {
		applies: ({ response, responseClass }) => responseClass === 'noRecord' && isWebPage(response),
		headline: 'The address returned a web page',
		remedy: "Check 'Base URL' in the credential: it should look like https://app.example.com.",
	},
	'Unreadable response': {
		applies: ({ response: { body }, responseClass }) =>
			responseClass === 'noRecord' && (typeof body === 'string' || isBlank(body)),
		headline: 'The response is empty, cut off or not JSON',
		optional: 'If it happens each time, look at the proxy in front of the service.',
	},
	'Response not ready': {
		applies: ({ response, responseClass, context: { effect } }) =>
			responseClass === 'noRecord' && response.status === 202 && !effect,
		headline: 'The response is not ready yet',
		quotesService: true,
	},
	'No record in the response': {
		applies: ({ responseClass }) => responseClass === 'noRecord',
		headline: ({ context: { effect } }) => `The response contains no ${effect?.record ?? 'record'}`,
		remedy: adviceOnNamed,
		optional: 'If it happens each time, this service does not follow the documented API.',
	},
	Redirected: {
		applies: status(301, 302, 303, 307, 308),
		headline: ({ response }) => `The service redirects to ${redirectTarget(response)}`,
		remedy:
			"The token was not sent there. If that is the address of the service, enter it as 'Base URL' in the credential.",
	},
	'No HTTP response': {
		applies: ({ response: { status: code, body } }) =>
			code === 400 && WANTS_HTTPS.test(String(body)),
		headline: 'The address needs HTTPS',
		remedy: "Start 'Base URL' in the credential with https://.",
	},
	'Proxy asks for a password': {
		applies: status(407),
		headline: 'The proxy asks for a user name and a password',
		remedy: "Nothing was sent. Enter them in 'Proxy' under 'Request Options' in 'Settings'.",
	},
	'Request too large': {
		applies: status(413, 414),
		headline: 'The request is too large for the service',
		remedy: ({ context }) => `Nothing was done. Use ${smallerPart(context)}.`,
	},
	'No API at this address': {
		applies: ({ response }) => response.status === 404 && isWebPage(response),
		headline: 'There is no API at this address',
		remedy: ({ context }) => adviceOnAddress(context, []),
	},
	'Record not found': {
		applies: ({ response, message, context }) =>
			isMissingRecord(response) || (response.status === 404 && namesRecord(message.text, context)),
		headline: 'The service found no such record',
		quotesService: true,
		remedy: ({ context }) => {
			const ids = quoteIdFields(context);
			// Without an ID of its own, only the account can be missing.
			const deleted = ids.length > 0 ? ' The record may no longer exist.' : '';
			return `Check ${enumerate([...ids, ACCOUNT_ID], 'and')}.${deleted}`;
		},
	},
	'Operation not supported': {
		applies: (failed) =>
			status(404)(failed) || (status(405, 410)(failed) && !isInFront(failed.response)),
		headline: 'The service does not know this address',
		quotesService: true,
		remedy: ({ context }) => adviceOnAddress(context, [...quoteIdFields(context), ACCOUNT_ID]),
	},
	'Rate limit reached': {
		applies: ({ outcome }) => outcome.service === 'rateLimited',
		headline: 'The rate limit of the service is reached',
	},
	'Service unavailable': {
		applies: ({ outcome }) => outcome.service === 'unavailable',
		headline: 'The service is unavailable',
		quotesService: true,
		optional: 'If it lasts, look at the service and at the proxy in front of it.',
	},
	'Refused in front of the service': {
		applies: ({ response }) => isInFront(response),
		headline: 'A firewall, a login or a proxy in front of the service refused this',
		remedy:
			"Let n8n's requests through it. If nothing is in front of the service, check 'Base URL' in the credential.",
	},
	'Token missing': {
		applies: ({ response, message: { text } }) =>
			response.status === 401 &&
			(text === 'You need to sign in or sign up before continuing.' ||
				/\bapi[_-]access[_-]token\b/i.test(text)),
		headline: 'The token is missing',
		quotesService: true,
		remedy:
			"The token did not reach the service. A proxy may have dropped its header: set 'Token Header' in the credential to 'api-access-token'.",
	},
	'Token not accepted': {
		applies: ({ response: { status: code }, message: { text } }) =>
			(code === 401 && text !== NOT_ALLOWED) ||
			((code === 402 || code === 403) && CHATWOOT_REMEDIES.has(text)),
		headline: 'The service did not accept the token',
		quotesService: true,
		remedy: ({ message: { text } }) =>
			CHATWOOT_REMEDIES.get(text) ??
			"Check that the token's user is allowed to do this, and that 'API Access Token' in the credential is up to date.",
	},
	'Not allowed': {
		applies: status(401, 402, 403),
		headline: 'The service does not allow this',
		quotesService: true,
		remedy: ({ message: { text } }) =>
			text === NOT_ALLOWED
				? 'Use the token of an administrator.'
				: "Check the role of the token's user in the service, and the plan of the account.",
	},
	'Service could not complete the request': {
		applies: ({ outcome }) => outcome.isUnclear,
		headline: 'The service could not complete the request',
		quotesService: true,
		remedy: ({ context: { fields } }) =>
			fields.some(({ name }) => name === 'conditions') ? CONDITIONS : '',
		optional: ({ context }) => {
			const ids = quoteIdFields(context);
			return ids.length > 0
				? `If it happens again, check ${enumerate(ids, 'and')}: some servers fail like this on a missing record. Otherwise, look into the log of the service.`
				: 'If it happens every time, look into the log of the service.';
		},
	},
	'Request rejected': {
		applies: () => true,
		headline: ({ response: { status } }) =>
			status < 300
				? 'The service rejected the request without giving a reason'
				: `The service rejected the request with status ${status}`,
		quotesService: true,
		remedy: adviceOnValues,
	},
} satisfies Partial<Record<Topic, ResponseText>>;

/** The topic of a response that proves no success, with its texts. */
export function describeResponse(
	failed: FailedResponse,
): Record<'headline' | 'remedy', string> & { topic: Topic; optional: string[] } {
	const rows = Object.entries(RESPONSE_TEXTS) as Array<[Topic, ResponseText]>;
	const [topic, row] = rows.find(([, { applies }]) => applies(failed))!;
	const { headline, quotesService, remedy = '', optional = '' } = row;
	const [ours, ...texts] = [headline, remedy, optional].map((text) =>
		typeof text === 'string' ? text : text(failed),
	);
	const { message, responseClass } = failed;
	// A record without an ID, such as of a wrong address, may have texts that are no words about the request.
	const text = message.isGuess && responseClass === 'noRecord' ? '' : message.text;
	const more = message.more && `The service also says: ${message.more.replace(/\.$/, '')}.`;
	return {
		topic,
		headline: quotesService ? text || ours : [ours, text].filter(Boolean).join(': '),
		remedy: texts[0],
		optional: [more, ...texts.slice(1)].filter(Boolean),
	};
}

/** What Chatwoot says to a user without the role for a request. It never translates its texts of authentication. */
const NOT_ALLOWED = 'You are not authorized to do this action';

/** What to do about its other texts of authentication. */
const CHATWOOT_REMEDIES = new Map(
	Object.entries({
		'Invalid Access Token':
			"Check 'API Access Token' in the credential: copy it again from your profile settings in the service.",
		'You are not authorized to access this account':
			"The token's user is not a member of this account. Check 'Account ID'.",
		'Access to this endpoint is not authorized for bots':
			'The token belongs to a bot or a platform app. Use the token from the profile settings of a user.',
		'Account is suspended': 'Ask the account owner to reactivate the account.',
		'API access is not enabled for this account':
			'Ask the account owner to enable access to the API, or to change the plan.',
	}),
);

/** The usual causes of a 500 to Filter, in order. */
const CONDITIONS =
	"If it happens again, leave out one condition after the other to find the cause, such as an operator that the server doesn't know, or one that doesn't suit the type of its attribute.";

/** What to do about texts of Chatwoot and of the contract, of which the service doesn't say what to do. */
const HINTS: Array<[words: RegExp, hint: string | ((context: ResponseContext) => string)]> = [
	[/\be\.?164\b/i, adviceOnPhone],
	[/\binvalid email\b/i, 'An email address looks like name@example.com.'],
	[/\bflow[ _]json\b/i, "Your provider's flow editor shows the JSON of a flow."],
	[/^invalid attribute key/i, 'Choose the attribute from the list: capitals matter.'],
	[/not connected to a partner/i, 'Connect this catalog to a partner in the service.'],
];

/** How to write a phone number as the service wants it. Behind 00, the digits are those that belong behind a plus sign. */
function adviceOnPhone({ body }: ResponseContext): string {
	const [, digits] = /^00([1-9]\d{6,14})$/.exec(String(sentValue(body, 'phone_number'))) ?? [];
	if (digits) return `Write +${digits}.`;
	return 'E.164 is a plus sign, the country code and the number, without spaces: +15551234567.';
}

/** Says to check the address and the IDs in it. */
function adviceOnAddress({ inChatwoot = true }: ResponseContext, ids: string[]): string {
	const parts = enumerate([...ids, "'Base URL' in the credential"], 'and');
	return inChatwoot
		? `Check ${parts}. If that is right, the service may not support this operation.`
		: `Chatwoot doesn't have this operation. In another service, check ${parts}.`;
}

function adviceOnNamed({ message, context }: FailedResponse): string {
	const named = message.fields.length > 0 ? message.fields : fieldsInWords(message.text, context);
	return adviceOnFields(fieldsNamed(named, context), context);
}

function adviceOnValues(failed: FailedResponse): string {
	// A list of the editor has no values.
	if (failed.context.fields.length === 0) return '';
	const { text } = failed.message;
	const hints = HINTS.filter(([words]) => words.test(text)).map(([, hint]) =>
		typeof hint === 'string' ? hint : hint(failed.context),
	);
	const known = [adviceOnNamed(failed), ...hints].filter(Boolean).join(' ');
	return known === '' && text === '' ? 'Check the values of this item.' : known;
}

/** The host that a redirect leads to, if its Location names one. */
function redirectTarget({ headers }: ApiResponse): string {
	const { protocol, origin } = urlOf(String(headers.location ?? '')) ?? {};
	return protocol === 'https:' || protocol === 'http:' ? String(origin) : 'another page';
}
