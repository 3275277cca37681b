import type { Failure as DeclaredFailure } from 'n8n-workflow';

import type { Failure } from './failure';
import type { HelpTopic } from './helpTopics';

type ActionableCause = Exclude<DeclaredFailure, { retryAfterMs?: number }>['cause'];

/** What somebody has to mend before the operation can succeed, by the topic of a failure. */
const ACTIONABLE: Partial<Record<HelpTopic, ActionableCause>> = {
	'token-not-accepted': 'credential-invalid',
	'token-of-a-bot': 'credential-invalid',
	'account-suspended': 'credential-invalid',
	'host-not-found': 'configuration-invalid',
	'not-a-member-of-the-account': 'configuration-invalid',
	'not-allowed': 'configuration-invalid',
	'no-api-at-this-address': 'configuration-invalid',
	'record-not-found': 'configuration-invalid',
};

/** The cause of a failure as n8n 2.41 and newer understand it. Undefined if it is none of n8n's causes. */
export function declaredFailure(failure: Failure): DeclaredFailure | undefined {
	const { httpCode, isTransient, retryAfterMs, help } = failure;
	if (failure.cause !== undefined) return { cause: 'node-defect' };
	const wait = retryAfterMs > 0 ? { retryAfterMs } : {};
	if (httpCode === 429) return { cause: 'rate-limited', ...wait };
	if (isTransient) return { cause: 'temporarily-unavailable', ...wait };
	const cause = help && ACTIONABLE[help];
	return cause && { cause };
}
