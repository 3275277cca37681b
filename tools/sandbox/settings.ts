/** The name of an operation of the contract (its `operationId`), or of a list outside it. */
export type OperationName = string;

export type DialectName = 'documented' | 'upstream';

export const DIALECT_NAMES: readonly DialectName[] = ['documented', 'upstream'];

/** So many requests are let through in each window; windows are aligned to the clock. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** How many requests are served at a time, for how long each, and how many may wait. */
export interface Capacity {
	concurrent: number;
	serviceMs: number;
	queue: number;
}

/** What can be changed while the sandbox runs. */
export interface LiveSettings {
	dialect: DialectName;
	/** Added before each answer, in milliseconds. */
	latencyMs: number;
	rateLimit: RateLimit | null;
	capacity: Capacity | null;
}

export interface SandboxSettings extends LiveSettings {
	/** 0 takes any free port. */
	port: number;
	accountId: number;
	tokens: Tokens;
	/** How many resolved contacts to begin with. */
	contacts: number;
	labels: number;
	/** Serve HTTPS with the self-signed test certificate in `tls/`. */
	tls: boolean;
	/** Receives one line for each request; null for none. */
	log: ((line: string) => void) | null;
	/** Milliseconds since 1970; gives new records their times, and answers their `Date`. */
	now: () => number;
}

/** What `startSandbox` takes; all of it is optional. `token` is the administrator's. */
export type SandboxOptions = Partial<Omit<SandboxSettings, 'tokens'>> & { token?: string };

/** API access tokens by who they belong to. `outsider` is a user of no account here. */
export type Tokens = ReturnType<typeof tokensOf>;

/** The tokens that a sandbox knows when that of the administrator is `administrator`. */
export function tokensOf(administrator = 'sandbox-token') {
	return {
		administrator,
		agent: `${administrator}-agent`,
		bot: `${administrator}-bot`,
		outsider: `${administrator}-outsider`,
	};
}

/** The options with what was left out filled in. */
export function settingsFrom({ token, ...options }: SandboxOptions): SandboxSettings {
	return {
		dialect: 'documented',
		latencyMs: 0,
		rateLimit: null,
		capacity: null,
		port: 0,
		accountId: 1,
		contacts: 60,
		labels: 7,
		tls: false,
		log: null,
		now: Date.now,
		...options,
		tokens: tokensOf(token),
	};
}
