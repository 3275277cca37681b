/** The `operationId` of an operation, or the name of a list outside the contract. */
export type OperationName = string;

/**
 * How the mock server responds: as the contract says, as Chatwoot does, or as Chatwoot does with the
 * operations that it lacks as the public API description of Voxys Connect has them.
 */
export type DialectName = 'documented' | 'upstream' | 'voxys';

export const DIALECT_NAMES: readonly DialectName[] = ['documented', 'upstream', 'voxys'];

/** The number of requests allowed per time window. Windows are aligned to the clock. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** How many requests are served at the same time, and how long each takes. */
interface Capacity {
	concurrent: number;
	serviceMs: number;
}

/** Settings that can be changed while the mock server runs. */
export interface LiveSettings {
	dialect: DialectName;
	/** Delay of each response, in milliseconds. */
	latencyMs: number;
	rateLimit: RateLimit | null;
	capacity: Capacity | null;
}

export interface SandboxSettings extends LiveSettings {
	/** 0 picks a free port. */
	port: number;
	accountId: number;
	tokens: Tokens;
	/** Number of resolved contacts at the start. */
	contacts: number;
	labels: number;
	/** Whether to serve HTTPS with the self-signed test certificate in `tls/`. */
	tls: boolean;
	/** Receives one line for each request, if set. */
	log: ((line: string) => void) | null;
	/**
	 * The clock for records and `Date` headers, in milliseconds since 1970. The seeded records are dated
	 * relative to it.
	 */
	now: () => number;
}

/**
 * Monday, 2026-03-02, 09:00 UTC. By default the mock server's clock stands still at this time, so that
 * tests, docs and pictures don't change by themselves. For people it runs with `now: Date.now`.
 */
const FIXED_NOW = Date.UTC(2026, 2, 2, 9);

/** Options of `startSandbox`. `token` is the administrator's. */
export type SandboxOptions = Partial<Omit<SandboxSettings, 'tokens'>> & { token?: string };

/** API access tokens by owner. `outsider` is a user who isn't a member of the account. */
export type Tokens = ReturnType<typeof tokensOf>;

/** The tokens of a mock server, derived from the administrator's. */
export function tokensOf(administrator = 'sandbox-token') {
	return {
		administrator,
		agent: `${administrator}-agent`,
		bot: `${administrator}-bot`,
		outsider: `${administrator}-outsider`,
	};
}

/** Fills in the defaults. */
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
		now: () => FIXED_NOW,
		...options,
		tokens: tokensOf(token),
	};
}
