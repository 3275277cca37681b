import { filesIn, read } from '../../tools/repository';
import { circular, importsOfFiles, importsOfFolders } from '../fixtures/folders';

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
		expect(circular(importsOfFolders())).toEqual([]);
	});

	it('draws each import of a folder as a way downwards', () => {
		const drawn = drawnBelow(page);
		const undrawn = [...importsOfFolders()].flatMap(([folder, targets]) =>
			[...targets]
				.filter((target) => !below(folder, drawn).has(target))
				.map((target) => [folder, target]),
		);
		expect(undrawn).toEqual([]);
	});

	it.each([[['nodes', 'credentials']], [['tools', 'cases']]])(
		'has no circle of files, types counted too: %s',
		(folders) => {
			expect(circular(importsOfFiles(...folders))).toEqual([]);
		},
	);

	it('has types of an operation that import nothing', () => {
		expect([...(importsOfFiles('nodes').get('nodes/shared/operation.ts') ?? [])]).toEqual([]);
	});

	it('has cases that import nothing of the tools', () => {
		const targets = [...importsOfFiles('cases', 'tools')].flatMap(([file, imported]) =>
			file.startsWith('cases/') ? [...imported] : [],
		);
		expect(targets.filter((target) => target.startsWith('tools/'))).toEqual([]);
	});

	it('has tools and cases that import no test', () => {
		const imports = [...importsOfFiles('tools', 'cases', 'test')].flatMap(([file, targets]) =>
			[...targets].map((target) => [file, target]),
		);
		const wrong = imports.filter(
			([file, target]) => !file.startsWith('test/') && target.startsWith('test/'),
		);
		expect(wrong).toEqual([]);
	});

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
