import { isObject } from '../input/values';

/** Kinds of faults, told apart by what the user can do about them. */
export type FaultKind =
	| 'refused'
	| 'unknownHost'
	| 'unreachable'
	| 'untrusted'
	| 'noHttps'
	| 'timeout'
	| 'lost'
	| 'cancelled'
	| 'lostFile'
	| 'blocked'
	| 'unsendable';

/** Error codes of Node.js and axios. Certificate codes are too many to list: see `kindOfCode`. */
const KINDS: Record<string, FaultKind> = {
	ECONNREFUSED: 'refused',
	ENOTFOUND: 'unknownHost',
	EAI_AGAIN: 'unreachable',
	EHOSTUNREACH: 'unreachable',
	ENETUNREACH: 'unreachable',
	EHOSTDOWN: 'unreachable',
	ECONNABORTED: 'timeout',
	ETIMEDOUT: 'timeout',
	ESOCKETTIMEDOUT: 'timeout',
	ECONNRESET: 'lost',
	EPIPE: 'lost',
	ERR_BAD_RESPONSE: 'lost',
	ERR_CANCELED: 'cancelled',
	EPROTO: 'noHttps',
};

const CERTIFICATE_CODE = /CERT|SSL|TLS|SIGNATURE|ISSUER/;
/** TLS errors of a connection that had been established: the request may have been read. */
const BROKEN_CODE = /^ERR_SSL_(?!.*(?:CERT|HANDSHAKE))/;
/** Messages about a connection that had been established, and about one that had not. */
const BROKEN = /^(?:read|write) E(?!PROTO)/;
const UNMADE = /^(?:connect|getaddrinfo) |^Proxy connection ended|before secure TLS/;

/** The request never reached the service. */
const UNSENT: FaultKind[] = [
	'refused',
	'unknownHost',
	'unreachable',
	'untrusted',
	'noHttps',
	'lostFile',
	'blocked',
	'unsendable',
];

/** Faults that may be over in a moment. */
const PASSING: FaultKind[] = ['refused', 'unreachable', 'timeout', 'lost'];

/** What kept a response from arriving. It keeps nothing of the request, which carries the token. */
export class Fault {
	readonly kind: FaultKind;
	/** Whether the service may have read the request and acted on it. */
	readonly sent: boolean;
	/** Whether another attempt may succeed. */
	readonly passing: boolean;
	/** The message of the lowest layer, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
	readonly words: string;
	/** What n8n advises about it, if it does; blank otherwise. */
	readonly advice: string;

	/**
	 * @param error thrown by n8n's HTTP client
	 * @param kind if the error doesn't tell it
	 */
	constructor(error: unknown, kind?: FaultKind) {
		const causes = causesOf(error);
		this.words = wordsOf(causes);
		this.advice = adviceOf(causes);
		this.kind = kind ?? kindOf(causes, this.words);
		this.sent = !UNSENT.includes(this.kind);
		this.passing = PASSING.includes(this.kind);
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

function kindOf(causes: Array<Record<string, unknown>>, words: string): FaultKind {
	// Older n8n versions keep the code only as `httpCode`, and the message in `messages`.
	const codes = causes
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.filter((code) => typeof code === 'string');
	const known = codes.map(kindOfCode).find((kind) => kind !== undefined);
	if (causes.some(isBlockedByN8n)) return 'blocked';
	if (BROKEN.test(words)) return 'lost';
	if (UNMADE.test(words)) return known && UNSENT.includes(known) ? known : 'unreachable';
	// Every network error has a code. An error without one was thrown before anything was sent.
	return known ?? (codes.length === 0 ? 'unsendable' : 'lost');
}

function kindOfCode(code: string): FaultKind | undefined {
	if (KINDS[code]) return KINDS[code];
	if (BROKEN_CODE.test(code)) return 'lost';
	return CERTIFICATE_CODE.test(code) ? 'untrusted' : undefined;
}

/** n8n's protection against requests to internal addresses (SSRF). */
function isBlockedByN8n({ name }: Record<string, unknown>): boolean {
	return typeof name === 'string' && name.startsWith('SsrfBlocked');
}

function adviceOf(causes: Array<Record<string, unknown>>): string {
	const { description } = causes[causes.length - 1] ?? {};
	return typeof description === 'string' ? description : '';
}

function wordsOf(causes: Array<Record<string, unknown>>): string {
	const innermost = causes[causes.length - 1] ?? {};
	const said = Array.isArray(innermost.messages) ? innermost.messages : [];
	const words: unknown = said[0] ?? innermost.message;
	return typeof words === 'string' ? words : '';
}
