import type { DialectName, PlannedFault, Sandbox } from '../sandbox';
import type { NodeRun } from '../engine/harness';

/** How to cause a fault. */
interface Cause {
	fault?: PlannedFault;
	credential?: (sandbox: Sandbox) => NodeRun['credential'];
	/** The node's request options. */
	requestOptions?: { timeout: number };
	/** Whether the service has a self-signed certificate. */
	tls?: boolean;
	/** Operations that are no survivors although they should be, or the other way round, by the names of their cases. */
	exceptions?: ByDialect<string[]>;
}

/** Operations whose items all succeed, by what they have in common. `faults.test.ts` says it as code. */
export type Survivors =
	| 'all'
	| 'safe to retry, or looked up'
	| 'safe to retry'
	| 'need no JSON, or looked up'
	| 'changes'
	| 'in Chatwoot'
	| 'none';

/** The mock server, as documented, and in its other dialects. */
interface ByDialect<T> {
	documented: T;
	others: T;
}

/** What applies to a dialect. */
export function inDialect<T>({ documented, others }: ByDialect<T>, dialect: DialectName): T {
	return dialect === 'documented' ? documented : others;
}

/** A fault, and the requests and operations that it affects. */
export interface FaultCase extends Cause {
	/** What happens, in a sentence. */
	story: string;
	/** Which of three successive requests it affects. */
	meets: 'the second' | 'the second and its first retry' | 'all from the second on' | 'all';
	survivors: ByDialect<Survivors>;
}

const SCOPES: Record<FaultCase['meets'], Pick<PlannedFault, 'from' | 'times'>> = {
	'the second': { from: 2, times: 1 },
	'the second and its first retry': { from: 2, times: 2 },
	'all from the second on': { from: 2 },
	all: {},
};

/** The fault, limited to the requests that it affects. */
export function scoped({ fault, meets }: FaultCase): PlannedFault | null {
	return fault ? { ...fault, ...SCOPES[meets] } : null;
}

/** A host name that doesn't exist. The matrix replaces the DNS look-up. */
export const UNKNOWN_HOST = 'no-such-host.example';

/** Faults that affect the same requests and operations. */
function faults(
	meets: FaultCase['meets'],
	documented: Survivors,
	causes: Record<string, Cause>,
	others = documented,
): FaultCase[] {
	const survivors = { documented, others };
	return Object.entries(causes).map(([story, cause]) => ({ story, meets, survivors, ...cause }));
}

const LIMITED: Cause = { fault: { kind: 'rateLimit' } };
/** Its response has no body in the other dialects, so none of it can be lost. */
const PUSH = 'catalogPushToPartner';
const NO_API = 'API access is not enabled for this account';
const JSON_TYPE = { 'content-type': 'application/json' };

function status(code: number, format?: 'html' | 'empty'): Cause {
	return { fault: { kind: 'status', status: code, format } };
}

function refusal(code: number, error: string): Cause {
	return { fault: { kind: 'response', status: code, body: { error } } };
}

