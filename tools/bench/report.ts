import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import { renewed, table } from '../docs/markdown';
import type { Result } from './bench';
import { ROOT } from './nodes';

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

/** What was measured on, in a sentence. */
function machine(): string {
	const [{ model }] = cpus();
	const manifest = readFileSync(join(ROOT, 'node_modules/n8n-core/package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
	const memory = Math.round(totalmem() / 1e9);
	return `Measured on ${cpus().length} × ${model}, ${memory} GB, with Node.js ${process.versions.node} and n8n-core ${version}.`;
}

/** Three significant digits, thousands set apart. */
export function number(value: number): string {
	if (Math.abs(value) >= 1000) return count(Math.round(value));
	return String(Number(value.toPrecision(3)));
}

export function count(value: number): string {
	return value.toLocaleString('en-US');
}
