import type { PlannedFault, Sandbox } from '../../tools/sandbox';
import type { NodeRun } from './harness';

/** Something that goes wrong, on one request or on all of them. */
export interface FaultCase {
	title: string;
	/** What happens, in a sentence for the reader of the table. */
	story: string;
	/** Which of three requests, sent one after the other, it meets. */
	meets: 'the second' | 'the second and its first repeat' | 'all from the second on' | 'all';
	/** Which operations bring all their items through. */
	survivors: 'all' | 'those that can be sent again' | 'some' | 'none';
	fault?: PlannedFault;
	credential?: (sandbox: Sandbox) => NodeRun['credential'];
	/** n8n's own settings of the request. */
	requestOptions?: { timeout: number };
	/** Whether the service has a certificate that nobody signed. */
	tls?: boolean;
}

const SCOPES: Record<FaultCase['meets'], Pick<PlannedFault, 'from' | 'times'>> = {
	'the second': { from: 2, times: 1 },
	'the second and its first repeat': { from: 2, times: 2 },
	'all from the second on': { from: 2 },
	all: {},
};

/** The fault with the requests that it meets. */
export function scoped({ fault, meets }: FaultCase): PlannedFault | null {
	return fault ? { ...fault, ...SCOPES[meets] } : null;
}

/** A name that no name server knows: the matrix answers for it itself. */
export const UNKNOWN_HOST = 'no-such-host.example';

function serverError(status: number, words: string, survivors: FaultCase['survivors']): FaultCase {
	return {
		title: `${status} ${words}`,
		story: `The service answers ${status}.`,
		meets: 'the second',
		survivors,
		fault: { kind: 'status', status },
	};
}

