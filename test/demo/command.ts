import { execFile } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');

/** What a command printed, and how it ended. */
export interface Ending {
	code: number;
	stdout: string;
	stderr: string;
}

/**
 * Runs the demo in a process of its own, as `npm run demo --` does after the build. Jest asks its
 * children for colours where it has a terminal: that is taken back.
 */
export async function demo(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ending> {
	const command = [require.resolve('tsx/cli'), path.join('tools/demo/main.ts'), ...args];
	return await new Promise((resolve) => {
		const child = execFile(
			process.execPath,
			command,
			{ cwd: ROOT, env: { ...process.env, FORCE_COLOR: undefined, ...env } },
			(_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
		);
	});
}
