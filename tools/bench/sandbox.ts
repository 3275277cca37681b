import { startSandbox, type SandboxOptions } from '../sandbox';

process.once('disconnect', () => process.exit());

/** Starts a sandbox with the options in the first argument, and says its URL. */
void startSandbox(JSON.parse(process.argv[2]) as SandboxOptions).then(({ url }) =>
	process.send?.(url),
);
