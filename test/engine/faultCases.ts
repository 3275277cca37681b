import type { PlannedFault, Sandbox } from '../../tools/sandbox';
import type { NodeRun } from './harness';

/** How a fault is brought about. */
interface Cause {
	fault?: PlannedFault;
	credential?: (sandbox: Sandbox) => NodeRun['credential'];
	/** n8n's own settings of the request. */
	requestOptions?: { timeout: number };
	/** Whether the service has a certificate that nobody signed. */
	tls?: boolean;
}

/** Something that goes wrong, on one request or on all of them. */
export interface FaultCase extends Cause {
	title: string;
	/** What happens, in a sentence for the reader of the table. */
	story: string;
	/** Which of three requests, sent one after the other, it meets. */
	meets: 'the second' | 'the second and its first repeat' | 'all from the second on' | 'all';
	/** Which operations bring all their items through. */
	survivors: 'all' | 'those that can be sent again' | 'some' | 'none';
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

/** Faults by title that meet the same requests and let the same operations through. */
function faults(
	meets: FaultCase['meets'],
	survivors: FaultCase['survivors'],
	cases: Record<string, [story: string, cause: Cause]>,
): FaultCase[] {
	const entries = Object.entries(cases);
	return entries.map(([title, [story, cause]]) => ({ title, story, meets, survivors, ...cause }));
}

const LIMITED: Cause = { fault: { kind: 'rateLimit' } };
const NO_API = 'API access is not enabled for this account';
const JSON_TYPE = { 'content-type': 'application/json' };

function status(code: number, format?: 'html' | 'empty'): Cause {
	return { fault: { kind: 'status', status: code, format } };
}

function refusal(code: number, error: string): Cause {
	return { fault: { kind: 'answer', status: code, body: { error } } };
}

/** The faults of the matrix, from harmless to hopeless. */
export const FAULT_CASES: readonly FaultCase[] = [
	...faults('all', 'all', {
		Latency: ['Each answer comes 20 ms later.', { fault: { kind: 'latency', ms: 20 } }],
	}),
	...faults('the second and its first repeat', 'all', {
		'429 without Retry-After': [
			'The rate limit is reached, and the service does not say for how long.',
			LIMITED,
		],
		'429 with Retry-After in seconds': [
			'The rate limit is reached; the service asks for 30 seconds.',
			{ fault: { kind: 'rateLimit', retryAfter: { form: 'seconds', seconds: 30 } } },
		],
		'429 with Retry-After as a date': [
			'The rate limit is reached; the service names a time half a minute from now.',
			{ fault: { kind: 'rateLimit', retryAfter: { form: 'date', seconds: 30 } } },
		],
	}),
	...faults('the second', 'those that can be sent again', {
		'502 Bad Gateway': ['The service answers 502.', status(502)],
		'503 Service Unavailable': ['The service answers 503.', status(503)],
		'504 Gateway Timeout': ['The service answers 504.', status(504)],
		'Connection reset before the request was read': [
			'The connection is reset as soon as the head of the request has arrived.',
			{ fault: { kind: 'resetBeforeRead' } },
		],
		'Connection reset after the request was read': [
			'The service acts, then the connection is reset before the answer.',
			{ fault: { kind: 'resetAfterRead', action: 'performed' } },
		],
		Timeout: [
			'The service acts, but no answer comes within the timeout of the node.',
			{ fault: { kind: 'silence', action: 'performed' }, requestOptions: { timeout: 350 } },
		],
	}),
	...faults('the second', 'some', {
		'Half an answer': [
			'The service acts, and its answer is JSON that ends in the middle.',
			{ fault: { kind: 'truncated', cut: 'body' } },
		],
		'Answer cut off by a reset': [
			'The service acts, and the connection breaks in the middle of its answer.',
			{ fault: { kind: 'truncated', cut: 'stream' } },
		],
		'200 without a body': [
			'The service acts and answers 200 with nothing.',
			{ fault: { kind: 'status', status: 200, format: 'empty', action: 'performed' } },
		],
		'200 with text instead of JSON': [
			'The service acts and answers 200 with the word OK, announced as JSON.',
			{
				fault: { kind: 'answer', status: 200, body: 'OK', headers: JSON_TYPE, action: 'performed' },
			},
		],
	}),
	...faults('the second', 'none', {
		'500 Internal Server Error': ['The service answers 500.', status(500)],
		'404: no such record': [
			'The service knows no such record.',
			refusal(404, 'Resource could not be found'),
		],
	}),
	...faults('all from the second on', 'none', {
		'429 for good': ['The rate limit is reached and never lifted.', LIMITED],
		'503 for good, as a page of the proxy': [
			'The service is down, and the proxy in front of it answers 503 with a web page.',
			status(503, 'html'),
		],
	}),
	...faults('all', 'some', {
		'401: role too low': [
			'The token is of an agent, and some operations need an administrator.',
			{ credential: ({ tokens }) => ({ apiAccessToken: tokens.agent }) },
		],
		'401: token of a bot': [
			'The token is of a bot, and some operations need a person.',
			{ credential: ({ tokens }) => ({ apiAccessToken: tokens.bot }) },
		],
	}),
	...faults('all', 'none', {
		'401: unknown token': [
			'The token is of nobody.',
			{ credential: ({ tokens }) => ({ apiAccessToken: `${tokens.administrator}-typo` }) },
		],
		'401: no member of the account': [
			'The token is of a user who works in no account here.',
			{ credential: ({ tokens }) => ({ apiAccessToken: tokens.outsider }) },
		],
		'401: account suspended': ['The account is suspended.', refusal(401, 'Account is suspended')],
		'Plan without API (403)': [
			'The plan of the account has no access to the API.',
			refusal(403, NO_API),
		],
		'Plan without API (402)': [
			'The plan of the account has to be paid for first.',
			refusal(402, NO_API),
		],
		'403 without a word': ['The service refuses without saying why.', status(403, 'empty')],
		'404 with a web page': ['The address knows no API.', status(404, 'html')],
		'200 with a web page': [
			'The address answers each request with the web page of the service.',
			status(200, 'html'),
		],
		'Redirect to another host': [
			'Each request is redirected to another host.',
			{ fault: { kind: 'redirect', to: 'https://elsewhere.example', status: 301 } },
		],
		'Header with underscores dropped': [
			'A proxy drops the header api_access_token.',
			{ fault: { kind: 'dropUnderscoreHeaders' } },
		],
		'Unknown host': [
			'No name server knows the host of the Base URL.',
			{ credential: () => ({ baseUrl: `https://${UNKNOWN_HOST}` }) },
		],
		'Connection refused': [
			'Nothing listens at the address of the Base URL.',
			{ credential: () => ({ baseUrl: 'http://127.0.0.1:9' }) },
		],
		'Untrusted certificate': ['The certificate of the service is signed by nobody.', { tls: true }],
	}),
];
