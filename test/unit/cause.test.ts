import { ACTIONABLE_CAUSES, TIMED_CAUSES } from 'n8n-workflow';

import { deleteLabel } from '../../nodes/Label/operations/delete';
import { declaredFailure } from '../../nodes/shared/failure/cause';
import type { Failure } from '../../nodes/shared/failure/failure';
import { checkResponse } from '../../nodes/shared/failure/checkResponse';
import { answer, fault } from '../fixtures/answers';

it.each([
	[answer(429, '', { 'retry-after': '7' }), { cause: 'rate-limited', retryAfterMs: 7000 }],
	[answer(429), { cause: 'rate-limited' }],
	[answer(503), { cause: 'temporarily-unavailable' }],
	[fault('ECONNREFUSED'), { cause: 'temporarily-unavailable' }],
	[answer(401, { error: 'Invalid Access Token' }), { cause: 'credential-invalid' }],
	[answer(404, { error: 'Resource could not be found' }), { cause: 'configuration-invalid' }],
	[answer(422, { error: 'Not today' }), undefined],
	[answer(500), undefined],
])('declares the cause of %j as n8n understands it', (received, declared) => {
	const failure = declaredFailure(checkResponse(received, deleteLabel) as Failure);
	expect(failure).toEqual(declared);
	if (failure) expect([...TIMED_CAUSES, ...ACTIONABLE_CAUSES]).toContain(failure.cause);
});
