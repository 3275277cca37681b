import { Command, InvalidArgumentError, Option } from 'commander';
import { DIALECT_NAMES, type DialectName } from '../sandbox';

/** What `npm run demo` was asked for. */
export interface DemoOptions {
	/** The one workflow to run; left out, all examples. */
	file?: string;
	account: number;
	dialect: DialectName;
	/** A real service; left out, the sandbox. */
	baseUrl?: string;
}

function accountId(text: string): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be the number of an account, such as 1.');
}

/**
 * Reads the arguments after the script's name.
 *
 * @throws CommanderError where they make no sense or help was asked for; its text has been printed
 */
export function optionsFrom(args: readonly string[]): DemoOptions {
	const command = new Command('npm run demo --')
		.description("Runs example workflows on n8n's own engine, against a sandbox of the service.")
		.argument('[workflow]', 'one workflow file to run; left out, all examples')
		.option('--base-url <url>', 'a real service; its token in CUSTOMER_CONVERSATION_TOKEN')
		.option('--account <id>', 'the account to work in', accountId, 1)
		.addOption(
			new Option('--dialect <name>', 'how the sandbox answers: by the contract, or as servers do')
				.choices(DIALECT_NAMES)
				.default('documented'),
		)
		.allowExcessArguments(false)
		.exitOverride()
		.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
		.parse(args, { from: 'user' });

	const options = command.opts<Omit<DemoOptions, 'file'>>();
	const file: string | undefined = command.args[0];
	if (options.baseUrl !== undefined && file === undefined) {
		return command.error('Name the workflow to run on that service, such as examples/tour.json.');
	}
	return { file, ...options };
}
