import { startSandbox } from '.';
import type { SandboxOptions } from './settings';
import type { ChildMessage } from './spawn';

/** The other side of `spawnSandbox`: one sandbox with the options in the first argument. */
async function run(options: SandboxOptions): Promise<ChildMessage> {
	try {
		const { url } = await startSandbox(options);
		return { url };
	} catch (error) {
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

process.once('disconnect', () => process.exit());

void run(JSON.parse(process.argv[2]) as SandboxOptions).then((message) => process.send?.(message));
