import { Command, InvalidArgumentError, Option } from 'commander';
import { startSandbox, type Sandbox } from '.';
import { DIALECT_NAMES, type RateLimit, type SandboxOptions } from './settings';

const MINUTE_MS = 60_000;

function wholeNumber(text: string): number {
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be a whole number.');
}

function requestsPerMinute(text: string): RateLimit {
	return { requests: wholeNumber(text), windowMs: MINUTE_MS };
}

function readOptions(): SandboxOptions {
	const { latency, rateLimit, ...others } = new Command('npm run tool:sandbox --')
		.description('A stand-in for the customer conversation service, on this machine.')
		.option('--port <number>', 'port to listen on; 0 takes any', wholeNumber, 4010)
		.option('--contacts <number>', 'contacts to begin with', wholeNumber, 60)
		.addOption(
			new Option('--dialect <name>', 'documented: as the contract says; upstream: as servers do')
				.choices(DIALECT_NAMES)
				.default('documented'),
		)
		.option('--latency <ms>', 'time added to each answer', wholeNumber, 0)
		.option('--rate-limit <number>', 'requests let through a minute', requestsPerMinute)
		.allowExcessArguments(false)
		.parse()
		.opts();
	return { ...others, latencyMs: latency, rateLimit: rateLimit ?? null };
}

function welcome({ url, tokens, accountId }: Sandbox, { dialect }: SandboxOptions): string {
	const account = `${url}/api/v1/accounts/${accountId}`;
	return `
The sandbox is running and speaks the ${dialect} dialect.

  Base URL          ${url}
  API Access Token  ${tokens.administrator}   (an agent's: ${tokens.agent})
  Account ID        ${accountId}

Try:
  curl -H 'api_access_token: ${tokens.administrator}' '${account}/contacts/search?q=example'
  curl -X PUT '${url}/sandbox/faults' -d '{"kind":"rateLimit","times":3}'
  curl '${url}/sandbox/requests?latest=1'

Each request is shown below. Ctrl-C stops the sandbox.
`;
}

async function run(options: SandboxOptions): Promise<void> {
	const sandbox = await startSandbox({ ...options, log: (line) => console.log(line) });
	console.log(welcome(sandbox, options));
}

const options = readOptions();
run(options).catch((error: Error & { code?: string }) => {
	const isTaken = error.code === 'EADDRINUSE';
	const taken = `Port ${options.port} is taken. Choose another with --port, or --port 0 for any.`;
	console.error(`Error: ${isTaken ? taken : error.message}`);
	process.exitCode = 1;
});
