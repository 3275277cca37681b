import type { Fault, FaultKind } from '../transport/fault';
import { urlOf } from '../input/url';
import { MAX_WAIT_MS } from '../transport/waits';
import { proposedBaseUrl } from './baseUrl';
import { Failure } from './failure';
import type { HelpTopic } from './helpTopics';

interface FaultText {
	help: HelpTopic;
	/** @param message of the error, such as `connect ECONNREFUSED 127.0.0.1:3000` */
	headline: (message: string) => string;
	remedy: string;
}

const TEXTS: Record<FaultKind, FaultText> = {
	refused: {
		help: 'connection-refused',
		headline: (message) => `The service refused the connection${at(message)}`,
		remedy: "Check that the service is running and that 'Base URL' has the right host and port.",
	},
	unknownHost: {
		help: 'host-not-found',
		headline: (message) => `Host not found${at(message)}`,
		remedy:
			"Check 'Base URL' in the credential for a typing mistake. If it is right, the server that runs n8n can't find the host.",
	},
	unreachable: {
		help: 'service-unreachable',
		headline: (message) => `The service cannot be reached${at(message)}`,
		remedy: "Check the network of n8n's host.",
	},
	untrusted: {
		help: 'certificate-not-trusted',
		// Newer Node.js versions append a hint for developers after a semicolon.
		headline: (message) =>
			`The certificate of the service is not trusted: ${message.split(';')[0]}`,
		remedy:
			"Give the service a valid certificate. If you trust this one, turn on 'Ignore SSL Issues' under 'Request Options' in 'Settings'.",
	},
	noHttps: {
		help: 'no-https',
		headline: () => 'There is no HTTPS at this address',
		remedy: "Check the host and port in 'Base URL'.",
	},
	notHttp: {
		help: 'no-http-response',
		headline: () => 'The response is not HTTP',
		remedy:
			"Check the scheme and the port in 'Base URL': another program may use this port, or it may need https://.",
	},
	timeout: {
		help: 'no-response-in-time',
		headline: () => 'The service did not respond in time',
		remedy: "If it needs more time, raise 'Timeout' under 'Request Options' in 'Settings'.",
	},
	lost: {
		help: 'connection-lost',
		headline: () => 'The connection was lost before the service responded',
		remedy: '',
	},
	cancelled: {
		help: 'execution-cancelled',
		headline: () => 'The execution was cancelled',
		remedy: '',
	},
	lostFile: {
		help: 'file-not-readable',
		headline: (message) => `The file to send cannot be read: ${message}`,
		remedy: 'Nothing was sent. Run the node that provides the file again.',
	},
	blocked: {
		help: 'blocked-by-n8n',
		headline: (message) => message,
		// n8n's own advice follows.
		remedy: 'Nothing was sent.',
	},
	unsendable: {
		help: 'request-not-sent',
		headline: (message) => message || 'The request could not be made',
		remedy: 'Nothing was sent. Check the credential.',
	},
};

/**
 * The failure of a request that was not sent because the run has given up on the service.
 *
 * @param pauseMs how long the pause still is
 */
export function explainUnsent(pauseMs: number): Failure {
	return new Failure(
		'Not sent: the service did not take the requests before this one',
		pauseMs > MAX_WAIT_MS ? describeLongWait(pauseMs) : '',
		{ help: 'not-sent-after-earlier-refusals', isTransient: pauseMs <= MAX_WAIT_MS },
	);
}

/**
 * The remedy if a service asks for a longer wait than the node accepts.
 *
 * @param remedy what to do with the item
 */
export function describeLongWait(
	askedMs: number,
	remedy = 'Run this item again after that time.',
): string {
	return `The service asks to wait ${inWords(askedMs)}. ${remedy}`;
}

