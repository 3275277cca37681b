import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type packageJson from '../../package.json';
import { WorkingCopy } from './workingCopy';

const OWNER = {
	'--organisation': 'acme-inc',
	'--author': 'Ada Byron',
	'--mail': 'ada@acme.test',
	'--team': 'reviewers',
};

/** Written in parts, so that the command finds none here. */
const PLACEHOLDER = ['customer', 'conversation'].join('-');

describe('npm run tool:owner, on a copy of the repository', () => {
	const copy = new WorkingCopy();
	const file = (path: string) => join(copy.folder, path);
	const text = (path: string) => readFileSync(file(path), 'utf8');
	const command =
		(options: Record<string, string> = {}) =>
		() =>
			copy.npm('run', '--silent', 'tool:owner', '--', ...Object.entries(options).flat());

	afterAll(() => copy.remove());

	it('fails while placeholders are left, and names their files', () => {
		expect(command()).toThrow(/^package\.json$/m);
	});

	it.each<Record<string, string>>([{ '--author': '"Ada"' }, { '--team': '' }])(
		'refuses %j, and changes nothing',
		(options) => {
			const before = text('package.json');

			expect(command({ ...OWNER, ...options })).toThrow(Object.keys(options)[0]);
			expect(text('package.json')).toBe(before);
		},
	);

	it('puts the owner into all files, and finds no placeholder afterwards', () => {
		expect(command(OWNER)).not.toThrow();

		const { author, repository } = JSON.parse(text('package.json')) as typeof packageJson;
		const address = 'https://github.com/acme-inc/n8n-nodes-customer-conversation';
		expect(author).toEqual({ name: 'Ada Byron', email: 'ada@acme.test' });
		expect(repository.url).toBe(`git+${address}.git`);
		expect(text('nodes/shared/failure/failure.ts')).toContain(`'${address}'`);
		expect(text('.github/CODEOWNERS')).toBe('* @acme-inc/reviewers\n');
		expect(text('LICENSE.md')).toContain('Ada Byron');
		expect(command()).not.toThrow();
	});

	it('fails if a placeholder is left in a form that it does not replace', () => {
		writeFileSync(file('docs/new.md'), `See \`${PLACEHOLDER}/other\`.\n`);

		expect(command()).toThrow(/^docs\/new\.md$/m);
	});
});
