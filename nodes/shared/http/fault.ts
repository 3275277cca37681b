import { isObject } from '../values';
import { type Outcome, OUTCOMES } from './outcome';

/**
 * What each kind of fault means, with its error codes of Node.js, axios and this package. The rules
 * for codes that are too many to list are below, and `failure/faults.ts` has the text of each kind.
 */
export const FAULTS = {
	refused: { codes: ['ECONNREFUSED'], outcome: OUTCOMES.unreached },
	// Docker forgets the name of a container while it restarts.
	unknownHost: { codes: ['ENOTFOUND'], outcome: OUTCOMES.unreached },
	unreachable: {
		codes: ['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
		outcome: OUTCOMES.unreached,
	},
	/** The certificate. */
	untrusted: { codes: [], outcome: OUTCOMES.unsent },
	noHttps: { codes: ['EPROTO'], outcome: OUTCOMES.unsent },
	notHttp: { codes: [], outcome: OUTCOMES.aborted },
	timeout: { codes: ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'], outcome: OUTCOMES.timedOut },
	disconnected: { codes: ['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE'], outcome: OUTCOMES.lost },
	cancelled: { codes: ['ERR_CANCELED'], outcome: OUTCOMES.aborted },
	/** Thrown before a request of an item is sent to another service or account than its first one. */
	credentialChanged: { codes: ['CREDENTIAL_CHANGED'], outcome: OUTCOMES.unsent },
	unreadableFile: { codes: [], outcome: OUTCOMES.unsent },
	/** An error before anything was sent. */
	unsendable: { codes: [], outcome: OUTCOMES.unsent },
} satisfies Record<string, { codes: string[]; outcome: Outcome }>;

export type FaultKind = keyof typeof FAULTS;

/** The kind of each error code in the table. */
const KINDS = new Map(
	Object.entries(FAULTS).flatMap(([kind, { codes }]) =>
		codes.map((code): [string, FaultKind] => [code, kind as FaultKind]),
	),
);

const CERTIFICATE_CODE = /CERT|SSL|TLS|SIGNATURE|ISSUER/;
/** TLS errors after the handshake: the service may have read the request. */
const BROKEN_CODE = /^ERR_SSL_(?!.*(?:CERT|HANDSHAKE))/;
/** Messages of errors after the connection was established: the service may have read the request. */
const BROKEN = /^(?:read|write) E(?!PROTO)/;
/** Messages of errors before the connection was established: nothing was sent. */
const NOT_CONNECTED = /^(?:connect|getaddrinfo) |^Proxy connection ended|before secure TLS/;

/** The kinds of faults that need a connection. */
const CONNECTED: FaultKind[] = ['timeout', 'disconnected', 'notHttp', 'cancelled'];

/** The reason why no response arrived. It keeps nothing of the request, which carries the token. */
export class Fault {
	readonly kind: FaultKind;
	/** The message of the lowest layer, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
	readonly message: string;
	/** n8n's own advice, such as for an address that n8n blocks, or an empty text. */
	readonly advice: string;

	/**
	 * @param error thrown by n8n's HTTP client
	 * @param kind overrides the kind that the error suggests
	 */
	constructor(error: unknown, kind?: FaultKind) {
		const causes = causesOf(error);
		const { message, messages, description } = causes.at(-1) ?? {};
		this.message = textOf(Array.isArray(messages) ? (messages[0] ?? message) : message);
		this.advice = textOf(description);
		this.kind = kind ?? kindOf(causes, this.message);
	}
}

/** The error and the errors that it wraps, outermost first. */
function causesOf(error: unknown): Array<Record<string, unknown>> {
	const causes: Array<Record<string, unknown>> = [];
	let current: unknown = error;
	while (isErrorLike(current) && !causes.includes(current) && causes.length < 5) {
		causes.push(current);
		const [first]: unknown[] = Array.isArray(current.errors) ? current.errors : [];
		current = current.cause ?? current.errorResponse ?? first;
	}
	return causes;
}

function isErrorLike(value: unknown): value is Record<string, unknown> {
	return value instanceof Error || isObject(value);
}

function kindOf(causes: Array<Record<string, unknown>>, message: string): FaultKind {
	// Older n8n versions keep the code only as `httpCode`, and the message in `messages`.
	const codes = causes
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.filter((code) => typeof code === 'string');
	const known = codes.map(kindOfCode).find((kind) => kind !== undefined);
	if (BROKEN.test(message)) return 'disconnected';
	if (NOT_CONNECTED.test(message))
		return known && !CONNECTED.includes(known) ? known : 'unreachable';
	// All network errors have a code, so an error without one was thrown before anything was sent.
	return known ?? (codes.length === 0 ? 'unsendable' : 'disconnected');
}

function kindOfCode(code: string): FaultKind | undefined {
	const kind = KINDS.get(code);
	if (kind) return kind;
	if (BROKEN_CODE.test(code)) return 'disconnected';
	// The parser of Node.js: the service may have acted on the request.
	if (code.startsWith('HPE_')) return 'notHttp';
	return CERTIFICATE_CODE.test(code) ? 'untrusted' : undefined;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
