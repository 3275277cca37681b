import type { Fault, FaultKind } from '../http/fault';
import type { Outcome } from '../http/outcome';
import { Failure } from '../response/failure';
import type { Topic } from '../topics';

const PROXY = 'If this is the address of a proxy, check the proxy.';

/** The text of a request without a response. */
const FAULT_TEXTS: Record<
	FaultKind,
	{
		topic: Topic;
		/** The address in the message of the fault follows, if there is one. */
		headline: string;
		/** Set if the message itself follows. */
		quotesFault?: true;
		remedy?: string;
		/** Sentences about rarer causes, which a long message leaves out. */
		optional?: string[];
	}
> = {
	refused: {
		topic: 'Connection refused',
		headline: 'The connection was refused',
		remedy: "Check that the service is running and that 'Base URL' has the right host and port.",
		optional: [PROXY],
	},
	unknownHost: {
		topic: 'Host not found',
		headline: 'Host not found',
		remedy:
			"The service may be restarting. If it is not, check 'Base URL' in the credential, or the proxy of n8n, for a typing mistake.",
	},
	unreachable: {
		topic: 'Service unreachable',
		headline: 'The host cannot be reached',
		remedy: "Check the network of n8n's host.",
		optional: [PROXY],
	},
	untrusted: {
		topic: 'Certificate not trusted',
		headline: 'The certificate of the service is not trusted',
		quotesFault: true,
		remedy:
			"Give the service a valid certificate. If you trust this one, turn on 'Ignore SSL Issues' under 'Request Options' in 'Settings'.",
	},
	noHttps: {
		topic: 'No HTTPS',
		headline: 'There is no HTTPS at this address',
		remedy: "Check the port in 'Base URL', or start it with http:// if the service has no HTTPS.",
	},
	notHttp: {
		topic: 'No HTTP response',
		headline: 'The response is not HTTP',
		remedy:
			"Check the scheme and the port in 'Base URL': another program may use this port, or it may need https://.",
	},
	timeout: {
		topic: 'No response in time',
		headline: 'The service did not respond in time',
		optional: ["If it needs more time, raise 'Timeout' under 'Request Options' in 'Settings'."],
	},
	disconnected: {
		topic: 'Connection lost',
		headline: 'The connection was lost before the service responded',
		optional: ['If it happens each time, look at the proxies between n8n and the service.'],
	},
	cancelled: {
		topic: 'Execution cancelled',
		headline: 'The execution was cancelled',
		remedy: 'Run the workflow again.',
	},
	credentialChanged: {
		topic: 'Credential changed',
		headline: 'The credential changed while this item was under way',
		remedy:
			'The next request would have gone to another account or host, so it was not sent. Check the credential before you run this item again.',
	},
	unreadableFile: {
		topic: 'File not readable',
		headline: 'The file to send cannot be read',
		quotesFault: true,
		remedy: 'Nothing was sent. Run the node that provides the file again.',
	},
	unsendable: {
		topic: 'Request not sent',
		headline: '',
		quotesFault: true,
		remedy: 'Nothing was sent.',
	},
};

const LOCALHOST = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)(?::\d+)?$/i;
const CONTAINER =
	'In a container, localhost is the container itself: use a name such as host.docker.internal.';

/**
 * The failure of a request that got no response.
 *
 * @param hasResponded whether the service has responded to this run, so that the address is right
 */
export function describeFault(
	{ kind, message, advice }: Fault,
	{ isUnclear, isTransient }: Outcome,
	hasResponded = false,
): Failure {
	const { topic, headline, quotesFault, remedy = '', optional = [] } = FAULT_TEXTS[kind];
	const address = /^(?:connect|getaddrinfo) \w+ (\S+)/.exec(message)?.[1] ?? '';
	// Newer Node.js versions append a hint for developers after a semicolon.
	const [reason] = message.split('; ');
	const text = [headline, quotesFault ? reason : address].filter(Boolean).join(': ');
	const more = LOCALHOST.test(address) && !hasResponded ? CONTAINER : advice;
	return new Failure(text || 'The request could not be made', `${remedy} ${more}`.trim(), {
		isUnclear,
		isTransient,
		optional,
		topic,
	});
}
