import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

import { filesIn, read, root } from '../repository';
import type { GeneratedFile } from './schemaFiles';

const PAGE = 'docs/architecture.md';
const BLOCK = /```mermaid\n[\s\S]*?```/;

/** A file, or a room, that imports another. */
interface Arrow {
	from: string;
	to: string;
	/** Whether only types are imported. */
	types: boolean;
}

/** The rooms of the published code: the files of each, and which of them import which. */
export interface Rooms {
	files: Map<string, string[]>;
	arrows: Arrow[];
}

/** Reads the rooms from the imports of the code. */
export function readRooms(): Rooms {
	const paths = ['credentials', 'nodes'].flatMap(sourcesIn);
	const files = new Map<string, string[]>();
	for (const path of paths) files.set(roomOf(path), [...(files.get(roomOf(path)) ?? []), path]);
	const between = paths
		.flatMap(importsOf)
		.filter(({ to }) => paths.includes(to))
		.map(({ from, to, types }) => ({ from: roomOf(from), to: roomOf(to), types }))
		.filter(({ from, to }) => from !== to);
	return { files, arrows: distinct(between) };
}

/** The files of a folder, each as a room of its own. */
export function readFiles(folder: string): Rooms {
	const paths = sourcesIn(folder);
	return {
		files: new Map(paths.map((path) => [path, [path]])),
		arrows: paths.flatMap(importsOf).filter(({ to }) => paths.includes(to)),
	};
}

/**
 * The rooms, each before those that it imports from.
 *
 * @throws Error that names the rooms, if they import in a circle
 */
export function topDown({ files, arrows }: Rooms): string[] {
	const order: string[] = [];
	const left = new Set(files.keys());
	while (left.size > 0) {
		const free = [...left].filter(
			(room) => !arrows.some(({ from, to }) => to === room && left.has(from)),
		);
		if (free.length === 0) throw new Error(`These import in a circle: ${[...left].join(', ')}`);
		order.push(...free.sort());
		for (const room of free) left.delete(room);
	}
	return order;
}

/** What is drawn of the arrows: imports of types are left out. */
export function drawn({ arrows }: Rooms): Arrow[] {
	return arrows.filter(({ types }) => !types);
}

/** docs/architecture.md with its drawing renewed: a mermaid flowchart with a box for each room. */
export function architecturePage(): GeneratedFile {
	const rooms = readRooms();
	const lines = [
		'flowchart TD',
		...topDown(rooms).map((room) => `\t${id(room)}["${label(room, rooms)}"]`),
		...[...rooms.files.keys()].sort().flatMap((room) => arrowsFrom(room, rooms)),
	];
	const drawing = ['```mermaid', ...lines, '```'].join('\n');
	return { path: PAGE, text: read(PAGE).replace(BLOCK, () => drawing) };
}

/** What a room imports from, as one line of the drawing. */
function arrowsFrom(room: string, rooms: Rooms): string[] {
	const ends = drawn(rooms).filter(({ from }) => from === room);
	return ends.length > 0 ? [`\t${id(room)} --> ${ends.map(({ to }) => id(to)).join(' & ')}`] : [];
}

/** Files of the shared code by their folder; those beside the folders are rooms of their own. */
function roomOf(path: string): string {
	if (path.startsWith('credentials/')) return 'credentials/';
	if (!path.startsWith('nodes/shared/')) return 'nodes/Resource/';
	const [, , room, ...file] = path.split('/');
	return file.length === 0 ? room : `${room}/`;
}

function label(room: string, { files }: Rooms): string {
	if (room === 'nodes/Resource/') return `<b>${room}</b><br/>a node and its operations`;
	if (!room.endsWith('/')) return `<b>${room}</b>`;
	const names = (files.get(room) ?? []).map((path) => posix.basename(path, '.ts').split('.')[0]);
	return `<b>${room}</b><br/>${names.join(', ')}`;
}

function id(room: string): string {
	return room.replace(/\W+/g, '_');
}

function sourcesIn(folder: string): string[] {
	return filesIn(folder).filter((path) => path.endsWith('.ts'));
}

function importsOf(path: string): Arrow[] {
	return ts
		.createSourceFile(path, read(path), ts.ScriptTarget.Latest)
		.statements.filter(ts.isImportDeclaration)
		.map(({ importClause, moduleSpecifier }) => ({
			from: path,
			to: fileOf(posix.join(dirname(path), (moduleSpecifier as ts.StringLiteral).text)),
			types: importClause?.isTypeOnly ?? false,
		}));
}

/** The file behind an import: its own, or the index of a folder. */
function fileOf(path: string): string {
	const index = posix.join(path, 'index.ts');
	return existsSync(join(root, index)) ? index : `${path}.ts`;
}

/** Each arrow once; it is one of types only if all of its imports are. */
function distinct(arrows: Arrow[]): Arrow[] {
	const byEnds = new Map<string, Arrow>();
	for (const arrow of arrows) {
		const ends = `${arrow.from} > ${arrow.to}`;
		const types = arrow.types && (byEnds.get(ends)?.types ?? true);
		byEnds.set(ends, { ...arrow, types });
	}
	return [...byEnds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, arrow]) => arrow);
}
