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
		.description('Starts a mock server of the customer conversation service.')
		.option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber, 4010)
		.option('--contacts <number>', 'number of contacts at the start', wholeNumber, 60)
		.addOption(
			new Option(
				'--dialect <name>',
				'documented: respond as the contract says; upstream: as Chatwoot servers do',
			)
				.choices(DIALECT_NAMES)
				.default('documented'),
		)
		.option('--latency <ms>', 'delay of each response', wholeNumber, 0)
		.option('--rate-limit <number>', 'maximum number of requests per minute', requestsPerMinute)
		.allowExcessArguments(false)
		.parse()
		.opts();
	return { ...others, latencyMs: latency, rateLimit: rateLimit ?? null };
}

function welcome({ url, tokens, accountId }: Sandbox, { dialect }: SandboxOptions): string {
	const account = `${url}/api/v1/accounts/${accountId}`;
	return `
The mock server is running in the ${dialect} dialect.

  Base URL          ${url}
  API Access Token  ${tokens.administrator}   (agent: ${tokens.agent})
  Account ID        ${accountId}

Try:
  curl -H 'api_access_token: ${tokens.administrator}' '${account}/contacts/search?q=example'
  curl -X PUT '${url}/sandbox/faults' -d '{"kind":"rateLimit","times":3}'
  curl '${url}/sandbox/requests?latest=1'

Each request is logged below. Press Ctrl-C to stop the mock server.
`;
}

async function run(options: SandboxOptions): Promise<void> {
	const sandbox = await startSandbox({
		now: Date.now,
		...options,
		log: (line) => console.log(line),
	});
	console.log(welcome(sandbox, options));
}

const options = readOptions();
run(options).catch((error: Error & { code?: string }) => {
	const isTaken = error.code === 'EADDRINUSE';
	const taken = `Port ${options.port} is taken. Choose another with --port, or use --port 0 to pick a free one.`;
	console.error(`Error: ${isTaken ? taken : error.message}`);
	process.exitCode = 1;
});
