import chalk from 'chalk';
import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';
import type { NodeReport, Outcome } from './report';

const LONGEST_LINE = 80;

/** cli-table3 colours heads and borders by itself and does not ask whether colours are wanted. */
const PLAIN = { head: [], border: [] };
const NO_LINES = {
	...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
	...{ mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
	...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
	...{ left: '', right: '', middle: '' },
};

/** A tick or a cross. */
export function markOf(succeeded: boolean): string {
	return succeeded ? chalk.green('✔') : chalk.red('✘');
}

/** Rows under a head, with lines around. */
export function tableOf(head: string[], rows: (string | number)[][]): string {
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

/** What came out at each end of the workflow: how many records, and the first of them. */
export function outcomeTable(outcomes: Outcome[]): string {
	const rows = outcomes.map(({ node, records }) => [node, records.length, lineOf(records[0])]);
	return tableOf(['From', 'Records', 'The first one'], rows);
}

/** The fields of a record with a text, a number or a yes or no. */
function lineOf(record: IDataObject): string {
	const parts = Object.entries(record)
		.filter(([, value]) => value !== '' && value !== null && typeof value !== 'object')
		.map(([field, value]) => `${field}: ${String(value)}`);
	const line = parts.join(', ').replace(/\s+/g, ' ');
	return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
