import type { Fault, FaultKind } from '../transport/fault';
import { type Attempt, isUnavailable, meaningOf } from '../transport/attempt';
import type { GiveUpLimits, GiveUpReason } from '../transport/circuitBreaker';
import { LONG_WAIT_MS, RETRY_PERIOD_MS, UNAVAILABLE_LIMIT_MS } from '../transport/waits';
import { Failure } from './failure';

interface FaultText {
	help: string;
	/** The address or the message of the fault follows, if there is one. */
	headline: string;
	/** Set if the message follows, and not the address in it. */
	hasMessage?: true;
	remedy: string;
}

const PROXY = 'If this is the address of a proxy, check the proxy.';

const TEXTS: Record<FaultKind, FaultText> = {
	refused: {
		help: 'connection-refused',
		headline: 'The connection was refused',
		remedy: `Check that the service is running and that 'Base URL' has the right host and port. ${PROXY}`,
	},
	unknownHost: {
		help: 'host-not-found',
		headline: 'Host not found',
		remedy:
			"Check 'Base URL' in the credential, or the proxy of n8n, for a typing mistake. If it is right, the server that runs n8n can't find the host.",
	},
	unreachable: {
		help: 'service-unreachable',
		headline: 'The host cannot be reached',
		remedy: `Check the network of n8n's host. ${PROXY}`,
	},
	untrusted: {
		help: 'certificate-not-trusted',
		headline: 'The certificate of the service is not trusted',
		hasMessage: true,
		remedy:
			"Give the service a valid certificate. If you trust this one, turn on 'Ignore SSL Issues' under 'Request Options' in 'Settings'.",
	},
	noHttps: {
		help: 'no-https',
		headline: 'There is no HTTPS at this address',
		remedy: "Check the port in 'Base URL', or start it with http:// if the service has no HTTPS.",
	},
	notHttp: {
		help: 'no-http-response',
		headline: 'The response is not HTTP',
		remedy:
			"Check the scheme and the port in 'Base URL': another program may use this port, or it may need https://.",
	},
	timeout: {
		help: 'no-response-in-time',
		headline: 'The service did not respond in time',
		remedy: "If it needs more time, raise 'Timeout' under 'Request Options' in 'Settings'.",
	},
	lost: {
		help: 'connection-lost',
		headline: 'The connection was lost before the service responded',
		remedy: 'If it happens each time, look at the proxies between n8n and the service.',
	},
	cancelled: {
		help: 'execution-cancelled',
		headline: 'The execution was cancelled',
		remedy: 'Run the workflow again.',
	},
	lostFile: {
		help: 'file-not-readable',
		headline: 'The file to send cannot be read',
		hasMessage: true,
		remedy: 'Nothing was sent. Run the node that provides the file again.',
	},
	unsendable: {
		help: 'request-not-sent',
		headline: '',
		hasMessage: true,
		remedy: 'Nothing was sent.',
	},
};

/** The failure of a request that was not sent because the run has given up on the service. */
export function explainUnsent(reason: GiveUpReason, limits: GiveUpLimits): Failure {
	return new Failure(
		'Not sent: the requests before this one failed',
		describeGivingUp(reason, limits),
		{ help: 'not-sent', isTransient: reason.retryAfterMs <= LONG_WAIT_MS },
	);
}

/** Says why a run has given up on the service. */
function describeGivingUp(
	{ cause, retryAfterMs }: GiveUpReason,
	{ maxRateLimitWaitMs }: GiveUpLimits,
	isUnclear = false,
): string {
	if (cause === 'askedWait') return describeAskedWait(retryAfterMs, isUnclear);
	if (cause === 'outage')
		return `The service was unavailable for more than ${UNAVAILABLE_LIMIT_MS / 1000} seconds, so the node gave up.`;
	if (maxRateLimitWaitMs === 0)
		return "The node did not wait for the rate limit, because 'Max Wait for Rate Limit' under 'Options' is 0.";
	return `The service accepted no request for ${maxRateLimitWaitMs / 1000} seconds, so the node gave up. To wait longer, raise 'Max Wait for Rate Limit' under 'Options'.`;
}

/**
 * Says why an item that was sent is not retried any more; blank if retries would not help.
 *
 * @param retries how often it was retried after failures other than a 429
 * @param isUnclear whether it may have been carried out, so that the user has to look first
 * @param reason why the run has given up, if that kept the item from a retry
 */
export function describeNoRetry(
	{ outcome, retryAfterMs }: Pick<Attempt, 'outcome' | 'retryAfterMs'>,
	retries: number,
	limits: GiveUpLimits,
	isUnclear = false,
	reason?: GiveUpReason,
): string {
	const isRateLimited = outcome === 'rateLimited';
	const acceptedMs = isRateLimited ? limits.maxRateLimitWaitMs : LONG_WAIT_MS;
	if (outcome !== 'notRetryable' && retryAfterMs > acceptedMs)
		return describeAskedWait(retryAfterMs, isUnclear);
	if (reason) return describeGivingUp(reason, limits, isUnclear);
	if (isRateLimited && limits.maxRetries === 0)
		return "It was not retried, because 'Max Retries' under 'Options' is 0.";
	if (isRateLimited)
		return `It was not retried again, because its first attempt was more than ${RETRY_PERIOD_MS / 60_000} minutes ago.`;
	if (retries === 0) return '';
	return retries === 1 ? 'It was retried once.' : `It was retried ${retries} times.`;
}

function describeAskedWait(ms: number, isUnclear: boolean): string {
	const remedy = isUnclear ? '' : ' Run this item again after that time.';
	return `The service asks to wait ${inWords(ms)}.${remedy}`;
}

/** A wait in words. Up to two hours it is in minutes: `90 minutes` says more than `1 hour`. */
function inWords(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	if (minutes === 1) return `${Math.ceil(ms / 1000)} seconds`;
	return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

const LOCALHOST = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)(?::\d+)?$/i;
const CONTAINER =
	'If n8n runs in a container, localhost is that container: use a name that it can reach, such as host.docker.internal.';

/** The failure of a request that got no response. */
export function describeFault(fault: Fault): Failure {
	const { kind, message, advice } = fault;
	const { outcome, mayHaveActed } = meaningOf(fault);
	const { headline, hasMessage, remedy, help } = TEXTS[kind];
	const address = /^(?:connect|getaddrinfo) \w+ (\S+)/.exec(message)?.[1] ?? '';
	// Newer Node.js versions append a hint for developers after a semicolon.
	const [reason] = message.split('; ');
	const text = [headline, hasMessage ? reason : address].filter(Boolean).join(': ');
	const more = LOCALHOST.test(address) ? CONTAINER : advice;
	return new Failure(text || 'The request could not be made', `${remedy} ${more}`.trim(), {
		unclear: mayHaveActed,
		isTransient: isUnavailable(outcome),
		help,
	});
}
