import { Core } from './core';
import { loadEndpoints } from './endpoints';
import { buildServer } from './http/server';
import { settingsFrom, type SandboxOptions } from './settings';

export type { PlannedFault } from './faults/faults';
export type { RecordedRequest, RequestCounts } from './recorder';
export { type DialectName, DIALECT_NAMES, type SandboxOptions, tokensOf } from './settings';

/** A running mock server. */
export type Sandbox = Core & {
	/** The Base URL, without a trailing slash. */
	readonly url: string;
	/** Stops at once and closes all connections. */
	close: () => Promise<void>;
};

/**
 * Starts a stateful mock server that refuses requests that break `api/openapi.yaml`.
 *
 * @throws if the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const core = new Core(settingsFrom(options));
	const server = await buildServer(core, await loadEndpoints());
	const url = await server.listen({ host: '127.0.0.1', port: core.settings.port });
	return Object.assign(core, { url, close: async () => await server.close() });
}
