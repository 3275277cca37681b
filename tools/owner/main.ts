import { Command } from 'commander';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesIn, root } from '../repository';
import { runCommand } from '../runCommand';

/** The placeholders of the repository, and the option that takes the place of each. */
const PLACEHOLDERS: ReadonlyArray<[placeholder: string, filled: string]> = [
	['@customer-conversation/maintainers', '@<organisation>/<team>'],
	['github.com/customer-conversation/', 'github.com/<organisation>/'],
	['maintainers@customer-conversation.example', '<mail>'],
	['Customer Conversation maintainers', '<author>'],
];

/** Any placeholder, also in a form that is not replaced. The package's own name is none. */
const LEFT =
	/(?<![\w-])customer-conversation\/|customer-conversation\.example|Customer Conversation maintainers/;

/** What needs escaping in JSON, Markdown or TypeScript. */
const SPECIAL = /["'\\<>`$]/;

/** The text files of the repository with their text, without those of this command. */
function texts(): Array<[file: string, text: string]> {
	return filesIn()
		.filter((file) => !file.startsWith('tools/owner/'))
		.map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')])
		.filter(([, text]) => !text.includes('\0'));
}

function replacePlaceholders(owner: Record<string, string>): void {
	const filled = PLACEHOLDERS.map(([placeholder, form]) => [
		placeholder,
		form.replace(/<(\w+)>/g, (_, name: string) => {
			const value = owner[name] ?? '';
			if (value !== '' && !SPECIAL.test(value)) return value;
			throw new Error(`--${name} is missing, or has a character that needs escaping`);
		}),
	]);
	for (const [file, text] of texts()) {
		const changed = filled.reduce((current, [from, to]) => current.replaceAll(from, to), text);
		if (changed !== text) writeFileSync(join(root, file), changed);
	}
}

/** @throws Error that lists the files in which a placeholder is left */
function run(owner: Record<string, string>): void {
	if (Object.keys(owner).length > 0) replacePlaceholders(owner);
	const left = texts().flatMap(([file, text]) => (LEFT.test(text) ? file : []));
	if (left.length > 0) throw new Error(`These files name no real owner yet:\n${left.join('\n')}`);
	console.log('No placeholder is left.');
}

void runCommand(
	new Command('npm run tool:owner --')
		.description(
			'Puts the owner of the package into all files, or checks without options that one is there.',
		)
		.option('--organisation <name>', 'on GitHub')
		.option('--author <name>', 'as npm shows the maintainer')
		.option('--mail <address>', 'of the author, as on npm')
		.option('--team <name>', 'team of the organisation that reviews code')
		.allowExcessArguments(false)
		.action(run),
);
