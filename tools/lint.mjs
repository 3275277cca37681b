// Runs all static checks. `--fix` fixes what can be fixed automatically.
import { exec } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const fixes = process.argv.includes('--fix');

/** An eslint that skips unchanged files. */
function eslint(name, args) {
	const cache = `--cache --cache-strategy content --cache-location node_modules/.cache/eslint/${name}`;
	return `eslint ${cache} --max-warnings 0 ${args}`;
}

/** Checks that can write files. They fix one after the other, because they write the same files. */
const formatters = [
	`prettier --cache --cache-strategy content ${fixes ? '--write' : '--check'} --log-level warn .`,
	eslint('published', `${fixes ? '--fix' : ''} nodes credentials package.json`),
	eslint('tools', `${fixes ? '--fix' : ''} --config eslint.tools.config.mjs .`),
];
const commands = [
	...(fixes ? [formatters.join(' && ')] : formatters),
	eslint('regexp', '--config eslint.regexp.config.mjs nodes credentials'),
	'tsc -p tsconfig.tools.json --incremental --tsBuildInfoFile node_modules/.cache/tsc/tools',
	'redocly lint --config api/redocly.yaml api/openapi.yaml',
	'knip --cache',
];

const options = {
	cwd: fileURLToPath(new URL('..', import.meta.url)),
	// The checks need no network, so Redocly must not look for updates.
	env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' },
	maxBuffer: Infinity,
};

/** Runs a check, for which npm adds node_modules/.bin to the PATH. Prints its output if it fails. */
async function check(command) {
	try {
		await promisify(exec)(command, options);
	} catch ({ stdout, stderr }) {
		process.stderr.write(`${command.split(' ')[0]} found problems:\n${stdout}${stderr}\n`);
		process.exitCode = 1;
	}
}

await Promise.all(commands.map(check));
