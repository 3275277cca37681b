import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');
const PAGE = join(root, 'docs', 'architecture.md');
const BLOCK = /```mermaid\n[\s\S]*?```/;

/** A file that more boxes than this use is named below the drawing: arrows to it say nothing. */
const MOST = 5;

/** Files that play the same part for each resource are drawn as one. */
const PARTS: Array<[RegExp, string]> = [
	[/^nodes\/(?!shared\/)\w+\/\w+\.node$/, 'nodes/Resource/Resource.node'],
	[/^nodes\/(?!shared\/)\w+\/operations\/\w+$/, 'nodes/Resource/operations/operation'],
	[/^nodes\/(?!shared\/)\w+\/\w+$/, 'nodes/Resource/what only it needs'],
];

type Import = [from: string, to: string];

/**
 * Draws which file of the published code uses which, types apart.
 *
 * @returns a mermaid flowchart: a box for each file or part, in the folders that they live in
 */
export function drawing(): string {
	const imports = distinct(sourceFiles().flatMap(importsOf));
	const boxes = [...new Set(imports.flat())].sort();
	const common = boxes.filter((box) => imports.filter(([, to]) => to === box).length > MOST);
	const drawn = boxes.filter((box) => !common.includes(box));
	const arrows = imports.filter(([, to]) => !common.includes(to));
	return [
		'flowchart LR',
		...[...new Set(drawn.map((box) => dirname(box).split('/').slice(0, 3).join('/')))].flatMap(
			(folder) => subgraph(folder, drawn),
		),
		...arrows.map(([from, to]) => `\t${id(from)} --> ${id(to)}`),
		`\tcommon["used by most of them:<br/>${common.map(label).join('<br/>')}"]`,
	].join('\n');
}

/** The page with its drawing renewed. */
export function withDrawing(page: string): string {
	return page.replace(BLOCK, () => `\`\`\`mermaid\n${drawing()}\n\`\`\``);
}

function subgraph(folder: string, boxes: string[]): string[] {
	const inside = boxes.filter((box) => box.startsWith(`${folder}/`));
	return [
		`\tsubgraph ${id(folder)}["${folder}/"]`,
		...inside.map((box) => `\t\t${id(box)}["${box.slice(folder.length + 1)}${ending(box)}"]`),
		'\tend',
	];
}

function id(box: string): string {
	return box.replace(/\W+/g, '_');
}

function label(box: string): string {
	return `${posix.basename(box)}.ts`;
}

function ending(box: string): string {
	return box.includes(' ') ? '' : '.ts';
}

function sourceFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.map((path) => posix.join(folder, path.replaceAll('\\', '/')))
			.filter((path) => path.endsWith('.ts'))
			.sort(),
	);
}

function importsOf(path: string): Import[] {
	const { statements } = ts.createSourceFile(
		path,
		readFileSync(join(root, path), 'utf8'),
		ts.ScriptTarget.Latest,
	);
	const from = partOf(path.replace(/\.ts$/, ''));
	return statements
		.filter(ts.isImportDeclaration)
		.filter(({ importClause }) => !isTypeOnly(importClause))
		.map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
		.filter((specifier) => specifier.startsWith('.'))
		.map((specifier): Import => [from, partOf(posix.join(dirname(path), specifier))])
		.filter(([, to]) => from !== to);
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
	if (!clause || clause.isTypeOnly) return clause !== undefined;
	const { namedBindings } = clause;
	if (!namedBindings || !ts.isNamedImports(namedBindings)) return false;
	return namedBindings.elements.every((element) => element.isTypeOnly);
}

function partOf(path: string): string {
	return PARTS.find(([pattern]) => pattern.test(path))?.[1] ?? path;
}

function distinct(imports: Import[]): Import[] {
	const byText = new Map(imports.map((pair) => [pair.join(' > '), pair]));
	return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}

if (require.main === module) writeFileSync(PAGE, withDrawing(readFileSync(PAGE, 'utf8')));
