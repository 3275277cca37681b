import { startSandbox, type SandboxOptions } from '../sandbox';

process.once('disconnect', () => process.exit());

/** Starts a mock server with the options in the first argument, and sends its URL to the parent. */
void startSandbox(JSON.parse(process.argv[2]) as SandboxOptions).then(({ url }) =>
	process.send?.(url),
);