/** The faults of the matrix, from harmless to hopeless. */
export const FAULT_CASES: readonly FaultCase[] = [
	{
		title: 'Latency',
		story: 'Each answer comes 20 ms later.',
		meets: 'all',
		survivors: 'all',
		fault: { kind: 'latency', ms: 20 },
	},
	{
		title: '429 without Retry-After',
		story: 'The rate limit is reached, and the service does not say for how long.',
		meets: 'the second and its first repeat',
		survivors: 'all',
		fault: { kind: 'rateLimit' },
	},
	{
		title: '429 with Retry-After in seconds',
		story: 'The rate limit is reached; the service asks for 30 seconds.',
		meets: 'the second and its first repeat',
		survivors: 'all',
		fault: { kind: 'rateLimit', retryAfter: { form: 'seconds', seconds: 30 } },
	},
	{
		title: '429 with Retry-After as a date',
		story: 'The rate limit is reached; the service names a time half a minute from now.',
		meets: 'the second and its first repeat',
		survivors: 'all',
		fault: { kind: 'rateLimit', retryAfter: { form: 'date', seconds: 30 } },
	},
	{
		title: '429 for good',
		story: 'The rate limit is reached and never lifted.',
		meets: 'all from the second on',
		survivors: 'none',
		fault: { kind: 'rateLimit' },
	},
	serverError(500, 'Internal Server Error', 'none'),
	serverError(502, 'Bad Gateway', 'those that can be sent again'),
	serverError(503, 'Service Unavailable', 'those that can be sent again'),
	serverError(504, 'Gateway Timeout', 'those that can be sent again'),
	{
		title: '503 for good, as a page of the proxy',
		story: 'The service is down, and the proxy in front of it answers 503 with a web page.',
		meets: 'all from the second on',
		survivors: 'none',
		fault: { kind: 'status', status: 503, format: 'html' },
	},
	{
		title: 'Connection reset before the request was read',
		story: 'The connection is reset as soon as the head of the request has arrived.',
		meets: 'the second',
		survivors: 'those that can be sent again',
		fault: { kind: 'resetBeforeRead' },
	},
	{
		title: 'Connection reset after the request was read',
		story: 'The service acts, then the connection is reset before the answer.',
		meets: 'the second',
		survivors: 'those that can be sent again',
		fault: { kind: 'resetAfterRead', action: 'performed' },
	},
	{
		title: 'Timeout',
		story: 'The service acts, but no answer comes within the timeout of the node.',
		meets: 'the second',
		survivors: 'those that can be sent again',
		fault: { kind: 'silence', action: 'performed' },
		requestOptions: { timeout: 350 },
	},
	{
		title: 'Half an answer',
		story: 'The service acts, and its answer is JSON that ends in the middle.',
		meets: 'the second',
		survivors: 'some',
		fault: { kind: 'truncated', cut: 'body' },
	},
	{
		title: 'Answer cut off by a reset',
		story: 'The service acts, and the connection breaks in the middle of its answer.',
		meets: 'the second',
		survivors: 'some',
		fault: { kind: 'truncated', cut: 'stream' },
	},
	{
		title: '200 with text instead of JSON',
		story: 'The service acts and answers 200 with the word OK, announced as JSON.',
		meets: 'the second',
		survivors: 'none',
		fault: { kind: 'nonJson', action: 'performed' },
	},
	{
		title: '200 with a web page',
		story: 'The address answers each request with the web page of the service.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'html' },
	},
	{
		title: '200 without a body',
		story: 'The service acts and answers 200 with nothing.',
		meets: 'the second',
		survivors: 'some',
		fault: { kind: 'empty', action: 'performed' },
	},
	{
		title: 'Redirect to another host',
		story: 'Each request is redirected to another host.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'redirect', to: 'https://elsewhere.example', status: 301 },
	},
	{
		title: 'Header with underscores dropped',
		story: 'A proxy drops the header api_access_token.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'dropUnderscoreHeaders' },
	},
	{
		title: 'Unknown host',
		story: 'No name server knows the host of the Base URL.',
		meets: 'all',
		survivors: 'none',
		credential: () => ({ baseUrl: `https://${UNKNOWN_HOST}` }),
	},
	{
		title: 'Connection refused',
		story: 'Nothing listens at the address of the Base URL.',
		meets: 'all',
		survivors: 'none',
		credential: () => ({ baseUrl: 'http://127.0.0.1:9' }),
	},
	{
		title: 'Untrusted certificate',
		story: 'The certificate of the service is signed by nobody.',
		meets: 'all',
		survivors: 'none',
		tls: true,
	},
	{
		title: 'Plan without API (403)',
		story: 'The plan of the account has no access to the API.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'noApiAccess', status: 403 },
	},
	{
		title: 'Plan without API (402)',
		story: 'The plan of the account has to be paid for first.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'noApiAccess', status: 402 },
	},
	{
		title: '401: unknown token',
		story: 'The token is of nobody.',
		meets: 'all',
		survivors: 'none',
		credential: ({ tokens }) => ({ apiAccessToken: `${tokens.administrator}-typo` }),
	},
	{
		title: '401: no member of the account',
		story: 'The token is of a user who works in no account here.',
		meets: 'all',
		survivors: 'none',
		credential: ({ tokens }) => ({ apiAccessToken: tokens.outsider }),
	},
	{
		title: '401: role too low',
		story: 'The token is of an agent, and some operations need an administrator.',
		meets: 'all',
		survivors: 'some',
		credential: ({ tokens }) => ({ apiAccessToken: tokens.agent }),
	},
	{
		title: '401: token of a bot',
		story: 'The token is of a bot, and some operations need a person.',
		meets: 'all',
		survivors: 'some',
		credential: ({ tokens }) => ({ apiAccessToken: tokens.bot }),
	},
	{
		title: '401: account suspended',
		story: 'The account is suspended.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'answer', status: 401, body: { error: 'Account is suspended' } },
	},
	{
		title: '403',
		story: 'The service refuses without saying why.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'status', status: 403, format: 'empty' },
	},
	{
		title: '404',
		story: 'The service knows no such record.',
		meets: 'the second',
		survivors: 'none',
		fault: { kind: 'answer', status: 404, body: { error: 'Resource could not be found' } },
	},
	{
		title: '404 with a web page',
		story: 'The address knows no API.',
		meets: 'all',
		survivors: 'none',
		fault: { kind: 'status', status: 404, format: 'html' },
	},
];
