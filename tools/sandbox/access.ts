import type { Operation } from './operation';
import { rejection } from './rejection';
import type { Caller, State } from './seed';

export type Headers = Record<string, string | string[] | undefined>;

/**
 * Identifies the caller by the token.
 *
 * @throws Rejection if the token is missing or unknown, or doesn't give access to the account
 */
export function identify(state: State, headers: Headers, accountId: number): Caller {
	// Servers of the Chatwoot family accept both spellings.
	const [token] = [headers.api_access_token || headers['api-access-token'] || []].flat();
	if (!token) throw rejection('tokenMissing', 'The header api_access_token is missing');
	const caller = state.callers.get(token);
	if (!caller) throw rejection('tokenUnknown', 'Invalid Access Token');

	if (accountId !== state.accountId) {
		throw rejection('accountUnknown', `Account ${accountId} could not be found`);
	}
	if (caller.role === 'outsider') {
		throw rejection('accountForbidden', 'You are not authorized to access this account');
	}
	return caller;
}

/** @throws Rejection if the caller's role doesn't allow the operation */
export function authorize({ role }: Caller, operation: Operation, upstream: boolean): void {
	// Upstream lets bots use only a few endpoints, none of which the contract has.
	if (role === 'bot' && (upstream || operation.forUsersOnly)) {
		throw rejection('botForbidden', 'Access to this endpoint is not authorized for bots');
	}
	if (role !== 'administrator' && upstream && operation.upstreamForAdministrators) {
		throw rejection('roleForbidden', 'You are not authorized to do this action');
	}
}
