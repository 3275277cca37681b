import type { Traits } from './dialect';
import type { OperationName } from './operations';
import { refusal } from './refusal';
import type { Caller, State } from './state';

/** Both spellings are one header to servers of the family. */
const TOKEN_HEADERS = ['api_access_token', 'api-access-token'];

/** Contract 5.4: these need the token of an agent or an administrator. */
const FOR_USERS_ONLY: ReadonlySet<OperationName> = new Set<OperationName>([
	'messagingFlowCreate',
	'appointmentReschedule',
	'appointmentComplete',
	'outboundReportGetByTemplate',
	'catalogPushToPartner',
]);

function tokenFrom(headers: Record<string, string | string[] | undefined>): string | undefined {
	return TOKEN_HEADERS.map((name) => headers[name])
		.flat()
		.find((value) => value !== undefined && value !== '');
}

/** Who calls. Throws a `Refusal` where no token or an unknown one came, or the account isn't theirs. */
export function identify(
	state: State,
	headers: Record<string, string | string[] | undefined>,
	accountId: number,
): Caller {
	const token = tokenFrom(headers);
	if (token === undefined) throw refusal('tokenMissing', 'The header api_access_token is missing');
	const caller = state.callers.get(token);
	if (!caller) throw refusal('tokenUnknown', 'Invalid Access Token');

	const isKnown = accountId === state.accountId || accountId === state.foreignAccountId;
	if (!isKnown) throw refusal('accountUnknown', `Account ${accountId} could not be found`);
	if (accountId === state.foreignAccountId || caller.role === 'outsider') {
		throw refusal('accountForbidden', 'You are not authorized to access this account');
	}
	return caller;
}

/** Throws a `Refusal` where the caller's role is too low for the operation. */
export function authorize(caller: Caller, operation: OperationName, traits: Traits): void {
	if (caller.role === 'bot' && FOR_USERS_ONLY.has(operation)) {
		throw refusal('botForbidden', 'Access to this endpoint is not authorized for bots');
	}
	if (caller.role !== 'administrator' && traits.administratorOnly.has(operation)) {
		throw refusal('roleForbidden', 'You are not authorized to do this action');
	}
}
