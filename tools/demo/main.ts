import { styleText } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../commandError';
import type { DemoOptions } from './demo';

function accountId(text: string): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be the number of an account, such as 1.');
}

function readOptions(): DemoOptions {
	const command = new Command('npm run demo --')
		.description("Runs example workflows on n8n's own engine, against a sandbox of the service.")
		.argument('[workflow]', 'one workflow file to run; left out, all examples')
		.option('--base-url <url>', 'a real service; its token in CUSTOMER_CONVERSATION_TOKEN')
		.option('--account <id>', 'the account to work in', accountId, 1)
		.allowExcessArguments(false)
		.parse();
	const options = { file: command.processedArgs[0] as string | undefined, ...command.opts() };
	return options as DemoOptions;
}

async function run(options: DemoOptions): Promise<void> {
	// Loaded only now, so that wrong arguments are answered at once.
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
