import { spawn } from 'node:child_process';

export interface CommandResult {
	code: number;
	stdout: string;
	stderr: string;
}

/**
 * Runs a program to its end.
 * It ends with this process at the latest.
 * @returns exit code (127 if it could not be started) and all it printed
 */
export async function runCommand(
	program: string,
	args: string[],
	options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandResult> {
	return await new Promise((resolve) => {
		const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		const end = () => child.kill();
		process.once('exit', end);
		const result: CommandResult = { code: 127, stdout: '', stderr: '' };
		child.stdout.on('data', (chunk: Buffer) => (result.stdout += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (result.stderr += chunk.toString()));
		child.on('error', (error) => resolve({ ...result, stderr: error.message }));
		child.on('close', (code) => {
			process.off('exit', end);
			resolve({ ...result, code: code ?? 1 });
		});
	});
}
