import { styleText } from 'node:util';
import { Command } from 'commander';
import { CommandError } from '../commandError';

async function run(file?: string): Promise<void> {
	// Loading takes a while, and wrong arguments should be reported at once.
	const { runDemo } = await import('./demo');
	if (!(await runDemo(file))) process.exitCode = 1;
}

new Command('npm run demo --')
	.description("Runs the example workflows on n8n's own engine, against a mock server.")
	.argument('[workflow]', 'workflow file to run (default: all examples)')
	.action(async (file?: string) => await run(file))
	.allowExcessArguments(false)
	.parseAsync()
	.catch((error: Error) => {
		const text = String(error instanceof CommandError ? error.message : error.stack);
		console.error(styleText('red', text, { stream: process.stderr }));
		process.exitCode = 1;
	});
