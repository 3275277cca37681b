import type { Operation } from '../../nodes/shared/operation';
import { CASES, type NamedCase } from '../cases';
import { FAULT_CASES, type FaultCase } from './faultCases';
import { type Cell, MODES } from './matrix';

export const PAGE_PATH = 'docs/reliability.md';
export const RENEWAL = 'UPDATE_DOCS=1 npx jest test/engine/faults';

const READS = CASES.filter(({ operation }) => !operation.unrepeatable);
const WRITES = CASES.filter(({ operation }) => operation.unrepeatable);

/** What one operation came to under one fault, as far as the page shows it. */
interface Result {
	title: string;
	operation: Operation;
	/** A cell of the table for each mode. */
	outcomes: string[];
	waits: string;
	/** Headline and description in stop mode; blank if the run came through. */
	message: string;
}

/** The page on what happens when something goes wrong, from the runs of the matrix. */
export function reliabilityPage(cells: readonly Cell[]): string {
	return [...introduction(cells.length), ...FAULT_CASES.flatMap((fault) => section(fault, cells))]
		.join('\n')
		.concat('\n');
}

function introduction(runs: number): string[] {
	return [
		'# Reliability',
		'',
		`What the nodes do when something goes wrong. This page is written by a test: ${runs.toLocaleString('en-US')} runs on`,
		"n8n's own engine, each operation under each fault, in the three settings of _On Error_.",
		`Renew it with \`${RENEWAL}\`.`,
		'',
		'Each run has three input items, numbered 0 to 2, and sends them one after the other (_Max',
		'Concurrent Requests_ is 1). The tables count the requests that the service saw, and the items',
		'that came out as done or failed. Waits are those of a real clock, without their random part.',
		'',
		'In all of these runs the test also holds that',
		'',
		'- each item that came out is paired with the item that went in, on both branches;',
		'- a failed item on the error branch has its input data, and the same words as in stop mode;',
		'- nothing was sent twice unless the service had refused it with 429, or repeating does no harm;',
		'- in stop mode nothing was sent after the failure;',
		'- the token is in no item, error, console line or log line.',
		'',
		`Reads can be sent again without harm: ${titles(READS)}.`,
		`Writes cannot: ${titles(WRITES)}.`,
		'Where an answer was lost, they say what may have happened:',
		'',
		...table(
			['Write', 'It may have happened'],
			WRITES.map(({ title, operation: { unrepeatable } }) => [
				title,
				unrepeatable ? mayHave(unrepeatable) : '',
			]),
		),
		'',
		'Below, that text stands as (it may have happened), and the count of what was done before as',
		'(so many were done before).',
	];
}

function section(faultCase: FaultCase, cells: readonly Cell[]): string[] {
	const groups = grouped(
		CASES.map(({ id, title, operation }) =>
			resultOf(
				title,
				operation,
				MODES.map((mode) => cellOf(cells, faultCase, id, mode)),
			),
		),
	);
	return [
		'',
		`## ${faultCase.title}`,
		'',
		`${faultCase.story} It meets ${MET[faultCase.meets]}.`,
		'',
		...table(
			['Operations', 'Stop', 'Continue', 'Error output', 'Waits'],
			groups.map((group) => [nameOf(group), ...group[0].outcomes, group[0].waits]),
		),
		...messages(groups),
	];
}

const MET: Record<FaultCase['meets'], string> = {
	'the second': 'the second request',
	'the second and its first repeat': 'the second request and its first repeat',
	'all from the second on': 'all requests from the second on',
	all: 'all requests',
};

function cellOf(
	cells: readonly Cell[],
	faultCase: FaultCase,
	operation: string,
	mode: string,
): Cell {
	const cell = cells.find(
		(one) => one.faultCase === faultCase && one.operationCase.id === operation && one.mode === mode,
	);
	if (!cell) throw new Error(`The matrix has no run of ${operation} under ${faultCase.title}`);
	return cell;
}

function resultOf(title: string, operation: Operation, cells: Cell[]): Result {
	const [stopped] = cells;
	return {
		title,
		operation,
		outcomes: cells.map(outcomeOf),
		waits: waitsOf(stopped),
		message: messageOf(stopped, operation),
	};
}

function outcomeOf({ requests, done, failed, outcome }: Cell): string {
	const sent = `${requests.length} ${requests.length === 1 ? 'request' : 'requests'}`;
	if (outcome.error) return `${sent}, then stop`;
	const parts = [
		done.length > 0 && `${done.length} done`,
		failed.length > 0 && `${failed.length} failed`,
	];
	return [sent, ...parts.filter(Boolean)].join(', ');
}

function waitsOf({ waits, faultCase: { fault } }: Cell): string {
	// How long it is until a date depends on the moment.
	const step = fault?.kind === 'rateLimit' && fault.retryAfter ? 5 : 0.5;
	const seconds = waits.map((ms) => Math.round(ms / 1000 / step) * step);
	return seconds.length === 0 ? 'none' : `${seconds.join(' + ')} s`;
}

function messageOf({ outcome: { error } }: Cell, { unrepeatable, progress }: Operation): string {
	if (!error) return '';
	const headline = error.message.replace(/ \[item \d\]$/, '');
	const said = error.description ?? '';
	const description = unrepeatable
		? said.replace(mayHave(unrepeatable), '(it may have happened)')
		: said;
	const count = new RegExp(`\\d of 3 ${progress} before this one\\.`);
	return `**${headline}** ${description.replace(count, '(so many were done before)')}`;
}

function titles(cases: readonly NamedCase[]): string {
	return cases.map(({ title }) => title).join(', ');
}

function mayHave({ mayHave: what, check }: NonNullable<Operation['unrepeatable']>): string {
	return `${what}, so it was not sent again. ${check}`;
}

/** `All`, `Reads` or `Writes` where it is just these, else the operations by name. */
function nameOf(group: Result[]): string {
	const reads = group.filter(({ operation }) => !operation.unrepeatable).length;
	const writes = group.length - reads;
	if (group.length === CASES.length) return 'All';
	if (writes === 0 && reads === READS.length) return 'Reads';
	if (reads === 0 && writes === WRITES.length) return 'Writes';
	return group.map(({ title }) => title).join(', ');
}

/** Results that read the same, together; in the order of their first. */
function grouped(results: Result[]): Result[][] {
	const groups = new Map<string, Result[]>();
	for (const result of results) {
		const key = [...result.outcomes, result.waits, result.message].join('|');
		groups.set(key, [...(groups.get(key) ?? []), result]);
	}
	return [...groups.values()];
}

function messages(groups: Result[][]): string[] {
	const said = new Set(groups.map(([{ message }]) => message).filter((message) => message !== ''));
	if (said.size === 0) return [];
	return ['', 'What the user reads:', '', ...[...said].map((message) => `- ${message}`)];
}

/** A table with its columns aligned, as the formatter of this repository leaves it. */
function table(head: string[], rows: string[][]): string[] {
	const widths = head.map((_title, column) =>
		Math.max(...[head, ...rows].map((row) => row[column].length)),
	);
	const line = (row: string[]) =>
		`| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
