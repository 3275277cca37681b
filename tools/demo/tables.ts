import chalk from 'chalk';
import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';
import type { NodeReport, Outcome } from './report';

const RECORDS_SHOWN = 3;
const NARROWEST = 24;
const LONGEST_LINE = 60;
const WIDEST = 120;
/** What lies between the texts of two columns. */
const MARGIN = 3;

/** cli-table3 colours heads and borders by itself and does not ask whether colours are wanted. */
const PLAIN = { head: [], border: [] };
const NO_LINES = {
	...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
	...{ mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
	...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
	...{ left: '', right: '', middle: '' },
};

/** A cell of a table. */
export type Cell = string | number;

/** A tick or a cross. */
export function markOf(succeeded: boolean): string {
	return succeeded ? chalk.green('✔') : chalk.red('✘');
}

/** Rows under a head, with lines around. */
export function tableOf(head: string[], rows: Cell[][]): string {
	const table = new Table({ head, style: { ...PLAIN, compact: true } });
	table.push(...rows);
	return table.toString();
}

/** One line for each node: what it is, items in and out, time. */
export function nodeTable(nodes: NodeReport[]): string {
	const table = new Table({
		chars: NO_LINES,
		style: { ...PLAIN, 'padding-left': 0, 'padding-right': 2 },
		colAligns: ['left', 'left', 'left', 'right', 'left', 'right'],
	});
	for (const { name, kind, succeeded, itemsIn, itemsOut, milliseconds } of nodes) {
		table.push([
			`  ${markOf(succeeded)}`,
			name,
			chalk.dim(kind),
			itemsIn === 0 ? '' : itemsIn,
			`→ ${itemsOutText(itemsOut)}`,
			chalk.dim(`${milliseconds} ms`),
		]);
	}
	return table.toString().replace(/ +$/gm, '');
}

function itemsOutText([main = 0, errors = 0]: number[]): string {
	return errors === 0 ? String(main) : `${main}, and ${errors} to the error output`;
}

/** The first records that came out: a table for each outcome, or one for all if they are many. */
export function outcomeTables(outcomes: Outcome[]): string[] {
	return outcomes.length > 2 ? [overviewOf(outcomes)] : outcomes.map(recordTable);
}

function overviewOf(outcomes: Outcome[]): string {
	const rows = outcomes.map(({ node, records }) => [node, records.length, lineOf(records[0])]);
	return tableOf(['From', 'Records', 'The first one'], rows);
}

function recordTable({ node, records }: Outcome): string {
	const shown = records.slice(0, RECORDS_SHOWN);
	const fields = tellingFields(shown);
	const longest = Math.max(NARROWEST, Math.floor(WIDEST / fields.length) - MARGIN);
	const columns = fitting(
		fields.map((field) => [
			field,
			...shown.map((record) => shortened(oneLine(record[field]), longest)),
		]),
	);
	const rows = shown.map((_record, row) => columns.map((cells) => cells[row + 1]));
	const head = columns.map(([title]) => title);
	return `${caption(node, shown.length, records.length)}\n${tableOf(head, rows)}`;
}

function caption(node: string, shown: number, all: number): string {
	if (shown < all) return `${node}: the first ${shown} of ${all} records`;
	return `${node}: ${all} ${all === 1 ? 'record' : 'records'}`;
}

/** As many columns as fit side by side, at least one; the first cell of each is its title. */
function fitting(columns: string[][]): string[][] {
	let width = 1;
	return columns.filter((cells, index) => {
		width += Math.max(...cells.map(({ length }) => length)) + MARGIN;
		return index === 0 || width <= WIDEST;
	});
}

/** The fields with a text, a number or a yes or no in some record. */
function tellingFields(records: IDataObject[]): string[] {
	const fields = [...new Set(records.flatMap(Object.keys))];
	return fields.filter((field) => records.some((record) => isTelling(record[field])));
}

function isTelling(value: unknown): boolean {
	return value !== '' && ['string', 'number', 'boolean'].includes(typeof value);
}

function lineOf(record: IDataObject): string {
	const parts = tellingFields([record]).map((field) => `${field}: ${oneLine(record[field])}`);
	return shortened(parts.join(', '), LONGEST_LINE);
}

function oneLine(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return text.replace(/\s+/g, ' ');
}

function shortened(text: string, longest: number): string {
	return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
