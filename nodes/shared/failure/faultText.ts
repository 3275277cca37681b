import { isUnavailable, meaningOf } from '../transport/attempt';
import type { Fault, FaultKind } from '../transport/fault';
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
	credentialChanged: {
		help: 'credential-changed',
		headline: 'The credential changed while this item was under way',
		remedy:
			'The next request would have gone to another account or host, so it was not sent. Check the credential before you run this item again.',
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
