import { startSandbox } from '.';
import type { SandboxOptions } from './settings';
import type { ChildMessage } from './spawn';

process.once('disconnect', () => process.exit());

/** The other side of `spawnSandbox`: one sandbox with the options in the first argument. */
void startSandbox(JSON.parse(process.argv[2]) as SandboxOptions)
	.then(({ url }): ChildMessage => ({ url }))
	.catch((error: Error): ChildMessage => ({ error: error.message }))
	.then((message) => process.send?.(message));
