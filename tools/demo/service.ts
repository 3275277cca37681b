import type { CredentialData } from '../engine';
import { spawnSandbox, type RequestCounts } from '../sandbox';
import type { DemoOptions } from './commandLine';

/** The service that the workflows of a demo work with. */
export interface Service {
	/** One line that says which one it is. */
	title: string;
	credentials: CredentialData;
	/** Makes it ready for the next workflow; a real service is left as it is. */
	refresh: () => Promise<void>;
	/** What was asked since then, where the service tells: the sandbox does. */
	counts: () => Promise<RequestCounts | undefined>;
	close: () => Promise<void>;
}

/** The real service of the options, or a new sandbox. */
export async function openService({ service, account, dialect }: DemoOptions): Promise<Service> {
	if (service) {
		return {
			title: `Service   ${service.baseUrl}, account ${account}`,
			credentials: credentialsFor(service.baseUrl, service.token, account),
			refresh: async () => undefined,
			counts: async () => undefined,
			close: async () => undefined,
		};
	}
	const sandbox = await spawnSandbox({ accountId: account, dialect });
	return {
		title: `Service   sandbox in the ${dialect} dialect, at ${sandbox.url}`,
		credentials: credentialsFor(sandbox.url, sandbox.tokens.administrator, account),
		refresh: sandbox.reset,
		counts: sandbox.counts,
		close: sandbox.close,
	};
}

function credentialsFor(baseUrl: string, apiAccessToken: string, account: number): CredentialData {
	return {
		customerConversationApi: {
			baseUrl,
			apiAccessToken,
			accountId: String(account),
			tokenHeader: 'api_access_token',
		},
	};
}
