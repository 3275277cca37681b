import { isObject } from '../input/values';

/** What kept an answer from arriving, told apart by what the user can do about it. */
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

/** Node's and axios's codes by kind. Certificate codes are known by their words: see kindOf. */
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
/** What TLS says of a connection that had been made: the request may have been read. */
const BROKEN_CODE = /^ERR_SSL_(?!.*(?:CERT|HANDSHAKE))/;
/** The same in words, and of one that had not. */
const BROKEN = /^(?:read|write) E(?!PROTO)/;
const UNMADE = /^(?:connect|getaddrinfo) |^Proxy connection ended|before secure TLS/;

/** In these cases the request never reached the service, whatever it asks for. */
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

/** These may be over in a moment. */
const PASSING: FaultKind[] = ['refused', 'unreachable', 'timeout', 'lost'];

/** A request without an answer. Keeps nothing of the request, for that carries the token. */
export class Fault {
	readonly kind: FaultKind;
	/** Whether the service may have read the request, and acted on it. */
	readonly sent: boolean;
	/** Whether another attempt may find it over. */
	readonly passing: boolean;
	/** What the lower layers said, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
	readonly words: string;
	/** What n8n advises about it, if it does; blank otherwise. */
	readonly advice: string;

	/**
	 * @param error what the engine's request layer threw
	 * @param kind left out, it is told by the error
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

/** The error and what it wraps, outermost first. */
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
	// Older engines keep the code of a fault as httpCode only, and its words in messages.
	const codes = causes
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.filter((code) => typeof code === 'string');
	const known = codes.map(kindOfCode).find((kind) => kind !== undefined);
	if (causes.some(isBlockedByN8n)) return 'blocked';
	if (BROKEN.test(words)) return 'lost';
	if (UNMADE.test(words)) return known && UNSENT.includes(known) ? known : 'unreachable';
	// The request layer gives each fault of the network a code; without one the request was not made.
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
