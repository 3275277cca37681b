import { cpSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import ts from 'typescript';
import { root } from '../repository';

/** A save is more than one event: the file is emptied, and written. */
const MILLISECONDS_OF_ONE_SAVE = 50;
const SOURCES = ['nodes', 'credentials', 'icons'];

/**
 * Builds each file of the repository into an installed package as soon as it is saved; an n8n that
 * watches the package loads it again. Types are not checked, for that takes seconds: `npm run lint`
 * does.
 *
 * @param installed folder of the package in n8n
 * @param say is told what was built, or the mistake that keeps it from being built
 * @returns a function that ends it
 */
export function rebuildOnSave(installed: string, say: (line: string) => void): () => void {
	const waiting = new Map<string, NodeJS.Timeout>();
	const saved = (file: string) => {
		if (!/\.(ts|json|svg)$/.test(file) || !existsSync(join(root, file))) return;
		say(build(file, join(installed, 'dist', file)) ?? `Built ${file}: n8n loads it again`);
	};
	const watchers = SOURCES.map((folder) =>
		watch(join(root, folder), { recursive: true }, (_event, name) => {
			const file = join(folder, name ?? '');
			clearTimeout(waiting.get(file));
			waiting.set(
				file,
				setTimeout(() => saved(file), MILLISECONDS_OF_ONE_SAVE),
			);
		}),
	);
	return () => watchers.forEach((watcher) => watcher.close());
}

/**
 * Waits until n8n reloads the package when a file of it changes: it begins to watch some seconds
 * after it has started.
 *
 * @param log file of an n8n that logs at level info
 */
export async function untilWatched(installed: string, log: string): Promise<void> {
	while (!readFileSync(log, 'utf8').includes('Hot reload triggered')) {
		writeFileSync(join(installed, 'dist', 'touched'), '');
		await pause(300);
	}
}

/** Builds one file; gives the mistake in it, if there is one. */
function build(file: string, target: string): string | undefined {
	const source = join(root, file);
	if (!file.endsWith('.ts')) {
		cpSync(source, target);
		return undefined;
	}
	const { outputText, diagnostics = [] } = ts.transpileModule(readFileSync(source, 'utf8'), {
		compilerOptions: {
			target: ts.ScriptTarget.ES2022,
			module: ts.ModuleKind.CommonJS,
			esModuleInterop: true,
		},
		reportDiagnostics: true,
	});
	if (diagnostics.length > 0) {
		return `${file}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText, ' ')}`;
	}
	mkdirSync(dirname(target), { recursive: true });
	writeFileSync(target.replace(/\.ts$/, '.js'), outputText);
	return undefined;
}