/** The faults of the matrix, from harmless to permanent. */
export const FAULT_CASES: readonly FaultCase[] = [
	...faults('all', 'all', {
		'Each response takes 20 ms longer.': { fault: { kind: 'latency', ms: 20 } },
	}),
	...faults('the second and its first retry', 'all', {
		'429: rate limit reached, without Retry-After.': LIMITED,
		'429: rate limit reached, with Retry-After of 30 seconds.': {
			fault: { kind: 'rateLimit', retryAfter: { form: 'seconds', seconds: 30 } },
		},
		'429: rate limit reached, with Retry-After as a date 30 seconds away.': {
			fault: { kind: 'rateLimit', retryAfter: { form: 'date', seconds: 30 } },
		},
	}),
	...faults('the second', 'safe to retry, or looked up', {
		'The service responds with 502.': status(502),
		'The service responds with 503.': status(503),
		'The service responds with 500.': status(500),
		'The service responds with 422, because its database has cancelled the query.': {
			fault: { kind: 'queryCancelled' },
		},
		'The connection is reset when the request arrives.': {
			fault: { kind: 'resetBeforeRead' },
		},
		'The service processes the request, but the connection is reset before the response.': {
			fault: { kind: 'resetAfterRead', action: 'performed' },
		},
		'The service processes the request, but a proxy in front of it responds with 408.': {
			fault: { kind: 'status', status: 408, action: 'performed' },
		},
		'The service processes the request, but no response arrives within the timeout.': {
			fault: { kind: 'silence', action: 'performed' },
			requestOptions: { timeout: 150_000 },
		},
	}),
	...faults('the second', 'safe to retry', {
		'The service responds with 504.': status(504),
	}),
	...faults('the second', 'need no JSON, or looked up', {
		'The service processes the request, but its response is incomplete JSON.': {
			fault: { kind: 'truncated', cut: 'body' },
			exceptions: { documented: [PUSH], others: [] },
		},
		'The service processes the request and responds with 200 and the text OK, declared as JSON.': {
			fault: { kind: 'response', status: 200, body: 'OK', headers: JSON_TYPE, action: 'performed' },
		},
	}),
	...faults('the second', 'safe to retry, or looked up', {
		'The service processes the request, but the connection breaks during the response.': {
			fault: { kind: 'truncated', cut: 'stream' },
			exceptions: { documented: [], others: [PUSH] },
		},
	}),
	...faults('the second', 'changes', {
		'The service processes the request and responds with 200 and an empty body.': {
			fault: { kind: 'status', status: 200, format: 'empty', action: 'performed' },
		},
	}),
	...faults('the second', 'none', {
		"404: the record doesn't exist.": refusal(404, 'Resource could not be found'),
	}),
	...faults('all from the second on', 'none', {
		'429: rate limit reached, for every retry.': LIMITED,
		'503: the service is down, and a proxy responds with a web page.': status(503, 'html'),
	}),
	...faults('all', 'all', {
		'401: the token belongs to an agent, but some operations require an administrator.': {
			credential: ({ tokens }) => ({ apiAccessToken: tokens.agent }),
			exceptions: {
				documented: ['inboxGetAgents'],
				others: ['inboxGetAgents', 'automationRuleUpdate', 'agentBotDelete', 'labelDelete'],
			},
		},
	}),
	...faults(
		'all',
		'in Chatwoot',
		{
			'401: the token belongs to a bot, but some operations require a user.': {
				credential: ({ tokens }) => ({ apiAccessToken: tokens.bot }),
			},
		},
		'none',
	),
	...faults('all', 'none', {
		'401: the token is unknown.': {
			credential: ({ tokens }) => ({ apiAccessToken: `${tokens.administrator}-typo` }),
		},
		"401: the token's user isn't a member of the account.": {
			credential: ({ tokens }) => ({ apiAccessToken: tokens.outsider }),
		},
		'401: the account is suspended.': refusal(401, 'Account is suspended'),
		"403: the account's plan doesn't include the API.": refusal(403, NO_API),
		"402: the account's plan isn't paid.": refusal(402, NO_API),
		'403: the service refuses the request without giving a reason.': status(403, 'empty'),
		'404 with a web page: there is no API at this address.': status(404, 'html'),
		'200: the service responds with a web page.': status(200, 'html'),
		'301: the service redirects each request to another host.': {
			fault: { kind: 'redirect', to: 'https://elsewhere.example', status: 301 },
		},
		'A proxy drops the header api_access_token.': { fault: { kind: 'dropUnderscoreHeaders' } },
		"The host of the Base URL doesn't exist.": {
			credential: () => ({ baseUrl: `https://${UNKNOWN_HOST}` }),
		},
		'No server is running at the Base URL.': {
			credential: () => ({ baseUrl: 'http://127.0.0.1:9' }),
		},
		'The service has a self-signed certificate.': { tls: true },
	}),
];
