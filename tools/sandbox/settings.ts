/** The name of an operation of the contract (its `operationId`), or of a list outside it. */
export type OperationName = string;

export type DialectName = 'documented' | 'upstream';

export const DIALECT_NAMES: readonly DialectName[] = ['documented', 'upstream'];

/** So many requests are let through in each window; windows are aligned to the clock. */
export interface RateLimit {
	requests: number;
	windowMs: number;
	/** Counts and refuses only requests for this operation. */
	operation?: OperationName;
	/** Whether a refusal says when to come back. Left out, the documented dialect does. */
	retryAfter?: boolean;
}

/** How many requests are served at a time, for how long each, and how many may wait. */
export interface Capacity {
	concurrent: number;
	serviceMs: number;
	queue: number;
}

/** API access tokens by who they belong to. `outsider` is a user of no account here. */
export interface Tokens {
	administrator: string;
	agent: string;
	bot: string;
	outsider: string;
}

/** What can be changed while the sandbox runs. */
export interface LiveSettings {
	dialect: DialectName;
	/** Added before each answer, in milliseconds. */
	latencyMs: number;
	rateLimit: RateLimit | null;
	capacity: Capacity | null;
	/** How many records a page of a list holds. */
	pageSize: number;
}

/** The names of what can be changed while the sandbox runs. */
export const LIVE_SETTINGS = ['dialect', 'latencyMs', 'rateLimit', 'capacity', 'pageSize'] as const;

export interface SandboxSettings extends LiveSettings {
	host: string;
	/** 0 takes any free port. */
	port: number;
	accountId: number;
	tokens: Tokens;
	/** How many resolved contacts to begin with. */
	contacts: number;
	labels: number;
	/** How many pending appointments to begin with. */
	appointments: number;
	/** How many of the latest requests to keep; all are counted. */
	recordLimit: number;
	/** Serve HTTPS with the self-signed test certificate in `sandbox/tls`. */
	tls: boolean;
	/** Receives one line for each request; null for none. */
	log: ((line: string) => void) | null;
	/** Milliseconds since 1970; gives new records their times, and answers their `Date`. */
	now: () => number;
}

/** What `startSandbox` takes; all of it is optional. `token` is the administrator's. */
export type SandboxOptions = Partial<Omit<SandboxSettings, 'tokens'>> & { token?: string };

const DEFAULT_TOKEN = 'sandbox-token';

/** The options with what was left out filled in. */
export function settingsFrom({
	token = DEFAULT_TOKEN,
	...options
}: SandboxOptions): SandboxSettings {
	return {
		dialect: 'documented',
		latencyMs: 0,
		rateLimit: null,
		capacity: null,
		host: '127.0.0.1',
		port: 0,
		accountId: 1,
		contacts: 60,
		labels: 7,
		appointments: 12,
		pageSize: 15,
		recordLimit: 20_000,
		tls: false,
		log: null,
		now: Date.now,
		...options,
		tokens: {
			administrator: token,
			agent: `${token}-agent`,
			bot: `${token}-bot`,
			outsider: `${token}-outsider`,
		},
	};
}
