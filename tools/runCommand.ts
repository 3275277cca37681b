import type { Command } from 'commander';

/** Runs a command with the arguments of the process. An error ends it with its message, without a stack trace. */
export async function runCommand(command: Command): Promise<void> {
	try {
		await command.parseAsync();
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
