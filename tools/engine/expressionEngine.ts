import { Expression } from 'n8n-workflow';

/**
 * What evaluates expressions: the old way in the process; `vm`, n8n's default since 2.40, which needs Node.js 24; or
 * `quickjs`, which an owner of n8n can choose instead.
 */
export type ExpressionEngine = 'legacy' | 'vm' | 'quickjs';

/** Starts the engine as n8n does, with the defaults of `@n8n/config`. */
export async function startExpressionEngine(engine: ExpressionEngine): Promise<void> {
	await Expression.initExpressionEngine({
		engine,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
		poolSize: 1,
		maxCodeCacheSize: 1024,
	});
}
