import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

import { filesIn, read, root } from '../../tools/repository';

/** Maps each file or folder to the files or folders that it imports. */
type Imports = Map<string, Set<string>>;

/** The imports between the files of some folders, or between what they are in. */
function importsOf(folders: string[], nameOf = (path: string) => path): Imports {
	const paths = folders.flatMap(filesIn).filter((path) => path.endsWith('.ts'));
	const imports: Imports = new Map(paths.map((path) => [nameOf(path), new Set()]));
	for (const path of paths) {
		for (const { fileName } of ts.preProcessFile(read(path)).importedFiles) {
			const target = fileOf(posix.join(dirname(path), fileName));
			if (!paths.includes(target) || nameOf(target) === nameOf(path)) continue;
			imports.get(nameOf(path))?.add(nameOf(target));
		}
	}
	return imports;
}

/** The file that an import refers to, which can be the index of a folder. */
function fileOf(path: string): string {
	const index = posix.join(path, 'index.ts');
	return existsSync(join(root, index)) ? index : `${path}.ts`;
}

/** The folder of a file: its folder in the shared code, or the file itself if it is next to the folders. */
function folderOf(path: string): string {
	if (path.startsWith('credentials/')) return 'credentials/';
	if (!path.startsWith('nodes/shared/')) return 'nodes/Resource/';
	const [, , folder, ...file] = path.split('/');
	return file.length === 0 ? folder : `${folder}/`;
}

const FOLDERS = importsOf(['credentials', 'nodes'], folderOf);

/** The names in import cycles, and those that import from them. Empty if there is no cycle. */
function circular(imports: Imports): string[] {
	const left = new Map(imports);
	for (;;) {
		const free = [...left].filter(([, targets]) => ![...targets].some((name) => left.has(name)));
		if (free.length === 0) return [...left.keys()];
		for (const [name] of free) left.delete(name);
	}
}

const page = read('docs/contributing/architecture.md');

/** The folders that the diagram draws directly below each folder. */
function drawnBelow(text: string): Map<string, string[]> {
	const [, diagram] = /```mermaid\n([^]*?)```/.exec(text) ?? [];
	const names = new Map(
		[...diagram.matchAll(/(\w+)\["(\S+?)<br/g)].map(([, id, name]) => [id, name]),
	);
	const named = (ids: string) => ids.split(' & ').map((id) => names.get(id) ?? id);
	const arrows = [...diagram.matchAll(/^\t(\w+(?: & \w+)*) --> (\w+(?: & \w+)*)$/gm)];
	return new Map(arrows.flatMap(([, from, to]) => named(from).map((each) => [each, named(to)])));
}

/** The folders below a folder, at any depth. */
function below(folder: string, drawn: Map<string, string[]>): Set<string> {
	const direct = drawn.get(folder) ?? [];
	return new Set(direct.flatMap((each) => [each, ...below(each, drawn)]));
}

describe('docs/contributing/architecture.md', () => {
	it('describes folders that import one way, without a circle, types counted too', () => {
		expect(circular(FOLDERS)).toEqual([]);
	});

	it('draws each import of a folder as a way downwards', () => {
		const drawn = drawnBelow(page);
		const undrawn = [...FOLDERS].flatMap(([folder, targets]) =>
			[...targets]
				.filter((target) => !below(folder, drawn).has(target))
				.map((target) => [folder, target]),
		);
		expect(undrawn).toEqual([]);
	});

	it.each([[['nodes', 'credentials']], [['tools', 'cases']]])(
		'has no circle of files, types counted too: %s',
		(folders) => {
			expect(circular(importsOf(folders))).toEqual([]);
		},
	);

	it('stands on comments of tests that name files which exist', () => {
		const files = ['nodes', 'credentials', 'tools'].flatMap(filesIn);
		const comments = filesIn('test').map((file) =>
			read(file).match(/(?<=\/\/ Relied on in )[^:]+/g),
		);
		const named = comments.flatMap((found) => found ?? []);
		expect(named.length).toBeGreaterThan(10);
		expect(named.filter((name) => !files.some((file) => file.endsWith(name)))).toEqual([]);
	});

	it('names no file that does not exist', () => {
		const files = [...filesIn('nodes'), ...filesIn('credentials'), ...filesIn('test')];
		const missing = [...page.matchAll(/`([\w/]+(?:\.\w+)*\.ts)`/g)]
			.map(([, path]) => path)
			.filter((path) => !path.startsWith('tools/'))
			.filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)));
		expect(missing).toEqual([]);
	});
});
