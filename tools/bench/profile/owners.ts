import type { Profiler } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../places';

/** Who a function belongs to, as the table calls them. */
export const OWN_NODES = 'nodes/ of this package';
export const OWN_CREDENTIALS = 'credentials/ of this package';
export const IDLE = '(idle)';

const ENGINE = ['n8n-core', 'n8n-workflow', 'n8n-nodes-base'];

/**
 * Says who a function belongs to: a folder of this package, the npm package that brings it, Node
 * itself, or what V8 does besides running functions.
 */
export function ownerOf({ url, functionName }: Profiler.ProfileNode['callFrame']): string {
	if (url === '') return functionName.startsWith('(') ? functionName : 'V8 built-ins';
	if (url.startsWith('node:')) return 'Node.js';
	const path = url.startsWith('file:') ? fileURLToPath(url) : url;
	const dependency = /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(path)?.[1];
	if (dependency) return dependency.replace('\\', '/');
	const place = relative(ROOT, path).replaceAll('\\', '/');
	if (place.startsWith('dist/nodes/')) return OWN_NODES;
	if (place.startsWith('dist/credentials/')) return OWN_CREDENTIALS;
	return 'the benchmark itself';
}

/** Whether a package is a part of n8n. */
export function isEngine(owner: string): boolean {
	return ENGINE.includes(owner) || owner.startsWith('@n8n/');
}
