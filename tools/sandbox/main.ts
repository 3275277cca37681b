import { Command, Option } from 'commander';
import { startSandbox } from '.';
import { type DialectName, DIALECT_NAMES } from './settings';
import { runCommand } from '../runCommand';

interface Options {
	port: number;
	dialect: DialectName;
}

async function run({ port, dialect }: Options): Promise<void> {
	const sandbox = await startSandbox({ port, dialect, now: Date.now, log: console.log });
	const { url, tokens, accountId } = sandbox;
	console.log(`
The mock server is running in the ${dialect} dialect.

  Base URL          ${url}
  API Access Token  ${tokens.administrator}   (agent: ${tokens.agent})
  Account ID        ${accountId}

Try:
  curl -H 'api_access_token: ${tokens.administrator}' '${url}/api/v1/accounts/${accountId}/contacts/search?q=example'
  curl -X PUT '${url}/sandbox/settings' -d '{"latencyMs": 50, "rateLimit": {"requests": 300, "windowMs": 60000}}'
  curl -X PUT '${url}/sandbox/faults' -d '{"kind": "rateLimit", "times": 3}'
  curl '${url}/sandbox/requests?latest=1'

Each request is logged below. Press Ctrl-C to stop the mock server.
`);
}

void runCommand(
	new Command('npm run tool:sandbox --')
		.description('Starts a mock server of the customer conversation service.')
		.option('--port <number>', 'port to listen on; 0 picks a free one', Number, 4010)
		.addOption(
			new Option(
				'--dialect <name>',
				'respond as the contract says, as Chatwoot does, or as Voxys Connect describes it',
			)
				.choices(DIALECT_NAMES)
				.default('documented'),
		)
		.allowExcessArguments(false)
		.action(run),
);