/** A time in words. Up to two hours it is in minutes: `90 minutes` says more than `1 hour`. */
function inWords(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	if (minutes < 120) return `${minutes} minutes`;
	const hours = Math.round(minutes / 60);
	return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

const CHECK_PROXY = "Check 'Proxy' under 'Request Options' in 'Settings'";

/** The texts of faults behind a proxy: n8n connects only to the proxy, so these faults are about it. */
const PROXY_TEXTS: Partial<typeof TEXTS> = {
	refused: {
		help: 'proxy-unreachable',
		headline: (message) => `The proxy refused the connection${at(message)}`,
		remedy: `${CHECK_PROXY}, and that the proxy is running.`,
	},
	unknownHost: {
		help: 'proxy-unreachable',
		headline: (message) => `Proxy not found${at(message)}`,
		remedy: `${CHECK_PROXY}.`,
	},
	unreachable: {
		help: 'proxy-unreachable',
		headline: (message) => `The proxy cannot be reached${at(message)}`,
		remedy: `${CHECK_PROXY}.`,
	},
};

/** Hints that depend on the name of the host, if n8n could not connect to it. */
const HOST_HINTS: Array<{ host: RegExp; hint: string }> = [
	{
		host: /^(?:localhost|127\.\d+\.\d+\.\d+|::1)(?::\d+)?$/i,
		hint: 'If n8n runs in a container, localhost is that container: use a name that it can reach, such as host.docker.internal.',
	},
	{
		host: /^(?!localhost\b)[a-z][^.:]*(?::\d+)?$/i,
		hint: "If this is a container's name, n8n must be in the same Docker network.",
	},
	{
		host: /_/,
		hint: 'Many servers refuse a host name with an underscore: give the container another name.',
	},
];

/**
 * The headline and the remedy of a fault, and the section of the docs that explains it.
 *
 * @param baseUrl the Base URL that was used; blank if it is not known
 */
export function describeFault(
	{ kind, message, advice }: Fault,
	proxied = false,
	baseUrl = '',
): { headline: string; remedy: string; help: HelpTopic } {
	const { headline, remedy, help } = (proxied && PROXY_TEXTS[kind]) || TEXTS[kind];
	const hints = HOST_HINTS.filter(({ host }) => host.test(addressIn(message)));
	const more = kind === 'blocked' ? [advice] : hints.map(({ hint }) => hint);
	const texts = [otherName(kind, message, baseUrl), remedy, withoutHttps(kind, baseUrl)];
	const known = [...texts, ...(proxied ? [] : more)].filter((text) => text !== '');
	return { headline: headline(message), remedy: known.join(' '), help };
}

/** Proposes http:// for a service without HTTPS. */
function withoutHttps(kind: FaultKind, baseUrl: string): string {
	const proposal = baseUrl.replace(/^https:/i, 'http:');
	const isProposed = kind === 'noHttps' && proposedBaseUrl(baseUrl, proposal, false);
	return isProposed ? 'Use http:// if the service has no HTTPS.' : '';
}

/** Proposes the name in a certificate if Base URL has another one. */
function otherName(kind: FaultKind, message: string, baseUrl: string): string {
	const [, listed = ''] = message.split(/in the cert's altnames:|not cert's CN:/);
	const names = listed.split(/[^\w.*-]+/).filter((word) => /\w\.\w/.test(word));
	const name = names.find((each) => !each.includes('*')) ?? names[0];
	if (kind !== 'untrusted' || !name) return '';
	const { port = '' } = urlOf(baseUrl) ?? {};
	const proposal = `https://${name}${port === '' ? '' : `:${port}`}`;
	if (name.includes('*')) return `The certificate is for ${name}: enter such a name in 'Base URL'.`;
	if (!proposedBaseUrl(baseUrl, proposal, false)) return '';
	return `If ${name} is the service, enter ${proposal} as 'Base URL' in the credential.`;
}

function at(message: string): string {
	const address = addressIn(message);
	return address === '' ? '' : `: ${address}`;
}

/** The address in an error message, such as `127.0.0.1:3000` or a host name. */
function addressIn(message: string): string {
	return /\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|E\w+UNREACH) (\S+)/.exec(message)?.[1] ?? '';
}
