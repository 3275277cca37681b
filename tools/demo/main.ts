import chalk from 'chalk';
import { CommanderError } from 'commander';
import { CommandError } from '../commandError';
import { type DemoOptions, optionsFrom } from './commandLine';

const FAILED = 1;
const MISUSED = 2;

// chalk 4 does not know this convention (https://no-color.org).
if (process.env.NO_COLOR) chalk.level = 0;

// Who reads the output may have seen enough, as `head` has.
process.stdout.on('error', () => process.exit());

function readOptions(): DemoOptions | undefined {
	try {
		return optionsFrom(process.argv.slice(2));
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
		return undefined;
	}
}

async function run(options: DemoOptions): Promise<void> {
	try {
		// Loaded only now, so that wrong arguments are answered at once.
		const { runDemo } = await import('./demo');
		if (!(await runDemo(options))) process.exitCode = FAILED;
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		console.error(chalk.red(error.message));
		process.exitCode = FAILED;
	}
}

const options = readOptions();
if (options) void run(options);
