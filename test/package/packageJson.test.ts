import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

import { REPOSITORY } from '../../nodes/shared/repository';
import packageJson from '../../package.json';
import { filesIn, read, root } from '../../tools/repository';

const manifest: Record<string, unknown> & typeof packageJson = packageJson;

const UNTRACKED = ['node_modules', 'dist', '.git', '.tmp'];

/** What n8n's lint does not hold already. */
describe('package.json', () => {
	it.each(['optionalDependencies', 'bundledDependencies'])('has no %s', (field) => {
		expect(manifest).not.toHaveProperty(field);
	});

	it('says where its public repository is, which is no monorepo', () => {
		expect(manifest.repository).toEqual({ type: 'git', url: `git+${REPOSITORY}.git` });
		expect(manifest.homepage).toBe(`${REPOSITORY}#readme`);
	});

	it('is at the address in nodes/shared/repository.ts, which no other code repeats, except the credential, for the lint', () => {
		const slug = REPOSITORY.replace('https://github.com/', '');
		const files = ['nodes', 'credentials', 'cases', 'tools', 'test/package', 'test/unit']
			.flatMap(filesIn)
			.filter((path) => /\.(ts|mjs|js)$/.test(path) && read(path).includes(slug));
		expect(files.sort()).toEqual([
			'credentials/CustomerConversationApi.credentials.ts',
			'nodes/shared/repository.ts',
		]);
	});

	it('is the only one by its name, for the scanner takes the first that it finds', () => {
		const names = filesBelow(root)
			.filter((path) => basename(path) === 'package.json')
			.map((path) => JSON.parse(readFileSync(path, 'utf8')) as typeof packageJson)
			.map(({ name }) => name);
		expect(names.filter((name) => name === manifest.name)).toHaveLength(1);
	});

	it('starts commands in TypeScript without a launcher, which would kill one that is busy at Ctrl-C', () => {
		const launched = Object.values(manifest.scripts).filter((script) => /(^|&& )tsx /.test(script));
		expect(launched).toEqual([]);
	});

	it('gives CONTRIBUTING.md a reason for each development dependency, and no others', () => {
		const contributing = read('CONTRIBUTING.md');
		const [, table] = contributing.split('## Development dependencies');
		const reasoned = table
			.split('\n')
			.flatMap((line) => /^\| (`.+?`(?:, `.+?`)*) +\|/.exec(line)?.[1].split(', ') ?? [])
			.map((name) => name.replaceAll('`', ''));
		expect(reasoned.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
	});
});

describe('the published code', () => {
	it('imports n8n-workflow and its own files only', () => {
		const imported = [...filesIn('nodes'), ...filesIn('credentials')]
			.filter((path) => path.endsWith('.ts'))
			.flatMap((path) => ts.preProcessFile(read(path)).importedFiles)
			.map(({ fileName }) => fileName)
			.filter((name) => !name.startsWith('.'));
		expect([...new Set(imported)]).toEqual(['n8n-workflow']);
	});
});

it('names no registry in the whole repository: npm has one set, wherever it runs', () => {
	const host = /registry\.(?:npmjs|yarnpkg|npmmirror)|npm\.pkg\.github/;
	expect(filesBelow(root).filter((path) => host.test(readFileSync(path, 'utf8')))).toEqual([]);
});

/** All files that a clone has. */
function filesBelow(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true })
		.filter(({ name }) => !UNTRACKED.includes(name))
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			return entry.isDirectory() ? filesBelow(path) : [path];
		});
}
