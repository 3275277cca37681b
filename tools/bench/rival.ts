import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGES } from './places';

/**
 * Loads a module of the benchmark's own packages. The main install does not have them, so their
 * types are the caller's to state.
 */
export function requireRival<T>(module: string): T {
	return createRequire(join(PACKAGES, 'package.json'))(module) as T;
}
