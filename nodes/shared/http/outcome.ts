import type { Safety } from '../operation';
import type { Topic } from '../topics';
import {
	type BackOff,
	NO_BACK_OFF,
	OUTAGE_BACK_OFF,
	RATE_LIMIT_BACK_OFF,
	SERVER_ERROR_BACK_OFF,
} from './waits';

/** What to do after an attempt: retry, look for the record of a create first, or report what happened. */
type Action = 'retry' | 'lookUp' | 'report';

/** What an attempt means: a row of the table of outcomes. */
export interface Outcome {
	/** The statuses that mean this, some of them only with certain words in the body. */
	responses: Array<number | WordedStatus>;
	/** What to do next, by the safety of the operation. */
	next: Record<Safety, Action>;
	/** Whether the service may have carried out the request, although no response confirms it. */
	isUnclear: boolean;
	/** Whether the cause passes by itself within minutes. */
	isTransient: boolean;
	/** What the message of such a response is about, unless its status or its words have a topic of their own. */
	topic: Topic;
	/** What it says about the service, and so about other requests. A `failing` one is up, but responds with 500. */
	service: 'available' | 'failing' | 'unavailable' | 'rateLimited' | 'unknown';
	/** For how long the service may still be working on the request. */
	runsOnFor: 'noTime' | 'seconds' | 'minutes';
	/** The waits before retries. */
	backOff: BackOff;
	/** How often the request is sent again, if Max Retries is higher: without and after a look-up. */
	retryCap: Record<'retry' | 'lookUp', number>;
}

/** A status with certain words in the body. */
export interface WordedStatus {
	status: number;
	words: RegExp;
}

/**
 * What Chatwoot says from 4.16 on if its database has cancelled a query, in the languages it is translated to. The change
 * may be stored all the same, because other queries follow it.
 */
const QUERY_CANCELLED =
	/^(?:The request took too long to complete\. Please try again\.|La solicitud tardó demasiado en completarse\. Por favor, inténtalo de nuevo\.|A solicitação demorou muito para ser concluída\. Tente novamente\.)$/;

/** The request had no effect. */
const ALWAYS_RETRIED = {
	safe: 'retry',
	idempotent: 'retry',
	lookUp: 'retry',
	once: 'retry',
} as const;

/** The request may have had an effect. */
const RETRIED_IF_HARMLESS = {
	safe: 'retry',
	idempotent: 'retry',
	lookUp: 'lookUp',
	once: 'report',
} as const;

/** Another attempt would not help. */
const NEVER_RETRIED = {
	safe: 'report',
	idempotent: 'report',
	lookUp: 'report',
	once: 'report',
} as const;

const NO_LIMIT = { retry: Infinity, lookUp: Infinity };

/**
 * The table of outcomes. A status that no row names is `accepted` if it is 2xx, `unclearResponse` if it is 5xx, and
 * `rejected` otherwise. `failure/responseTexts.ts` has the texts of statuses, `failure/faults.ts` those of faults.
 */
export const OUTCOMES = {
	/** 2xx. `checkResponse` decides whether it proves what was asked for. */
	accepted: {
		responses: [],
		next: NEVER_RETRIED,
		isUnclear: false,
		isTransient: false,
		topic: 'Request rejected',
		service: 'available',
		runsOnFor: 'noTime',
		backOff: NO_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/** The service did nothing, and would not do it at another attempt either. */
	rejected: {
		responses: [],
		next: NEVER_RETRIED,
		isUnclear: false,
		isTransient: false,
		topic: 'Request rejected',
		service: 'available',
		runsOnFor: 'noTime',
		backOff: NO_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/** The service refused the request before it acted. `Retries` decides for how long it is retried. */
	rateLimited: {
		responses: [429],
		next: ALWAYS_RETRIED,
		isUnclear: false,
		isTransient: true,
		topic: 'Rate limit reached',
		service: 'rateLimited',
		runsOnFor: 'noTime',
		backOff: RATE_LIMIT_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/** The request did not reach the service, or was put off (425). */
	unreached: {
		responses: [425],
		next: ALWAYS_RETRIED,
		isUnclear: false,
		isTransient: true,
		topic: 'Service unavailable',
		service: 'unavailable',
		runsOnFor: 'noTime',
		backOff: OUTAGE_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/**
	 * The response was lost. Proxies send these statuses if they can't reach the service. After a second this becomes
	 * `lostLate`, and after 25 seconds `timedOut` (`toAttempt`).
	 */
	lost: {
		responses: [408, 502, 503, 520, 521, 522, 523],
		next: RETRIED_IF_HARMLESS,
		isUnclear: true,
		isTransient: true,
		topic: 'Service unavailable',
		service: 'unavailable',
		runsOnFor: 'noTime',
		backOff: OUTAGE_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/** The same after a second or more, because the service died, or because n8n was busy and saw it late. */
	lostLate: {
		responses: [],
		next: RETRIED_IF_HARMLESS,
		isUnclear: true,
		isTransient: true,
		topic: 'Service unavailable',
		service: 'unavailable',
		runsOnFor: 'seconds',
		backOff: OUTAGE_BACK_OFF,
		retryCap: { retry: Infinity, lookUp: 2 },
	},
	/** No response in time, or one that was lost so late that a proxy may have lost patience with a busy service. */
	timedOut: {
		responses: [504, 524],
		next: RETRIED_IF_HARMLESS,
		isUnclear: true,
		isTransient: true,
		topic: 'Service unavailable',
		service: 'unavailable',
		runsOnFor: 'minutes',
		backOff: OUTAGE_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/** The service failed while it worked on the request: a bug stays, but a database that restarts is soon back. */
	serverError: {
		responses: [500, { status: 422, words: QUERY_CANCELLED }],
		next: RETRIED_IF_HARMLESS,
		isUnclear: true,
		isTransient: true,
		topic: 'Service could not complete the request',
		service: 'failing',
		runsOnFor: 'noTime',
		backOff: SERVER_ERROR_BACK_OFF,
		retryCap: { retry: 2, lookUp: 2 },
	},
	/** A response that does not tell what was done. A 303 is one that is at another address. */
	unclearResponse: {
		responses: [303],
		next: NEVER_RETRIED,
		isUnclear: true,
		isTransient: false,
		topic: 'Service could not complete the request',
		service: 'available',
		runsOnFor: 'noTime',
		backOff: NO_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/** Nothing was sent, for a reason that lasts, such as a bad certificate. */
	unsent: {
		responses: [],
		next: NEVER_RETRIED,
		isUnclear: false,
		isTransient: false,
		topic: 'Request rejected',
		service: 'unknown',
		runsOnFor: 'noTime',
		backOff: NO_BACK_OFF,
		retryCap: NO_LIMIT,
	},
	/** n8n cancelled the request, or another program responded. */
	aborted: {
		responses: [],
		next: NEVER_RETRIED,
		isUnclear: true,
		isTransient: false,
		topic: 'Request rejected',
		service: 'unknown',
		runsOnFor: 'noTime',
		backOff: NO_BACK_OFF,
		retryCap: NO_LIMIT,
	},
} satisfies Record<string, Outcome>;

export type OutcomeTopic = (typeof OUTCOMES)[keyof typeof OUTCOMES]['topic'];

/** Whether the service is unavailable or refuses requests with 429, so that other requests have to wait. */
export function isServiceFailure({ service }: Outcome): boolean {
	return service === 'rateLimited' || service === 'unavailable';
}
