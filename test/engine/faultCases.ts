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
	/** What happens, in a sentence for the reader of the tables. */
	story: string;
	/** Which of three requests, sent one after the other, it meets. */
	meets: 'the second' | 'the second and its first repeat' | 'all from the second on' | 'all';
	/** Which operations bring all their items through. */
	survivors:
		| 'all'
		| 'those that can be sent again'
		| 'those that do no harm twice'
		| 'reads'
		| 'some'
		| 'none';
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

/** Faults by their story that meet the same requests and let the same operations through. */
function faults(
	meets: FaultCase['meets'],
	survivors: FaultCase['survivors'],
	causes: Record<string, Cause>,
): FaultCase[] {
	return Object.entries(causes).map(([story, cause]) => ({ story, meets, survivors, ...cause }));
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
		'Each answer comes 20 ms later.': { fault: { kind: 'latency', ms: 20 } },
	}),
	...faults('the second and its first repeat', 'all', {
		'429: the rate limit is reached, and the service does not say for how long.': LIMITED,
		'429: the rate limit is reached; the service asks for 30 seconds.': {
			fault: { kind: 'rateLimit', retryAfter: { form: 'seconds', seconds: 30 } },
		},
		'429: the rate limit is reached; the service names a time half a minute from now.': {
			fault: { kind: 'rateLimit', retryAfter: { form: 'date', seconds: 30 } },
		},
	}),
	...faults('the second', 'those that can be sent again', {
		'The service answers 502.': status(502),
		'The service answers 503.': status(503),
		'The connection is reset as soon as the head of the request has arrived.': {
			fault: { kind: 'resetBeforeRead' },
		},
		'The service acts, then the connection is reset before the answer.': {
			fault: { kind: 'resetAfterRead', action: 'performed' },
		},
		'The service acts, but no answer comes within the timeout of the node.': {
			fault: { kind: 'silence', action: 'performed' },
			requestOptions: { timeout: 150_000 },
		},
	}),
	...faults('the second', 'those that do no harm twice', {
		'The service answers 504.': status(504),
	}),
	...faults('the second', 'reads', {
		'The service answers 500.': status(500),
	}),
	...faults('the second', 'some', {
		'The service acts, and its answer is JSON that ends in the middle.': {
			fault: { kind: 'truncated', cut: 'body' },
		},
		'The service acts, and the connection breaks in the middle of its answer.': {
			fault: { kind: 'truncated', cut: 'stream' },
		},
		'The service acts and answers 200 with nothing.': {
			fault: { kind: 'status', status: 200, format: 'empty', action: 'performed' },
		},
		'The service acts and answers 200 with the word OK, announced as JSON.': {
			fault: { kind: 'answer', status: 200, body: 'OK', headers: JSON_TYPE, action: 'performed' },
		},
	}),
	...faults('the second', 'none', {
		'404: the service knows no such record.': refusal(404, 'Resource could not be found'),
	}),
	...faults('all from the second on', 'none', {
		'429: the rate limit is reached and never lifted.': LIMITED,
		'503: the service is down, and the proxy answers with a web page.': status(503, 'html'),
	}),
	...faults('all', 'some', {
		'401: the token is of an agent, and some operations need an administrator.': {
			credential: ({ tokens }) => ({ apiAccessToken: tokens.agent }),
		},
		'401: the token is of a bot, and some operations need a person.': {
			credential: ({ tokens }) => ({ apiAccessToken: tokens.bot }),
		},
	}),
	...faults('all', 'none', {
		'401: the token is of nobody.': {
			credential: ({ tokens }) => ({ apiAccessToken: `${tokens.administrator}-typo` }),
		},
		'401: the token is of a user who works in no account here.': {
			credential: ({ tokens }) => ({ apiAccessToken: tokens.outsider }),
		},
		'401: the account is suspended.': refusal(401, 'Account is suspended'),
		'403: the plan of the account has no access to the API.': refusal(403, NO_API),
		'402: the plan of the account has to be paid for first.': refusal(402, NO_API),
		'403: the service refuses without saying why.': status(403, 'empty'),
		'404, with a web page: the address knows no API.': status(404, 'html'),
		'200: each request is answered with the web page of the service.': status(200, 'html'),
		'301: each request is redirected to another host.': {
			fault: { kind: 'redirect', to: 'https://elsewhere.example', status: 301 },
		},
		'A proxy drops the header api_access_token.': { fault: { kind: 'dropUnderscoreHeaders' } },
		'No name server knows the host of the Base URL.': {
			credential: () => ({ baseUrl: `https://${UNKNOWN_HOST}` }),
		},
		'Nothing listens at the address of the Base URL.': {
			credential: () => ({ baseUrl: 'http://127.0.0.1:9' }),
		},
		'The certificate of the service is signed by nobody.': { tls: true },
	}),
];
