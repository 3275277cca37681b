import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import type { Bench, Result, Verdict } from '../bench';
import type { Packages } from '../nodes';
import { ROOT } from '../places';
import { kilobytes, number, range } from '../report/format';
import { summarize } from '../statistics';

const LOAD_BUDGET_MS = 40;
const PACKED_BUDGET = 60_000;
const DESCRIPTION_BUDGET = 30_000;

/** The part of package.json that says what n8n loads. */
interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

/** What `npm pack --json` says of the package, in bytes. */
interface Packed {
	size: number;
	unpackedSize: number;
	entryCount: number;
}

/** Case 6: what the package costs before it does anything. */
export async function sizeCase({ packages, scale, report }: Bench): Promise<Result> {
	report('loading and size');
	const load = summarize(Array.from({ length: scale.loads }, loadMs));
	const { size, unpackedSize, entryCount } = packed();
	const descriptions = descriptionBytes(packages);
	const [[largestNode, largest]] = descriptions;
	return {
		title: 'Load and size',
		about: [
			'Load: a new process requires all nodes and the credential and makes one of each; n8n-workflow is loaded already, as in n8n.',
			'Description: the JSON that n8n sends to the editor.',
		],
		table: {
			head: ['What', 'Measured'],
			rows: [
				['Load of all nodes and the credential, ms', range(load)],
				['Packed', kilobytes(size)],
				['Unpacked', `${kilobytes(unpackedSize)} in ${entryCount} files`],
				...descriptions.map(([node, bytes]) => [`Description of ${node}`, kilobytes(bytes)]),
			],
		},
		verdicts: [
			atMost('load of all nodes and the credential', load.median, LOAD_BUDGET_MS, milliseconds),
			atMost('packed size', size, PACKED_BUDGET, kilobytes),
			atMost(`largest description (${largestNode})`, largest, DESCRIPTION_BUDGET, kilobytes),
		],
		ratios: [],
	};
}

function loadMs(): number {
	const { n8n } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
	const script = join(__dirname, '..', 'size', 'load.cjs');
	const files = [...n8n.nodes, ...n8n.credentials];
	return Number(execFileSync(process.execPath, [script, ROOT, ...files], { encoding: 'utf8' }));
}

function packed(): Packed {
	const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	const report = JSON.parse(json) as Packed[] | Record<string, Packed>;
	return Object.values(report)[0];
}

/** The nodes and the bytes of their descriptions, the largest first. */
function descriptionBytes({ own }: Packages): Array<[string, number]> {
	return Object.values(own.nodes)
		.map(({ description }): [string, number] => [description.name, bytesOf(description)])
		.sort(([, a], [, b]) => b - a);
}

function bytesOf(description: INodeTypeDescription): number {
	return Buffer.byteLength(JSON.stringify(description));
}

function milliseconds(ms: number): string {
	return `${number(ms)} ms`;
}

function atMost(
	what: string,
	measured: number,
	budget: number,
	show: (value: number) => string,
): Verdict {
	return {
		what,
		budget: `≤ ${show(budget)}`,
		measured: show(measured),
		met: measured <= budget,
	};
}
