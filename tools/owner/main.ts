import { Command } from 'commander';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { CommandError } from '../commandError';
import { filesOfRepository, root } from '../repository';
import { runCommand } from '../runCommand';

/** Who publishes the package. */
interface Owner {
	/** On GitHub. */
	organisation: string;
	/** Name of the author, which n8n compares with the maintainer on npm. */
	author: string;
	mail: string;
	/** The team of the organisation that reviews code. */
	team: string;
}

/** Placeholders of the repository, and how the owner takes their place. */
const PLACEHOLDERS: ReadonlyArray<[placeholder: string, filled: (owner: Owner) => string]> = [
	['@customer-conversation/maintainers', ({ organisation, team }) => `@${organisation}/${team}`],
	['github.com/customer-conversation/', ({ organisation }) => `github.com/${organisation}/`],
	['maintainers@customer-conversation.example', ({ mail }) => mail],
	['Customer Conversation maintainers', ({ author }) => author],
];

/** Any placeholder, also in a form that is not replaced. The package's own name is none. */
const LEFT =
	/(?<![\w-])customer-conversation\/|customer-conversation\.example|Customer Conversation maintainers/;

/** The forms of an owner that need no escaping in JSON, Markdown or TypeScript. */
const FORMS: Record<keyof Owner, RegExp> = {
	organisation: /^[a-z\d]+(?:-[a-z\d]+)*$/i,
	author: /^[\p{L}\p{N} .,&-]+$/u,
	mail: /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.(?!example$)[a-z]+$/i,
	team: /^[\w-]+$/,
};

/** The text files of the repository with their text, without those of this command. */
function texts(): Array<[file: string, text: string]> {
	return filesOfRepository()
		.filter((file) => !file.startsWith('tools/owner/'))
		.map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')])
		.filter(([, text]) => !text.includes('\0'));
}

/** @throws CommandError that names the option, if one is missing or has another form */
function checked(options: Partial<Owner>): Owner {
	for (const [name, form] of Object.entries(FORMS) as Array<[keyof Owner, RegExp]>) {
		const value = options[name];
		if (value === undefined) throw new CommandError(`Add --${name}: all four are needed`);
		if (!form.test(value)) throw new CommandError(`--${name} can't be "${value}"`);
	}
	return options as Owner;
}

function replacePlaceholders(owner: Owner): void {
	for (const [file, text] of texts()) {
		const filled = PLACEHOLDERS.reduce(
			(current, [placeholder, fill]) => current.replaceAll(placeholder, () => fill(owner)),
			text,
		);
		if (filled !== text) writeFileSync(join(root, file), filled);
	}
}

/** @throws CommandError that lists the files in which a placeholder is left */
function checkThatNoneIsLeft(): void {
	const left = texts().flatMap(([file, text]) => (LEFT.test(text) ? file : []));
	if (left.length === 0) return;
	throw new CommandError(`These files name no real owner yet:\n${left.join('\n')}`);
}

function run(options: Partial<Owner>): void {
	if (Object.keys(options).length > 0) replacePlaceholders(checked(options));
	checkThatNoneIsLeft();
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
