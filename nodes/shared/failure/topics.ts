import { isUnavailable, meaningOf } from '../http/attempt';
import { isBlank, isText } from '../input/values';
import type { Response } from '../operation';
import { isMissingRecord, isPage } from './classify';
import {
	CHATWOOT_REMEDIES,
	type FailedResponse,
	RESPONSE_TEXTS,
	type ResponseText,
	type Text,
} from './responseTexts';

/** Whether a response is about a topic. */
interface Rule {
	topic: keyof typeof RESPONSE_TEXTS;
	applies: (failed: FailedResponse) => boolean;
}

function status(...codes: number[]): Rule['applies'] {
	return ({ response }) => codes.includes(response.status);
}

/** What nginx, Apache, Go and Node.js proxies say to a request without TLS on a port that needs it. */
const WANTS_HTTPS = /plain HTTP (?:request was sent )?to|HTTP request to an HTTPS server/i;

/**
 * What a response is about. The first rule that applies counts: a status with a reason of its own comes before what may
 * have sent a response in place of the service, and that before the statuses of tokens and values.
 */
const RULES: Rule[] = [
	{
		topic: 'Web page instead of the API',
		applies: ({ response, responseClass }) => responseClass === 'unclear' && isPage(response),
	},
	{
		topic: 'Unreadable response',
		applies: ({ response: { body }, responseClass }) =>
			responseClass === 'unclear' && (typeof body === 'string' || isBlank(body)),
	},
	{
		topic: 'No record in the response',
		applies: ({ responseClass }) => responseClass === 'unclear',
	},
	{ topic: 'Redirected', applies: status(301, 302, 303, 307, 308) },
	{
		topic: 'No HTTP response',
		applies: ({ response: { status: code, body } }) =>
			code === 400 && WANTS_HTTPS.test(String(body)),
	},
	{ topic: 'Proxy asks for a password', applies: status(407) },
	{ topic: 'Request too large', applies: status(413, 414) },
	{
		topic: 'No API at this address',
		applies: ({ response }) => response.status === 404 && isPage(response),
	},
	{ topic: 'Record not found', applies: ({ response }) => isMissingRecord(response) },
	{ topic: 'Operation not supported', applies: status(404) },
	{ topic: 'Rate limit reached', applies: status(429) },
	{
		topic: 'Service unavailable',
		applies: ({ response }) => isUnavailable(meaningOf(response).outcome),
	},
	{
		topic: 'Refused in front of the service',
		applies: ({ response }) => isInFront(response),
	},
	{
		topic: 'Token missing',
		applies: ({ response, said: { text } }) =>
			response.status === 401 &&
			(text === 'You need to sign in or sign up before continuing.' ||
				/\bapi[_-]access[_-]token\b/i.test(text)),
	},
	{
		topic: 'Token not accepted',
		applies: ({ response: { status: code }, said: { text } }) =>
			code === 401 || ((code === 402 || code === 403) && CHATWOOT_REMEDIES.has(text)),
	},
	{ topic: 'Not allowed', applies: status(402, 403) },
	{
		topic: 'Service could not complete the request',
		applies: ({ response }) => response.status >= 500,
	},
	{ topic: 'Request rejected', applies: () => true },
];

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
	const { topic } = RULES.find(({ applies }) => applies(failed)) as Rule;
	const { headline, quotesService, remedy, general = '' }: ResponseText = RESPONSE_TEXTS[topic];
	const [ours, ...texts] = [headline, remedy, general].map((text) => render(text, failed));
	const { text } = failed.said;
	return {
		topic,
		headline: quotesService ? text || ours : [ours, text].filter(Boolean).join(': '),
		remedy: texts[0],
		general: texts.slice(1).filter(Boolean),
	};
}

function render(text: Text, failed: FailedResponse): string {
	return typeof text === 'string' ? text : text(failed);
}

/** The public repository, whose address other files contain too: replace it in all of them. */
export const REPOSITORY =
	'https://github.com/customer-conversation/n8n-nodes-customer-conversation';

/** The URL of the section about a topic, with the anchor that GitHub derives from its heading; of the page without one. */
export function helpAddress(topic?: string): string {
	const page = `${REPOSITORY}/blob/main/docs/troubleshooting.md`;
	return topic ? `${page}#${topic.toLowerCase().replaceAll(' ', '-')}` : page;
}
