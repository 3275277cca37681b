import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';
import { root } from '../repository';

/** The sources of the published package. */
const SOURCES = ['nodes', 'credentials', 'icons', 'package.json'];

/** Saving all files, or switching to another branch, takes about this long. */
const MILLISECONDS_OF_ONE_CHANGE = 300;

/** The changes of the published sources. */
export interface Changes {
	/** Resolves when a source has changed since the last call. */
	next(): Promise<void>;
	stop(): Promise<void>;
}

export function watchSources(): Changes {
	let hasChanged = false;
	const watcher = watch(SOURCES, { cwd: root, ignoreInitial: true });
	watcher.on('all', () => (hasChanged = true));
	return {
		next: async () => {
			if (!hasChanged) await once(watcher, 'all');
			await pause(MILLISECONDS_OF_ONE_CHANGE);
			hasChanged = false;
		},
		stop: async () => await watcher.close(),
	};
}
