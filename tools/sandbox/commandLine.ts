import { Command, InvalidArgumentError, Option } from 'commander';
import { DIALECT_NAMES, type RateLimit, type SandboxOptions } from './settings';

const HIGHEST_PORT = 65_535;
const MINUTE_MS = 60_000;

function wholeNumber(lowest: number, highest: number): (text: string) => number {
	return (text) => {
		const number = /^\d+$/.test(text) ? Number(text) : NaN;
		if (number >= lowest && number <= highest) return number;
		throw new InvalidArgumentError(`It must be a whole number from ${lowest} to ${highest}.`);
	};
}

const rateOf = wholeNumber(1, Number.MAX_SAFE_INTEGER);

function requestsPerMinute(text: string): RateLimit {
	return { requests: rateOf(text), windowMs: MINUTE_MS };
}

/**
 * The options of `npm run sandbox`, read from the arguments after the script's name. Throws a
 * `CommanderError` where they make no sense or help was asked for.
 */
export function optionsFrom(args: readonly string[]): SandboxOptions {
	const command = new Command('npm run sandbox --')
		.description('A stand-in for the customer conversation service, on this machine.')
		.option('--port <number>', 'port to listen on; 0 takes any', wholeNumber(0, HIGHEST_PORT), 4010)
		.option('--host <address>', 'address to listen on', '127.0.0.1')
		.option('--contacts <number>', 'contacts to begin with', wholeNumber(0, 1_000_000), 60)
		.addOption(
			new Option('--dialect <name>', 'documented: as the contract says; upstream: as servers do')
				.choices(DIALECT_NAMES)
				.default('documented'),
		)
		.option('--latency <ms>', 'time added to each answer', wholeNumber(0, 600_000), 0)
		.option('--token <token>', 'the API access token of the administrator', 'sandbox-token')
		.option('--account <id>', 'the account', wholeNumber(1, Number.MAX_SAFE_INTEGER), 1)
		.option('--rate-limit <number>', 'requests let through a minute', requestsPerMinute)
		.option('--tls', 'serve HTTPS with a self-signed test certificate', false)
		.allowExcessArguments(false)
		.exitOverride()
		.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'Error: ')) })
		.parse(args, { from: 'user' });

	const { account, latency, rateLimit, ...others } = command.opts();
	return { ...others, accountId: account, latencyMs: latency, rateLimit: rateLimit ?? null };
}
