import { execFile, type ExecFileOptions } from 'node:child_process';

export interface CommandResult {
	code: number;
	stdout: string;
	stderr: string;
}

/**
 * Runs a program and waits until it exits. It is killed if this process exits first.
 *
 * @returns exit code (127 if the program couldn't be started) and output
 */
export async function runCommand(
	program: string,
	args: string[],
	options: ExecFileOptions = {},
): Promise<CommandResult> {
	return await new Promise((resolve) => {
		const all = { ...options, encoding: 'utf8' as const, maxBuffer: Infinity };
		const child = execFile(program, args, all, (error, stdout, stderr) => {
			process.off('exit', end);
			const code = typeof error?.code === 'number' ? error.code : 127;
			resolve({ code: error ? code : 0, stdout, stderr: stderr || (error?.message ?? '') });
		});
		const end = () => child.kill();
		process.once('exit', end);
	});
}
