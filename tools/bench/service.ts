import type { CredentialData } from '../engine';
import { spawnSandbox, type SpawnedSandbox, type SpawnOptions } from '../sandbox';

/** A service in a process of its own, and the credential to reach it with. */
export interface Service extends SpawnedSandbox {
	readonly credentials: CredentialData;
	/** Address of the account: all endpoints of the contract's version 1 are below it. */
	readonly account: string;
}

/** Starts a service with these records; it keeps no more than the latest requests. */
export async function startService(options: SpawnOptions): Promise<Service> {
	const sandbox = await spawnSandbox({ recordLimit: 100, ...options });
	return { ...sandbox, ...reachedAt(sandbox.url, 1, sandbox.tokens.administrator) };
}

/** How a process that did not start the service reaches it. */
export function reachedAt(
	url: string,
	accountId: number,
	token: string,
): Pick<Service, 'credentials' | 'account'> {
	return {
		account: `${url}/api/v1/accounts/${accountId}`,
		credentials: {
			customerConversationApi: {
				baseUrl: url,
				apiAccessToken: token,
				accountId: String(accountId),
				tokenHeader: 'api_access_token',
			},
		},
	};
}
