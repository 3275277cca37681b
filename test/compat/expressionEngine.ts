import { Expression } from 'n8n-workflow';

import { type ExpressionEngine, startExpressionEngine } from '../../tools/engine/expressionEngine';

const engine = process.env.COMPAT_EXPRESSION_ENGINE as ExpressionEngine;

// Without it, n8n's engine evaluates expressions in the old way, which n8n itself no longer does.
beforeAll(async () => {
	await startExpressionEngine(engine);
	expect(Expression.getActiveImplementation()).toBe(engine);
});

afterAll(async () => await Expression.disposeExpressionEngine());
