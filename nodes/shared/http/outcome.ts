import type { Safety } from '../operation';

/** What an attempt means: a row of the table of outcomes. */
export interface Outcome {
	/** The statuses that mean this, some of them only with certain words in the body. */
	responses?: Array<number | WordedStatus>;
	/** Whether the service may have carried out the request, although no response confirms it. */
	isUnclear: boolean;
	/** Whether the cause passes by itself within minutes. */
	isTransient: boolean;
	/** What it says about the service, and so about other requests. A `failing` one is up, but responds with 500. */
	service: 'available' | 'failing' | 'unavailable' | 'rateLimited' | 'unknown';
	/** For how long the service may still be working on the request, if it may. */
	runsOnFor?: 'seconds' | 'minutes';
	/** How often the request is sent again at most, without and after a look-up, even if Max Retries is higher. */
	retryCap?: Partial<Record<Action, number>>;
}

/** What to do after a failed attempt: retry, look for the record of a create first, or report what happened. */
export type Action = 'retry' | 'lookUp' | 'report';

/** What to do about a request that may have been carried out, by the safety of its operation. */
const IF_UNCLEAR: Record<Safety, Action> = {
	safe: 'retry',
	idempotent: 'retry',
	lookUp: 'lookUp',
	once: 'report',
};

/** What to do after a failed attempt. Another one helps only if the cause passes by itself. */
export function actionAfter({ isUnclear, isTransient }: Outcome, safety: Safety): Action {
	if (!isTransient) return 'report';
	return isUnclear ? IF_UNCLEAR[safety] : 'retry';
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

/**
 * The table of outcomes. A status that no row names is `accepted` if it is 2xx, `unclearResponse` if it is 5xx, and
 * `rejected` otherwise. `failure/responseTexts.ts` has the texts of statuses, `failure/faults.ts` those of faults.
 */
export const OUTCOMES = {
	/** 2xx. `checkResponse` decides whether it proves what was asked for. */
	accepted: {
		isUnclear: false,
		isTransient: false,
		service: 'available',
	},
	/** The service did nothing, and would not do it at another attempt either. */
	rejected: {
		isUnclear: false,
		isTransient: false,
		service: 'available',
	},
	/** The service refused the request before it acted. `Retries` decides for how long it is retried. */
	rateLimited: {
		responses: [429],
		isUnclear: false,
		isTransient: true,
		service: 'rateLimited',
	},
	/** The request did not reach the service, or was put off (425). */
	unreached: {
		responses: [425],
		isUnclear: false,
		isTransient: true,
		service: 'unavailable',
	},
	/**
	 * The response was lost. Proxies send these statuses if they can't reach the service. After a second this becomes
	 * `lostLate`, and after 25 seconds `timedOut` (`toAttempt`).
	 */
	lost: {
		responses: [408, 502, 503, 520, 521, 522, 523],
		isUnclear: true,
		isTransient: true,
		service: 'unavailable',
	},
	/** The same after a second or more, because the service died, or because n8n was busy and saw it late. */
	lostLate: {
		isUnclear: true,
		isTransient: true,
		service: 'unavailable',
		runsOnFor: 'seconds',
		retryCap: { lookUp: 2 },
	},
	/** No response in time, or one that was lost so late that a proxy may have lost patience with a busy service. */
	timedOut: {
		responses: [504, 524],
		isUnclear: true,
		isTransient: true,
		service: 'unavailable',
		runsOnFor: 'minutes',
	},
	/** The service failed while it worked on the request: a bug stays, but a database that restarts is soon back. */
	serverError: {
		responses: [500, { status: 422, words: QUERY_CANCELLED }],
		isUnclear: true,
		isTransient: true,
		service: 'failing',
		retryCap: { retry: 2, lookUp: 2 },
	},
	/** A response that does not tell what was done. A 303 is one that is at another address. */
	unclearResponse: {
		responses: [303],
		isUnclear: true,
		isTransient: false,
		service: 'available',
	},
	/** Nothing was sent, for a reason that lasts, such as a bad certificate. */
	unsent: {
		isUnclear: false,
		isTransient: false,
		service: 'unknown',
	},
	/** n8n cancelled the request, or another program responded. */
	aborted: {
		isUnclear: true,
		isTransient: false,
		service: 'unknown',
	},
} satisfies Record<string, Outcome>;

/** Whether the service is unavailable or refuses requests with 429, so that other requests have to wait. */
export function makesOthersWait({ service }: Outcome): boolean {
	return service === 'rateLimited' || service === 'unavailable';
}
