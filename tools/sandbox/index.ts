import type { AddressInfo } from 'node:net';
import { Core } from './core';
import { loadEndpoints } from './endpoints';
import type { PlannedFault } from './faults/faults';
import type { RecordedRequest, RequestCounts } from './recorder';
import { buildServer } from './http/server';
import {
	settingsFrom,
	type DialectName,
	type LiveSettings,
	type SandboxOptions,
	type Tokens,
} from './settings';
import type { State } from './seed';

export { spawnSandbox, type SpawnedSandbox, type SpawnOptions } from './spawn';
export type { PlannedFault } from './faults/faults';
export { FAULT_NAMES } from './faults/faults';
export { CONTRACT_OPERATIONS } from './operations';
export type { RecordedRequest, RequestCounts } from './recorder';
export type { DialectName, OperationName, SandboxOptions } from './settings';
export { DIALECT_NAMES } from './settings';
export type { State } from './seed';

/** A running stand-in of the service. */
export interface Sandbox {
	/** The Base URL, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	readonly accountId: number;
	readonly tokens: Tokens;
	/** The latest requests (20,000 unless told), oldest first. */
	readonly requests: readonly RecordedRequest[];
	/** Exact counts over all requests, also those no longer kept. */
	readonly counts: RequestCounts;
	/** The records as they are now. */
	readonly state: State;
	/** Puts one fault in place of all before; null takes them all away. */
	setFault(fault: PlannedFault | null): void;
	/** Adds a fault to those before. */
	addFault(fault: PlannedFault): void;
	setDialect(dialect: DialectName): void;
	/** Changes dialect, latency, rate limit, capacity or page size from the next request on. */
	configure(changes: Partial<LiveSettings>): void;
	/** Forgets the requests recorded so far. */
	clearRequests(): void;
	/** Everything as it was at the start. */
	reset(): void;
	/** Stops at once; open connections are cut. */
	close(): Promise<void>;
}

const ANY_HOST = ['0.0.0.0', '::'];

/**
 * Starts a sandbox: a stateful stand-in of the service that refuses what breaks
 * `api/openapi.yaml`. Throws where the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const settings = settingsFrom(options);
	const core = new Core(settings);
	const server = await buildServer(core, await loadEndpoints());
	await server.listen({ host: settings.host, port: settings.port });

	const { port } = server.server.address() as AddressInfo;
	const host = ANY_HOST.includes(settings.host) ? 'localhost' : settings.host;
	return {
		url: `${settings.tls ? 'https' : 'http'}://${host}:${port}`,
		port,
		accountId: settings.accountId,
		tokens: settings.tokens,
		get requests() {
			return core.recorder.requests;
		},
		get counts() {
			return core.recorder.counts;
		},
		get state() {
			return core.state;
		},
		setFault: (fault) => core.faults.replace(fault ? [fault] : []),
		addFault: (fault) => core.faults.add(fault),
		setDialect: (dialect) => core.configure({ dialect }),
		configure: (changes) => core.configure(changes),
		clearRequests: () => core.recorder.clear(),
		reset: () => core.reset(),
		close: () => server.close(),
	};
}
