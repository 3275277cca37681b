import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { join } from 'node:path';

import { renewed, table } from '../docs/markdown';
import type { Result } from './bench';
import { N8N, ROOT } from './nodes';

/** The page with the figures. */
export const PAGE = join(ROOT, 'docs/contributing/measurements.md');

/** The page with the figures of these cases renewed. */
export function pageOf(results: Record<string, Result>): string {
	return Object.entries(results).reduce(
		(page, [name, result]) =>
			renewed(page, `npm run tool:bench -- --only ${name}`, `${resultText(result)}\n${machine()}`),
		readFileSync(PAGE, 'utf8'),
	);
}

/** One case as Markdown. */
export function resultText({ title, about, head, rows }: Result): string {
	return `## ${title}\n\n${about}\n\n${table(head, rows)}\n`;
}

/** What was measured on, in two sentences. */
function machine(): string {
	const [{ model }] = cpus();
	const memory = Math.round(totalmem() / 1e9);
	const versions = [
		...['n8n-core', 'axios'].map((name) => versionOf(ROOT, name)),
		versionOf(N8N, 'n8n-nodes-base'),
	];
	const on = `${cpus().length} × ${model}, ${memory} GB, ${platform()} ${arch()}`;
	return `Measured on ${on}, with Node.js ${process.versions.node}, ${versions.join(', ')}. Load at the end: ${loadavg()[0].toFixed(1)} busy processes.`;
}

function versionOf(folder: string, name: string): string {
	const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
	return `${name} ${(JSON.parse(manifest) as { version: string }).version}`;
}

/** Three significant digits, thousands set apart. */
export function number(value: number): string {
	if (Math.abs(value) >= 1000) return count(Math.round(value));
	return String(Number(value.toPrecision(3)));
}

export function count(value: number): string {
	return value.toLocaleString('en-US');
}
