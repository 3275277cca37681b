import { Expression } from 'n8n-workflow';

// Starts the expression engine as n8n does, with the defaults of `@n8n/config`. Without it, n8n's engine evaluates
// expressions in the old way, which n8n itself no longer does.
beforeAll(async () => {
	await Expression.initExpressionEngine({
		engine: 'vm',
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
		poolSize: 1,
		maxCodeCacheSize: 1024,
	});
	expect(Expression.getActiveImplementation()).toBe('vm');
});

afterAll(async () => await Expression.disposeExpressionEngine());
