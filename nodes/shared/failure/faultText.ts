import { MAX_WAIT_MS } from '../transport/retry';
import { Failure } from './failure';
import type { Fault, FaultKind } from '../transport/fault';

const TEXTS: Record<FaultKind, { headline: (words: string) => string; remedy: string }> = {
	refused: {
		headline: (said) => `The service refused the connection${at(said)}`,
		remedy: "Check that the service is running and that 'Base URL' has its host and port.",
	},
	unknownHost: {
		headline: (said) => `There is no host of this name${at(said)}`,
		remedy: "Check 'Base URL' in the credential, and that the machine of n8n can look up the name.",
	},
	unreachable: {
		headline: (said) => `The service cannot be reached${at(said)}`,
		remedy: 'Check the network of the machine that n8n runs on, or try again later.',
	},
	untrusted: {
		// Newer Nodes add a hint for those who start them.
		headline: (said) => `The certificate of the service is not trusted: ${said.split(';')[0]}`,
		remedy:
			"Give the service a valid certificate. If you trust it as it is, switch on 'Ignore SSL Issues' under 'Request Options' in 'Settings'.",
	},
	noHttps: {
		headline: () => 'There is no HTTPS at this address',
		remedy: "Check that 'Base URL' has its host and port, and http:// if the service has no HTTPS.",
	},
	timeout: {
		headline: () => 'The service did not answer in time',
		remedy: "Try again later, or raise 'Timeout' under 'Request Options' in 'Settings'.",
	},
	lost: {
		headline: () => 'The connection was lost before the service answered',
		remedy: 'Try again later.',
	},
	cancelled: {
		headline: () => 'The execution was cancelled',
		remedy: '',
	},
	lostFile: {
		headline: (said) => `The file to send cannot be read: ${said}`,
		remedy: 'Nothing was sent. Run the node that gives the file again.',
	},
	unsendable: {
		headline: (said) => said || 'The request could not be made',
		remedy: 'Nothing was sent. Correct the credential.',
	},
};

/**
 * What is said of a request that was not sent because the service refuses everything for now.
 *
 * @param closedMs for how long, in milliseconds
 */
export function unsentFailure(closedMs: number): Failure {
	return new Failure(
		'Not sent: the service refused the requests before this one',
		closedMs > MAX_WAIT_MS ? longWaitText(closedMs) : 'Run this item again later.',
	);
}

/** Says how long a service asks to wait where the node does not wait that long. */
export function longWaitText(askedMs: number): string {
	return `The service asks to wait ${inWords(askedMs)}. Run this item again after that time.`;
}

/** A time in words: `90 minutes` is more telling than `1 hour`, so units begin at two. */
function inWords(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	if (minutes < 120) return `${minutes} minutes`;
	const hours = Math.round(minutes / 60);
	return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/** With a proxy, these are its faults: it is the only one that is connected to. */
const PROXY_TEXTS: Partial<typeof TEXTS> = {
	refused: {
		headline: (said) => `The proxy refused the connection${at(said)}`,
		remedy: "Check 'Proxy' under 'Request Options' in 'Settings', and that the proxy is running.",
	},
	unknownHost: {
		headline: (said) => `There is no proxy of this name${at(said)}`,
		remedy: "Check 'Proxy' under 'Request Options' in 'Settings'.",
	},
	unreachable: {
		headline: (said) => `The proxy cannot be reached${at(said)}`,
		remedy: "Check 'Proxy' under 'Request Options' in 'Settings', or try again later.",
	},
};

/** What is said of a fault: what happened, and what to do next. */
export function faultText(
	{ kind, words }: Fault,
	proxied = false,
): { headline: string; remedy: string } {
	const { headline, remedy } = (proxied && PROXY_TEXTS[kind]) || TEXTS[kind];
	return { headline: headline(words), remedy };
}

/** The address that the low-level words name, such as `127.0.0.1:3000` or a host name. */
function at(said: string): string {
	const address = /(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|E\w+UNREACH) (\S+)/.exec(said)?.[1];
	return address ? `: ${address}` : '';
}
