import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../commandError';
import type { DemoOptions } from './demo';

function accountId(text: string): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('Enter the number of an account, such as 1.');
}

function readOptions(): DemoOptions {
	const command = new Command('npm run demo --')
		.description("Runs the example workflows on n8n's own engine, against a mock server.")
		.argument('[workflow]', 'workflow file to run (default: all examples)')
		.option('--base-url <url>', 'use a real service; set its token in CUSTOMER_CONVERSATION_TOKEN')
		.option('--account <id>', 'account ID', accountId, 1)
		.allowExcessArguments(false)
		.parse();
	const options = { file: command.processedArgs[0] as string | undefined, ...command.opts() };
	return options as DemoOptions;
}

async function run(options: DemoOptions): Promise<void> {
	// Loading takes a while, and wrong arguments should be reported at once.
	const { runDemo } = await import('./demo');
	if (!(await runDemo(options))) process.exitCode = 1;
}

run(readOptions()).catch((error: Error) => {
	console.error(
		styleText('red', String(error instanceof CommandError ? error.message : error.stack), {
			stream: process.stderr,
		}),
	);
	process.exitCode = 1;
});
