import type { PlannedFault } from './faults/faults';
import type { RecordedRequest, RequestCounts } from './recorder';
import type { DialectName, LiveSettings } from './settings';

/** Watches and steers a sandbox in another process; every call throws where it is refused. */
export interface SandboxClient {
	readonly url: string;
	/** The latest requests, oldest first; only those for one operation where it is named. */
	requests(operation?: string): Promise<RecordedRequest[]>;
	counts(): Promise<RequestCounts>;
	setFault(fault: PlannedFault | null): Promise<void>;
	addFault(fault: PlannedFault): Promise<void>;
	setDialect(dialect: DialectName): Promise<void>;
	configure(changes: Partial<LiveSettings>): Promise<void>;
	clearRequests(): Promise<void>;
	reset(): Promise<void>;
}

/** A client for the control surface of the sandbox at `url`. */
export function connectSandbox(url: string): SandboxClient {
	const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
		const response = await fetch(`${url}/sandbox${path}`, {
			method,
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const answer = await response.text();
		if (response.ok) return answer;
		const { error } = JSON.parse(answer) as { error: string };
		throw new Error(`${method} ${path}: ${error}`);
	};
	const read = async <T>(path: string): Promise<T> => JSON.parse(await ask('GET', path)) as T;
	const tell = async (method: string, path: string, body?: unknown): Promise<void> => {
		await ask(method, path, body);
	};

	return {
		url,
		requests: (operation) => read(operation ? `/requests?operation=${operation}` : '/requests'),
		counts: () => read('/counts'),
		setFault: (fault) => tell('PUT', '/faults', fault ?? []),
		addFault: (fault) => tell('POST', '/faults', fault),
		setDialect: (dialect) => tell('PUT', '/settings', { dialect }),
		configure: (changes) => tell('PUT', '/settings', changes),
		clearRequests: () => tell('DELETE', '/requests'),
		reset: () => tell('POST', '/reset'),
	};
}
