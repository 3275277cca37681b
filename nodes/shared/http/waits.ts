// The waits of the package in milliseconds, with their reasons.
import type { Outcome } from './outcome';

/**
 * The waits before retries: the first one and the longest one. Each is longer than the one before by the factor. While
 * requests flow, a run pauses from the second failure in a row on.
 */
export interface BackOff {
	firstMs: number;
	maxMs: number;
	factor: number;
}

/** Short enough that a window of a minute loses less than a third, and long enough for many executions at once. */
const RATE_LIMIT_BACK_OFF: BackOff = { firstMs: 2_000, maxMs: 16_000, factor: 2 };

/** After any other failure, which is usually over sooner: five retries take 15.5 s. */
export const OUTAGE_BACK_OFF: BackOff = { firstMs: 500, maxMs: 8_000, factor: 2 };

/** After a 500: a database that restarts is back after seconds, but a bug of the service stays. */
const SERVER_ERROR_BACK_OFF: BackOff = { firstMs: 2_000, maxMs: 6_000, factor: 3 };

/** The waits before retries after an outcome. */
export function backOffAfter({ service }: Outcome): BackOff {
	if (service === 'rateLimited') return RATE_LIMIT_BACK_OFF;
	return service === 'failing' ? SERVER_ERROR_BACK_OFF : OUTAGE_BACK_OFF;
}

/** Maximum random part added to a back-off, so that runs refused together do not retry together. */
export const JITTER = 0.1;

/**
 * The same for a create after a 500 or a late loss. Some services don't keep all values unique, so executions of the same
 * rows must not find at the same moment that a contact is absent.
 */
export const CREATE_JITTER = 1;

/** 'Max Wait (Seconds)' in seconds, if the user sets none: five windows of a minute, for many executions. */
export const DEFAULT_RATE_LIMIT_WAIT_S = 300;

/** The longest `Retry-After` of an unavailable service that is waited out, and what "later" means in a message. */
export const LONG_WAIT_MS = 5 * 60_000;

/**
 * A run gives up if the service is unavailable for this long, with more failures in a row than Max Retries. A look-up is
 * retried for as long.
 */
export const UNAVAILABLE_LIMIT_MS = 90_000;

/**
 * A retry is sent at most this long after a request's first attempt that got no 429. A timeout of
 * five minutes plus one more attempt stays under eleven minutes.
 */
export const RETRY_PERIOD_MS = 5.5 * 60_000;

/**
 * If nothing was sent for this time because too many requests are in flight, one more is sent: some of those in
 * flight may hang.
 */
export const STALLED_AFTER_MS = 10_000;

/**
 * A response that is lost after this time may be of a request that is still running for some seconds: a service that is
 * stopped finishes what it can. A service or a proxy that fails drops the connection at once.
 */
export const LOST_LATE_AFTER_MS = 1_000;

/**
 * A response that is lost after this time counts as a timeout: routers respond with 503 after 30 seconds, and drop idle
 * connections, while the service works on.
 */
export const TIMED_OUT_AFTER_MS = 25_000;

/** The wait before the second look-up: the service may still be working on the request at the first. */
export const SECOND_LOOK_UP_MS = 5_000;

/**
 * The Timeout of a look-up, if the user's isn't less: a create that times out is looked up twice, and must end within
 * eleven minutes with that.
 */
export const LOOK_UP_TIMEOUT_MS = 60_000;

/** n8n's Timeout, if the user sets none. */
export const DEFAULT_TIMEOUT_MS = 5 * 60_000;

/** How long after its Timeout a request ends at the latest, and at least a second: n8n's own timeout comes first. */
export const DEADLINE_GRACE_MS = 2_000;

/** The longest delay of a timer in Node.js; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
