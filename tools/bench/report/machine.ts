import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES, ROOT } from '../places';

/** What was measured on, in lines. */
export function machine(): string[] {
	const [{ model }] = cpus();
	const memory = Math.round(totalmem() / 1e9);
	return [
		`Machine: ${cpus().length} × ${model}, ${memory} GB of memory, ${platform()} ${arch()}.`,
		`Load of the machine when the run ended: ${loadavg()[0].toFixed(1)} processes at work, this one and the service among them.`,
		`Node.js ${process.versions.node}, ${installed(ROOT, 'n8n-core', 'n8n-workflow', 'axios')}, ${installed(PACKAGES, 'n8n-nodes-base')}.`,
	];
}

function installed(folder: string, ...packages: string[]): string {
	return packages.map((name) => `${name} ${versionOf(folder, name)}`).join(', ');
}

function versionOf(folder: string, name: string): string {
	const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: string }).version;
}
