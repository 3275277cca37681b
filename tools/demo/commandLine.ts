import { Command, InvalidArgumentError, Option } from 'commander';
import { DIALECT_NAMES, type DialectName } from '../sandbox/settings';

/** Where the token of a real service is read from: a token in the arguments would be seen by all. */
export const TOKEN_VARIABLE = 'CUSTOMER_CONVERSATION_TOKEN';

/** A service that is not the sandbox. */
export interface RealService {
	baseUrl: string;
	token: string;
}

/** What `npm run demo` was asked for. */
export interface DemoOptions {
	/** The one workflow to run; left out, all examples. */
	file?: string;
	account: number;
	dialect: DialectName;
	/** Left out, the sandbox. */
	service?: RealService;
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
export function optionsFrom(args: readonly string[], env: NodeJS.ProcessEnv): DemoOptions {
	const command = new Command('npm run demo --')
		.description("Runs example workflows on n8n's own engine, against a sandbox of the service.")
		.argument('[workflow]', 'one workflow file to run; left out, all examples')
		.option('--base-url <url>', `a real service for this workflow; its token in ${TOKEN_VARIABLE}`)
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

	const { baseUrl, account, dialect } = command.opts<{
		baseUrl?: string;
		account: number;
		dialect: DialectName;
	}>();
	const file: string | undefined = command.args[0];
	if (baseUrl === undefined) return { file, account, dialect };

	if (file === undefined) {
		return command.error('Name the workflow to run on that service, such as examples/tour.json.');
	}
	const token = env[TOKEN_VARIABLE];
	if (token === undefined || token === '') {
		return command.error(`Put the API access token of ${baseUrl} into ${TOKEN_VARIABLE}.`);
	}
	return { file, account, dialect, service: { baseUrl, token } };
}
