import { Expression } from 'n8n-workflow';

import { startExpressionEngine } from '../../tools/engine/expressionEngine';

// Without it, n8n's engine evaluates expressions in the old way, which n8n itself no longer does.
beforeAll(async () => {
	await startExpressionEngine('vm');
	expect(Expression.getActiveImplementation()).toBe('vm');
});

afterAll(async () => await Expression.disposeExpressionEngine());
