import ts from 'typescript';

import { helpAddress } from '../../nodes/shared/failure/sentences';
import packageJson from '../../package.json';
import { filesIn, read } from '../../tools/repository';

const manifest: Record<string, unknown> & typeof packageJson = packageJson;

/** What n8n's lint does not hold already. */
describe('package.json', () => {
	it.each(['optionalDependencies', 'bundledDependencies'])('has no %s', (field) => {
		expect(manifest).not.toHaveProperty(field);
	});

	it('says where its public repository is, which is no monorepo', () => {
		const [repository] = helpAddress().split('/blob/');
		expect(manifest.repository).toEqual({ type: 'git', url: `git+${repository}.git` });
		expect(manifest.homepage).toBe(`${repository}#readme`);
	});
});

it('names the n8n that test/n8n runs, wherever it is named', () => {
	const { n8n } = (JSON.parse(read('test/n8n/package.json')) as typeof manifest)
		.dependencies as Record<string, string>;
	const named = ['docs/scale/compose.yaml', 'README.md', 'docs/compatibility.md'].map((file) => [
		...new Set(read(file).match(/(?<=n8n[ :])\d+\.\d+\.\d+/g)),
	]);
	expect(named).toEqual([[n8n], [n8n], [n8n]]);
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
	expect(filesIn().filter((path) => host.test(read(path)))).toEqual([]);
});
